/** Parses at the edge: from unknown input to a value of a Schema, or one clear error that names the field. */
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { Invalid, invalid } from "../errors/Errors.js"
import { firstCharacters } from "./Text.js"

/** The maximum nesting of an input that is shown in a message. */
const maxLevels = 100

/** Whether a value nests too deeply to be formatted, which recurses. */
const isTooDeep = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxLevels) return true
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null && !ArrayBuffer.isView(item) ? Object.values(item) : []
    )
  }
  return false
}

/**
 * The first problem of a parse error, as an {@link Invalid} that names the field: for a union, the deepest one, and a
 * wrong value before a missing one, which may only mean that another alternative was intended.
 */
export const toInvalid = (error: ParseResult.ParseError | ParseResult.ParseIssue): Invalid => {
  const issue = error._tag === "ParseError" ? error.issue : error
  if (isTooDeep(issue.actual)) return invalid("", `expected at most ${maxLevels} levels of nesting`)
  const issues = ParseResult.ArrayFormatter.formatIssueSync(issue)
  const field = pathOf(issues.reduce((first, other) => (isFurther(other, first) ? other : first)))
  const problem = describe(issues.filter((other) => pathOf(other) === field))
  return new Invalid({ field, message: field === "" ? problem : `${field}: ${problem}` })
}

type Issue = ParseResult.ArrayFormatterIssue

const pathOf = ({ path }: Issue): string => path.map(String).join(".")

const isFurther = (issue: Issue, than: Issue): boolean =>
  issue.path.length > than.path.length ||
  (issue.path.length === than.path.length && than._tag === "Missing" && issue._tag !== "Missing")

/** The expectation stated by a Schema without its own message. */
const plainMessage = /^Expected (.*?), actual (.*)$/s

/** The problem of one field; several issues come from a union none of whose members matches. */
const describe = (issues: ReadonlyArray<Issue>): string => {
  const [first] = issues
  if (first?._tag === "Missing") return "is missing"
  const message = first?.message ?? "malformed input"
  const [, , actual] = plainMessage.exec(message) ?? []
  if (actual !== undefined) return `expected ${expectedBy(issues)}, got ${shortened(actual)}`
  const plain = (message.split("\n").at(-1) ?? message).trim().replace(/^[└├─│ ]+/, "")
  return plain.charAt(0).toLowerCase() + plain.slice(1)
}

const expectedBy = (issues: ReadonlyArray<Issue>): string => {
  const expected = issues.flatMap(({ message }) => {
    const [, what] = plainMessage.exec(message) ?? []
    if (what?.startsWith("ReadonlyArray<")) return ["array"]
    return what?.startsWith("{") ? ["object"] : (what?.split(" | ") ?? [])
  })
  return [...new Set(expected)].join(", ").replace(/, ([^,]*)$/, " or $1")
}

const shortened = (actual: string): string => {
  const start = firstCharacters(actual, 30)
  return start.length === actual.length ? actual : `${start.toWellFormed()}…`
}

/** A parser for a Schema; compile it once, where the Schema is declared, not per call. */
export const parser = <A, I>(schema: Schema.Schema<A, I>): ((input: unknown) => Effect.Effect<A, Invalid>) => {
  const decode = ParseResult.decodeUnknownEither(schema)
  return (input) => {
    const result = decode(input)
    return result._tag === "Right" ? Effect.succeed(result.right) : Effect.fail(toInvalid(result.left))
  }
}

/**
 * An optional property: absent means unchanged or not given; `undefined` counts as absent. The description is for the
 * OpenAPI document.
 */
export const optional = <A, I, R>(schema: Schema.Schema<A, I, R>, description?: string) => {
  const property = Schema.optionalWith(schema, { exact: true })
  return description === undefined ? property : property.annotations({ description })
}
