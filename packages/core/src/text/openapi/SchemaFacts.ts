/** What schemas state of their values in addition to their types. */
import type { PdfBlocks, PdfInline, PdfInlines } from "../blocks/BlockDocument.js"
import type { PdfWords } from "../blocks/DocumentWords.js"
import { isObject, type Json, type JsonObject } from "./Json.js"
import { listIn } from "./NamedSpecs.js"
import { valueText } from "./ParameterTexts.js"
import { withNumericBounds } from "./SchemaParts.js"
import { cut } from "./SchemaTypes.js"

/** The maximum number of allowed values, or of alternatives, that are listed, and of examples of one value. */
export const allowedLimit = 60
const exampleLimit = 5

/** A plain text. */
export const said = (text: string): PdfInline => ({ type: "text", text })
/** A text as code. */
export const code = (text: string): PdfInline => ({ type: "text", text, marks: ["code"] })

/** A value as JSON; strings without their quotes. */
const shown = (value: Json): string => cut(valueText(value))

/** A list after a label. */
export const listed = (label: string, values: PdfInlines): PdfInlines => [
  said(`${label}: `),
  ...values.flatMap((value, index) => (index === 0 ? [value] : [said(", "), value]))
]

const bounds: ReadonlyArray<readonly [string, string]> = [
  ["minimum", "≥ "],
  ["exclusiveMinimum", "> "],
  ["maximum", "≤ "],
  ["exclusiveMaximum", "< "],
  ["multipleOf", "× "],
  ["minLength", "length ≥ "],
  ["maxLength", "length ≤ "],
  ["minItems", "items ≥ "],
  ["maxItems", "items ≤ "],
  ["minProperties", "properties ≥ "],
  ["maxProperties", "properties ≤ "],
  ["pattern", "pattern "]
]

/**
 * The facts that a schema states about its values in addition to their type: the default, the allowed values, bounds,
 * an example.
 */
export const factsOf = (words: PdfWords, given: JsonObject, examples: ReadonlyArray<Json> = []): PdfBlocks => {
  const schema = withNumericBounds(given)
  const lines: Array<PdfInlines> = []
  const values = schema.const === undefined ? listIn(schema.enum) : [schema.const]
  if (values.length > 0) {
    const most = values.slice(0, allowedLimit).map(shown)
    lines.push(listed(words.allowed, (values.length > allowedLimit ? [...most, "…"] : most).map(code)))
  }
  const limits = bounds.flatMap(([key, sign]) => {
    const bound = schema[key]
    return /^(?:number|bigint|string)$/.test(typeof bound) ? [code(`${sign}${shown(bound ?? null)}`)] : []
  })
  if (schema.uniqueItems === true) limits.push(said(words.unique))
  if (limits.length > 0) lines.push(limits.flatMap((each, index) => (index === 0 ? [each] : [said(", "), each])))
  if (schema.default !== undefined) lines.push(listed(words.default, [code(shown(schema.default))]))
  const stated = [...examples, ...(schema.example === undefined ? listIn(schema.examples) : [schema.example])]
  const plain = stated.filter((value) => !isObject(value)).slice(0, exampleLimit)
  if (plain.length > 0)
    lines.push(
      listed(
        words.example,
        plain.map((value) => code(shown(value)))
      )
    )
  const children = lines.flatMap((line, index): PdfInlines => (index === 0 ? line : [{ type: "break" }, ...line]))
  return children.length === 0 ? [] : [{ type: "paragraph", children }]
}

/** The flags of a field, in words. */
export const flagsOf = (words: PdfWords, schema: JsonObject, required: boolean): ReadonlyArray<string> => [
  ...(required ? [words.required] : []),
  ...(schema.deprecated === true ? [words.deprecated] : []),
  ...(schema.readOnly === true ? [words.readOnly] : []),
  ...(schema.writeOnly === true ? [words.writeOnly] : [])
]
