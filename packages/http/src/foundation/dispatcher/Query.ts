/** The query of a URL: form-encoded, with repeated keys as arrays. */
import { type Invalid, invalid } from "@lectern/core/errors/Errors"
import * as Either from "effect/Either"
import { requestLimits } from "./Limits.js"

/** Values by key. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

const empty: Query = Object.freeze({})

const decode = (text: string): string => decodeURIComponent(text.includes("+") ? text.replaceAll("+", " ") : text)

/** Parses the query after the `?`; fails if the percent-encoding is malformed, or there are too many parameters. */
export const parseQuery = (text: string): Either.Either<Query, Invalid> => {
  if (text === "") return Either.right(empty)
  const query: Record<string, string | Array<string>> = Object.create(null)
  const encoded = text.includes("%") || text.includes("+")
  const parts = text.split("&")
  if (parts.length > requestLimits.queryParameters) {
    return Either.left(invalid("", `the query has more than ${requestLimits.queryParameters} parameters`))
  }
  for (const part of parts) {
    if (part === "") continue
    const at = part.indexOf("=")
    let key = at === -1 ? part : part.slice(0, at)
    let value = at === -1 ? "" : part.slice(at + 1)
    if (encoded) {
      try {
        key = decode(key)
        value = decode(value)
      } catch {
        return Either.left(invalid("", "the query has malformed percent-encoding"))
      }
    }
    const before = query[key]
    if (before === undefined) query[key] = value
    else if (typeof before === "string") query[key] = [before, value]
    else before.push(value)
  }
  return Either.right(query)
}
