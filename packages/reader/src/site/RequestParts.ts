/** The parts of the URLs of requests. */
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"

const origin = /^https?:\/\/[^/?#]*/i

/** The path and the query of a request's URL. */
export const partsOf = ({ url }: Pick<HttpRequest, "url">): { readonly path: string; readonly search: string } => {
  const [path = "/", ...queries] = url.replace(origin, "").split("?")
  return { path, search: queries.join("?") }
}

/** A path with a query, if there is one. */
export const withQuery = (path: string, search: string): string => (search === "" ? path : `${path}?${search}`)

/** Matches the paths that accept POST requests only. */
const posted = /\/~\/(?:mcp|feedback|try)$/

/** Whether a URL accepts POST requests, and no others. */
export const takesPost = (url: string): boolean => posted.test(url.split("?")[0] ?? "")

/** Whether the path of a URL is that of an MCP endpoint, whether or not there is a site. */
export const isEndpoint = (path: string): boolean => /(?:^|\/)~\/mcp$/.test(path)
