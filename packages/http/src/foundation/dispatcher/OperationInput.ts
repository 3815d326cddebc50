/** The input of an operation: path, query, headers and body, as its endpoint declares them. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { toInvalid } from "@lectern/core/internal/foundation/schema/Input"
import * as Effect from "effect/Effect"
import type { HttpRequest } from "./Exchange.js"
import { parseQuery } from "./Query.js"
import type { ApiRoute, Decode, Params } from "./Route.js"

/** The decoded input of an operation. Parts that an endpoint does not declare are absent. */
export interface Input {
  path?: unknown
  urlParams?: unknown
  headers?: unknown
  payload?: unknown
}

const decodeInto = (input: Input, part: keyof Input, decode: Decode | undefined, value: unknown) => {
  if (decode === undefined) return undefined
  const decoded = decode(value)
  if (decoded._tag === "Left") return toInvalid(decoded.left)
  input[part] = decoded.right
  return undefined
}

/** The headers of a request that its operation declares. */
export const headersOf = ({ headers }: ApiRoute, request: HttpRequest): Readonly<Record<string, string>> => {
  const given: Record<string, string> = {}
  for (const name of headers) {
    const value = request.header(name)
    if (value !== undefined) given[name] = value
  }
  return given
}

/** Decodes the parts of a request that its operation declares; the first that is wrong fails. */
export const decodeInput = (
  route: ApiRoute,
  { params, request, search }: { readonly params: Params; readonly request: HttpRequest; readonly search: string },
  body: unknown
): Effect.Effect<Input, LecternError> => {
  const query = parseQuery(search)
  if (query._tag === "Left") return Effect.fail(query.left)
  const input: Input = {}
  const failure =
    decodeInto(input, "path", route.decodePath, params) ??
    decodeInto(input, "urlParams", route.decodeQuery, query.right) ??
    decodeInto(input, "headers", route.decodeHeaders, headersOf(route, request)) ??
    decodeInto(input, "payload", route.decodePayload, body)
  return failure === undefined ? Effect.succeed(input) : Effect.fail(failure)
}
