/** Parsing at the edge: from unknown input to a value of a Schema, or one clear error that names the field. */
import { Effect, ParseResult, Schema } from "effect"
import { Invalid } from "../errors/Errors.js"

/** The first problem of a parse error, as an {@link Invalid} that names the field. */
export const toInvalid = (error: ParseResult.ParseError | ParseResult.ParseIssue): Invalid => {
  const issue = error._tag === "ParseError" ? error.issue : error
  const first = ParseResult.ArrayFormatter.formatIssueSync(issue)[0]
  const field = (first?.path ?? []).map(String).join(".")
  const problem = describe(first?._tag, first?.message ?? "malformed input")
  return new Invalid({ field, message: field === "" ? problem : `${field}: ${problem}` })
}

const describe = (tag: string | undefined, message: string): string => {
  if (tag === "Missing") return "is missing"
  const plain = (message.split("\n").at(-1) ?? message).trim().replace(/^[└├─│ ]+/, "")
  return plain.charAt(0).toLowerCase() + plain.slice(1)
}

/** A parser for a Schema; compile it once, where the Schema is declared, and not per call. */
export const parser = <A, I>(schema: Schema.Schema<A, I>): ((input: unknown) => Effect.Effect<A, Invalid>) => {
  const decode = ParseResult.decodeUnknownEither(schema)
  return (input) => {
    const result = decode(input)
    return result._tag === "Right" ? Effect.succeed(result.right) : Effect.fail(toInvalid(result.left))
  }
}

/** An optional property: absent means unchanged or not given; `undefined` counts as absent. */
export const optional = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.optionalWith(schema, { exact: true })
