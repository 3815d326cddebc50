/** Detects requests from pages of other origins in the browsers of a site's readers. */
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"

/** Whether a request comes from a page of another origin, which must not use its reader's permissions. */
export const isForeign = ({ header }: HttpRequest, own: string): boolean => {
  const origin = header("origin")
  return origin !== undefined && origin !== own
}
