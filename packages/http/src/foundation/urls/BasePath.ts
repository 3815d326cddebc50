/** Serving below a path of a larger application. */
import type { Handle } from "../dispatcher/Exchange.js"

const origin = /^https?:\/\/[^/?#]*/i

/** A path in the form in which it is compared: with a leading slash and without a trailing one, empty for the root. */
const normalised = (path: string): string => {
  const inner = path.replace(/^\/+|\/+$/g, "")
  return inner === "" ? "" : `/${inner}`
}

/** Answers requests below a path, which is stripped; all others are not found. */
export const below = (basePath: string, handle: Handle): Handle => {
  const base = normalised(basePath)
  if (base === "") return handle
  return (request, respond) => {
    const local = request.url.replace(origin, "")
    const rest = local.startsWith(base) ? local.slice(base.length) : undefined
    if (rest === undefined || !/^(?:[/?]|$)/.test(rest)) return handle({ ...request, url: "" }, respond)
    return handle({ ...request, url: rest.startsWith("/") ? rest : `/${rest}`, basePath: base }, respond)
  }
}
