/** Query parameters: strings in the URL, parsed strictly. */

import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { ListQuery } from "@lectern/core/lists/List"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** `true` or `false`; any other text is invalid. */
export const BooleanParam = Schema.transformOrFail(Schema.String, Schema.Boolean, {
  strict: true,
  decode: (text, _, ast) =>
    text === "true" || text === "false"
      ? ParseResult.succeed(text === "true")
      : ParseResult.fail(new ParseResult.Type(ast, text, "expected true or false")),
  encode: (value) => ParseResult.succeed(String(value))
})

/** A {@link BooleanParam} with its description. */
export const flag = (description: string) => BooleanParam.annotations({ jsonSchema: { type: "boolean", description } })

const integer = /^-?(?:0|[1-9]\d{0,14})$/

/** An integer in plain decimal digits. */
export const IntegerParam = Schema.transformOrFail(Schema.String, Schema.Number, {
  strict: true,
  decode: (text, _, ast) =>
    integer.test(text)
      ? ParseResult.succeed(Number(text))
      : ParseResult.fail(new ParseResult.Type(ast, text, "expected an integer")),
  encode: (value) => ParseResult.succeed(String(value))
})

/** One of some words. */
export const oneOf = <const Words extends readonly [string, ...ReadonlyArray<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations({
    message: () => ({ message: `expected ${words.join(", ").replace(/, ([^,]*)$/, " or $1")}`, override: true })
  })

/** A parameter that may be repeated, with all of its values. */
export const several = <A extends string>(value: Schema.Schema<A, string>, description: string) =>
  Schema.transform(Schema.Union(Schema.Array(value), value), Schema.typeSchema(Schema.Array(value)), {
    strict: true,
    decode: (given) => (typeof given === "string" ? [given] : given),
    encode: (values) => values
  }).annotations({ jsonSchema: { type: "array", items: { type: "string" }, description } })

/** The maximum number of items in an answer. */
export const limitParam = (what: string, omitted: number) =>
  optional(
    Schema.compose(IntegerParam, ListQuery.fields.limit.from).annotations({
      jsonSchema: {
        type: "integer",
        minimum: 0,
        maximum: 1000,
        description: `How many ${what} at most; ${omitted} when omitted.`
      }
    })
  )

/** The queries of every list. */
export const listParams = {
  page: optional(Schema.String.annotations({ description: "The `next.page` of the previous answer." })),
  limit: limitParam("items a page has", 50)
}

/** The queries of every read of content. */
export const contentParams = {
  metadata: optional(flag("`false` leaves git metadata out.")),
  computed: optional(flag("`false` leaves computed content unevaluated."))
}

/** The query that resolves published URLs of content shared by link. */
export const shareParams = {
  shareKey: optional(Schema.String.annotations({ description: "Resolves addresses published by a share link." }))
}
