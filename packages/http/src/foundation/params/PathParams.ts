/** Path parameters: opaque strings, percent-encoded in the URL. */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

const decode = (raw: string): string | undefined => {
  if (!raw.includes("%")) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}

const percentEncoded = (encode: (text: string) => string) =>
  Schema.transformOrFail(Schema.String, Schema.String, {
    strict: true,
    decode: (raw, _, ast) => {
      const text = decode(raw)
      return text === undefined
        ? ParseResult.fail(new ParseResult.Type(ast, raw, "malformed percent-encoding"))
        : ParseResult.succeed(text)
    },
    encode: (text) => ParseResult.succeed(encode(text))
  })

/** One segment of a path. */
export const Segment = percentEncoded((text) => encodeURIComponent(text.toWellFormed()))

/** The rest of a path, which may contain slashes. */
export const RestOfPath = percentEncoded((text) => text.toWellFormed().split("/").map(encodeURIComponent).join("/"))

/** One segment that holds an id. Ids are opaque: whether they exist is not checked here. */
export const segment = <A extends string>(id: Schema.Schema<A, string>) => Schema.compose(Segment, id)
