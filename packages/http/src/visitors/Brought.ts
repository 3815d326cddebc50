/** What a visitor brings along in a request: a share key, a token, claims. */
import { Visitor } from "@lectern/core/access/Visitor"
import { Either, Schema } from "effect"
import type { HttpRequest } from "../dispatcher/Exchange.js"
import { parseQuery, type Query } from "../dispatcher/Query.js"

/** The header that a token of a visitor travels in. */
export const tokenHeader = "x-visitor-token"
/** The query that a token of a visitor travels in. */
export const tokenQuery = "jwt_token"
const tokenCookie = /(?:^|;)\s*visitor_token=([^;\s]+)/
const claimPrefix = "visitor."

/** The headers in which a visitor may bring something. */
export type HeaderOf = HttpRequest["header"]

const decodeVisitor = Schema.decodeUnknownEither(Visitor)
const noQuery: Query = {}

/** The token that a visitor sent: in the header, else in the query, else in the cookie. */
const tokenOf = (query: Query, header: HeaderOf): unknown =>
  header(tokenHeader) ?? query[tokenQuery] ?? tokenCookie.exec(header("cookie") ?? "")?.[1]

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

/** What the visitor brings; `undefined` where something of it is malformed. */
export const visitorOf = (query: Query, header: HeaderOf): Visitor | undefined => {
  const visitor = visitorIn(query, header)
  return Object.keys(visitor).length === 0 ? {} : Either.getOrUndefined(decodeVisitor(visitor))
}

/** {@link visitorOf} a request, of its query as sent. A query that is not well encoded brings nothing. */
export const broughtBy = ({ header }: HttpRequest, search: string): Visitor | undefined =>
  visitorOf(search === "" ? noQuery : Either.getOrElse(parseQuery(search), () => noQuery), header)
