/** Resolves the paths of a server to a site, a preview, or neither. */
import type { PreviewRequest } from "../preview/ServePreview.js"
import { encodedPath } from "./Addresses.js"
import { withQuery } from "./RequestParts.js"
import { homeCookie, type Keeper, siteCookie } from "./Visiting.js"

/** The first segments of the server's own paths, which are never pages of the site at its root. */
const reserved: ReadonlySet<string> = new Set(
  "v1 app docs preview login account admin files sites saml scim oidc oauth openapi.json healthz readyz metrics .well-known".split(
    " "
  )
)

/** The site that a path leads to, and the rest of the path. */
export interface Target extends Keeper {
  /** The name of the site in the path. */
  readonly name: string
  /** The path of the site's URL, with a trailing slash. */
  readonly root: string
  /** The rest of the path, decoded, without leading and trailing slashes. */
  readonly path: string
  /** Whether the URL ends with a slash. */
  readonly hasSlash: boolean
}

/**
 * Segments joined into a decoded path; `undefined` if one is empty or contains a character that no page path contains.
 */
const decoded = (segments: ReadonlyArray<string>): string | undefined => {
  try {
    const all = segments.map(decodeURIComponent)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no path contains these
    return all.some((segment) => segment === "" || /[/\u0000-\u001f]/.test(segment)) ? undefined : all.join("/")
  } catch {
    return undefined
  }
}

/** The site that a path leads to; `undefined` if it leads elsewhere. */
export const targetOf = (path: string, basePath: string, home: string | undefined): Target | undefined => {
  const segments = path.split("/").slice(1)
  const hasSlash = path.endsWith("/")
  const rest = (from: number) => decoded(segments.slice(from, hasSlash ? -1 : undefined))
  if (segments[0] === "sites" && segments[1] !== undefined && segments[1] !== "") {
    const [name, below] = [decoded([segments[1]]), rest(2)]
    if (name === undefined || below === undefined) return undefined
    return { name, root: `${basePath}/sites/${encodeURIComponent(name)}/`, cookie: siteCookie, path: below, hasSlash }
  }
  const below = rest(0)
  if (home === undefined || below === undefined || reserved.has(segments[0] ?? "")) return undefined
  return { name: home, root: `${basePath}/`, cookie: homeCookie, path: below, hasSlash }
}

/** The first segment of the paths that are about a host itself, which the server of a site does not answer. */
const aboutHost = ".well-known"

/** The target of a path on the host name of a site; `undefined` if it is malformed, or about the host itself. */
export const hostTargetOf = (path: string): Omit<Target, "name"> | undefined => {
  const hasSlash = path.endsWith("/")
  const segments = path.split("/").slice(1, hasSlash ? -1 : undefined)
  const below = decoded(segments)
  if (below === undefined || below.split("/")[0] === aboutHost) return undefined
  return { root: "/", cookie: siteCookie, path: below, hasSlash }
}

/** The preview that a path leads to; `undefined` if it leads elsewhere. */
export const previewOf = (path: string, basePath: string): Omit<PreviewRequest, "query" | "request"> | undefined => {
  const [, kind, space, changeRequest, ...rest] = path.split("/")
  if (kind !== "preview" || space === undefined || changeRequest === undefined || rest.length === 0) return undefined
  const [named, below] = [decoded([space, changeRequest]), decoded(rest.at(-1) === "" ? rest.slice(0, -1) : rest)]
  if (named === undefined || below === undefined) return undefined
  return { space, changeRequest, root: `${basePath}/preview/${space}/${changeRequest}/`, path: below }
}

/** The path below `/docs` that a path leads to, decoded; `undefined` if it is malformed. */
export const referencePathOf = (path: string): string | undefined => {
  const [, , ...segments] = path.split("/")
  return decoded(segments.at(-1) === "" ? segments.slice(0, -1) : segments)
}

/** The URL of a path on a site. It is assembled from scratch, so that it is on this origin, whatever was requested. */
export const addressOf = (
  root: string,
  { hasSlash, path }: Pick<Target, "hasSlash" | "path">,
  search: string
): string => {
  const below = path === "" ? "" : `${encodedPath(path)}${hasSlash ? "/" : ""}`
  return withQuery(`${root}${below}`, search)
}
