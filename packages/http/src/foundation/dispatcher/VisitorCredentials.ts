/** The credentials that a visitor presents in a request: a share key, a token, claims. */
import { Visitor } from "@lectern/core/access/Visitor"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { cookieIn } from "./CookieHeader.js"
import type { HttpRequest } from "./Exchange.js"
import { parseQuery, type Query } from "./Query.js"

/** The header with a visitor's token. */
export const tokenHeader = "x-visitor-token"
/** The query parameter with a visitor's token. */
export const tokenQuery = "jwt_token"
const tokenCookie = "visitor_token"
const claimPrefix = "visitor."

/** The headers with credentials of a visitor. */
export type HeaderOf = HttpRequest["header"]

const decodeVisitor = Schema.decodeUnknownEither(Visitor)
const noQuery: Query = {}

/** The token that a visitor sent: in the header, else in the query, else in the cookie. */
const tokenOf = (query: Query, header: HeaderOf): unknown =>
  header(tokenHeader) ?? query[tokenQuery] ?? cookieIn(header, tokenCookie)

const isClaim = (key: string): boolean => key.startsWith(claimPrefix)

const visitorIn = (query: Query, header: HeaderOf): object => {
  const token = tokenOf(query, header)
  const claims = Object.entries(query).filter(([key]) => isClaim(key))
  const { shareKey } = query
  return {
    ...(shareKey !== undefined && { shareKey }),
    ...(token !== undefined && { token }),
    ...(claims.length > 0 && {
      unsigned: Object.fromEntries(claims.map(([key, text]) => [key.slice(claimPrefix.length), text]))
    })
  }
}

/** The visitor's credentials; `undefined` if any of them is malformed. */
export const visitorOf = (query: Query, header: HeaderOf): Visitor | undefined => {
  const visitor = visitorIn(query, header)
  return Object.keys(visitor).length === 0 ? {} : Either.getOrUndefined(decodeVisitor(visitor))
}

/** {@link visitorOf} a request, from its query as sent. A malformed query counts as empty. */
export const visitorCredentials = ({ header }: HttpRequest, search: string): Visitor | undefined =>
  visitorOf(search === "" ? noQuery : Either.getOrElse(parseQuery(search), () => noQuery), header)
