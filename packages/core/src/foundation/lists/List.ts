/**
 * Lists as every operation returns them: keyset pagination, with an opaque token for the next page.
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Schema from "effect/Schema"
import { type Invalid, invalid } from "../errors/Errors.js"
import { sha256Hex } from "../ids/PlatformHash.js"
import { described } from "../schema/Described.js"
import { optional } from "../schema/Input.js"

/** The queries of every list. `limit` is from 0 to 1,000. */
export const ListQuery = Schema.Struct({
  page: optional(Schema.String),
  limit: optional(
    Schema.Number.pipe(
      Schema.filter(
        (limit) => (Number.isInteger(limit) && limit >= 0 && limit <= 1000) || "expected an integer from 0 to 1000"
      )
    )
  )
})
export type ListQuery = typeof ListQuery.Type

/** The number of items of a page when `limit` is omitted. */
export const defaultLimit = 50

/** One page of a list: `next` is absent on the last one, `count` is the number of all items that match. */
export interface List<A> {
  readonly next?: { readonly page: string }
  readonly count: number
  readonly items: ReadonlyArray<A>
}

/** The Schema of a {@link List} of items. */
export const list = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.Struct({
    next: optional(
      Schema.Struct({ page: described(Schema.String, "The token of the next page, to pass as the query `page`.") }),
      "Where the list continues. Absent on the last page."
    ),
    count: described(Schema.Number, "How many items match in total, on this page and the others."),
    items: described(Schema.Array(item), "The items of this page, at most `limit` of them.")
  }).annotations({ jsonSchema: { description: "A page of a list: follow `next` for the others." } })

/** The position in the list's index at which a page continues. */
export type Cursor = ReadonlyArray<string | number | null>

const checksum = (binding: string, cursor: string): string => sha256Hex(`${binding}\n${cursor}`).slice(0, 16)

/** The token of a cursor, bound to the list and its filters, so that it cannot be used with another. */
export const pageToken = (binding: string, cursor: Cursor): string => {
  const text = JSON.stringify(cursor)
  return Encoding.encodeBase64Url(`${checksum(binding, text)}${text}`)
}

const isValue = (value: unknown): value is Cursor[number] =>
  value === null || typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value))

/**
 * The cursor of a token; `undefined` if the content is not one of a token. The checksum alone proves nothing, since
 * anybody can compute it.
 */
const readCursor = (text: string): Cursor | undefined => {
  try {
    const cursor: unknown = JSON.parse(text)
    return Array.isArray(cursor) && cursor.every(isValue) ? cursor : undefined
  } catch {
    return undefined
  }
}

/** The cursor of a token; fails if the token is malformed or belongs to another list. */
export const parsePageToken = (binding: string, token: string): Effect.Effect<Cursor, Invalid> => {
  const broken = invalid("page", "expected the page token of an earlier answer of this list")
  const decoded = Encoding.decodeBase64UrlString(token)
  if (decoded._tag === "Left") return Effect.fail(broken)
  const text = decoded.right.slice(16)
  const cursor = decoded.right.slice(0, 16) === checksum(binding, text) ? readCursor(text) : undefined
  return cursor === undefined ? Effect.fail(broken) : Effect.succeed(cursor)
}
