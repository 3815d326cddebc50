/** The credentials of a reader, which are kept out of URLs in one cookie per site. */
import { Visitor } from "@lectern/core/access/Visitor"
import { cookieIn } from "@lectern/http/internal/foundation/dispatcher/CookieHeader"
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { visitorCredentials } from "@lectern/http/internal/foundation/dispatcher/VisitorCredentials"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Schema from "effect/Schema"

/** The name of a site's cookie, which browsers send to the paths of this site alone. */
export const siteCookie = "lectern_visitor"
/** The same for the site at the root of a server, whose cookie browsers send to all other sites, too. */
export const homeCookie = "lectern_home"

/** The storage of the credentials for a site: a cookie with this name, for the pages below this path. */
export interface Keeper {
  readonly cookie: string
  readonly root: string
}

const Kept = Schema.Struct(Visitor.pick("shareKey", "token", "unsigned").fields)
const decodeKept = Schema.decodeUnknownEither(Schema.parseJson(Kept))

/** The content of a site's cookie; empty if it cannot be read. */
const keptBy = ({ header }: HttpRequest, { cookie }: Pick<Keeper, "cookie">): Visitor => {
  const found = cookieIn(header, cookie)
  const text = found === undefined ? undefined : Either.getOrUndefined(Encoding.decodeBase64UrlString(found))
  return text === undefined ? {} : Either.getOrElse(decodeKept(text), () => ({}))
}

/** All credentials of a request; credentials in its headers take precedence over the cookie. */
export const visitorOf = (request: HttpRequest, keeper: Pick<Keeper, "cookie">): Visitor => ({
  ...keptBy(request, keeper),
  ...visitorCredentials(request, "")
})

/** Whether a request has no credentials for any site in its headers. */
export const isAnonymous = (request: HttpRequest): boolean =>
  [siteCookie, homeCookie].every((cookie) => Object.keys(visitorOf(request, { cookie })).length === 0)

/** The credentials of a program without cookies: headers and the query. */
export const withoutCookies = (request: HttpRequest, search: string): Visitor => {
  const header = (name: string) => (name === "cookie" ? undefined : request.header(name))
  return visitorCredentials({ ...request, header }, search) ?? {}
}

/**
 * The header that stores credentials in a cookie for the pages below a path, or removes the cookie if there are none.
 */
export const keeping = (
  { shareKey, token, unsigned }: Visitor,
  { cookie, root }: Keeper,
  isSecure: boolean
): Record<string, string> => {
  const kept = {
    ...(shareKey !== undefined && { shareKey }),
    ...(token !== undefined && { token }),
    ...(unsigned !== undefined && { unsigned })
  }
  const isEmpty = Object.keys(kept).length === 0
  const value = isEmpty ? "" : Encoding.encodeBase64Url(JSON.stringify(kept))
  return {
    "set-cookie": `${cookie}=${value}; Path=${root}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}${isEmpty ? "; Max-Age=0" : ""}`
  }
}

const isCredential = (key: string): boolean => key === "jwt_token" || key === "shareKey" || key.startsWith("visitor.")

/** The credentials in a URL, and the query without them. */
export interface CredentialsInAddress {
  readonly visitor: Visitor
  readonly search: string
}

/**
 * The credentials in the URL of a request, merged with the ones in the cookie; `undefined` if there are none in the
 * URL.
 */
export const credentialsInAddress = (
  request: HttpRequest,
  search: string,
  keeper: Pick<Keeper, "cookie">
): CredentialsInAddress | undefined => {
  const parts = search.split("&")
  const keyOf = (part: string): string => {
    try {
      return decodeURIComponent(part.split("=")[0] ?? "")
    } catch {
      return ""
    }
  }
  const rest = parts.filter((part) => !isCredential(keyOf(part)))
  if (rest.length === parts.length) return undefined
  const own = parts.filter((part) => isCredential(keyOf(part))).join("&")
  const brought = visitorCredentials({ ...request, header: () => undefined }, own) ?? {}
  return { visitor: { ...keptBy(request, keeper), ...brought }, search: rest.join("&") }
}
