/** Where the pages of signing in are, and which requests may change anything there. */
import { isSafeForSignIn, signInOrigin, signInPath } from "@lectern/core/internal/urls/SignInOrigin"
import type { HttpRequest } from "../dispatcher/Exchange.js"

/** The place of the pages. */
export interface Site {
  /** The one origin that they are shown at and take forms from. */
  readonly origin: string
  /** The absolute address of a path. */
  readonly at: (path: string) => string
  /** Whether passwords and cookies may travel there. */
  readonly isSafe: boolean
  /** The public address of the server. */
  readonly base: string
}

/** The place of the pages of a server with this public address. */
export const siteOf = (base: string): Site => {
  const origin = signInOrigin(base)
  const below = signInPath(base)
  return { origin, base, isSafe: isSafeForSignIn(base), at: (path) => `${origin}${below}${path}` }
}

/** The path and the query of a request. */
export const hereOf = ({ url }: HttpRequest): string => url.replace(/^https?:\/\/[^/?#]*/i, "")

/**
 * The path at its own origin that a page is to be shown at instead: browsers keep cookies and passkeys for `localhost` apart from those
 * of `127.0.0.1`. Every other host is taken, since a proxy may have put its own name.
 */
export const canonical = ({ base, origin }: Site, request: HttpRequest): string | undefined => {
  const own = new URL(base).host
  return own !== new URL(origin).host && request.header("host") === own ? hereOf(request) : undefined
}

/** Whether a request came over plain HTTP to a site that is reached over TLS, as a trusted proxy says. */
export const isExposed = ({ origin }: Site, { secure }: HttpRequest): boolean =>
  secure === false && origin.startsWith("https:")

/** Whether a request was made by a page of this origin, as only a browser can say. */
export const isOwn = ({ origin }: Site, { header }: HttpRequest): boolean => {
  const from = header("origin")
  const relation = header("sec-fetch-site")
  if (relation !== undefined) return relation === "same-origin" && (from === undefined || from === origin)
  return from === origin
}

/** The path that somebody goes on to: one of this origin, whatever was asked for. */
export const nextOf = ({ at, origin }: Site, asked: string | undefined, otherwise: string): string => {
  if (asked === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked)) return otherwise
  const url = URL.canParse(at(asked)) ? new URL(at(asked)) : undefined
  return url?.origin === origin ? asked : otherwise
}
