/** Schemas of a specification as fields: each property with its type and description, to a bounded depth. */

import type { PdfBlock, PdfBlocks, PdfField, PdfInline, PdfInlines } from "../blocks/BlockDocument.js"
import type { PdfWords } from "../blocks/DocumentWords.js"
import { isObject, type Json, type JsonObject } from "./Json.js"
import { type ModelPlaces, modelPlace } from "./ModelPlaces.js"
import { listIn, objectIn, resolve, textIn } from "./NamedSpecs.js"
import { typesOf } from "./SchemaSamples.js"

/**
 * The maximum nesting of properties, the maximum number of them that an operation shows, and the maximum length of a
 * name or value.
 */
const depthLimit = 5
const fieldLimit = 400
const valueLength = 200

/**
 * The state of showing one specification: `left` is the number of fields that may still be shown, `shown` has the named
 * schemas shown so far.
 */
export interface Showing {
  readonly shown: Set<JsonObject>
  readonly document: JsonObject
  readonly words: PdfWords
  /** Text in markdown as blocks. */
  readonly text: (markdown: string) => PdfBlocks
  /** Named schemas that are shown elsewhere in the document, and only linked to here. */
  readonly models: ModelPlaces
  left: number
}

/** A {@link Showing} of a whole operation or schema. */
export const showing = (
  document: JsonObject,
  words: PdfWords,
  text: Showing["text"],
  models: ModelPlaces = new Map()
): Showing => ({
  document,
  words,
  text,
  models,
  shown: new Set(),
  left: fieldLimit
})

const said = (text: string): PdfInline => ({ type: "text", text })
const code = (text: string): PdfInline => ({ type: "text", text, marks: ["code"] })

const cut = (text: string): string =>
  text.length <= valueLength ? text : `${text.slice(0, valueLength).toWellFormed()}…`

/** A value as JSON; strings without their quotes. */
const shown = (value: Json): string => cut(typeof value === "string" ? value : JSON.stringify(value))

const listed = (label: string, values: PdfInlines): PdfInlines => [
  said(`${label}: `),
  ...values.flatMap((value, index) => (index === 0 ? [value] : [said(", "), value]))
]

/** The maximum number of alternatives of a type, and of allowed values, that are listed. */
const alternatives = 4
const allowedLimit = 60

const kind = (document: JsonObject, schema: Json | undefined, depth: number): string => {
  if (schema === true || schema === undefined) return "any"
  const { name, value } = resolve(document, schema)
  const choices = [...listIn(value.oneOf), ...listIn(value.anyOf)]
  if (depth > depthLimit) return name ?? "object"
  if (name !== undefined) return cut(name)
  const made = typesOf(value).map((type) => {
    if (type === "array") return `${kind(document, value.items, depth + 1)}[]`
    return typeof value.format === "string" ? `${type} (${cut(value.format)})` : type
  })
  const nullable = value.nullable === true ? ["null"] : []
  if (made.length > 0) return [...made, ...nullable].join(" | ")
  if (choices.length > 0) {
    const named = choices.slice(0, alternatives).map((choice) => kind(document, choice, depth + 1))
    return [...named, ...(choices.length > alternatives ? ["…"] : []), ...nullable].join(" | ")
  }
  const [first] = listIn(value.allOf)
  if (first !== undefined) return listIn(value.allOf).length === 1 ? kind(document, first, depth + 1) : "object"
  return value.enum === undefined && value.const === undefined ? "any" : "enum"
}

/** The type of a schema as text, such as `Pet[]` or `string (date-time) | null`. */
const kindOf = (document: JsonObject, schema: Json | undefined): string => kind(document, schema, 0)

/** The type of a schema; it links to the place of a named schema that is shown elsewhere. */
export const typeOf = ({ document, models }: Showing, schema: Json | undefined): PdfInline => {
  const name = code(kindOf(document, schema))
  const to = modelPlace(document, models, schema)
  return to === undefined ? name : { type: "link", to, children: [name] }
}

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
  ["pattern", "pattern "]
]

/**
 * The facts that a schema states about its values in addition to their type: the default, the allowed values, bounds,
 * an example.
 */
export const factsOf = ({ words }: Showing, schema: JsonObject, example: Json | undefined): PdfBlocks => {
  const lines: Array<PdfInlines> = []
  const values = schema.const === undefined ? listIn(schema.enum) : [schema.const]
  if (values.length > 0) {
    const most = values.slice(0, allowedLimit).map(shown)
    lines.push(listed(words.allowed, (values.length > allowedLimit ? [...most, "…"] : most).map(code)))
  }
  const limits = bounds.flatMap(([key, sign]) => {
    const bound = schema[key]
    return typeof bound === "number" || typeof bound === "string" ? [code(`${sign}${shown(bound)}`)] : []
  })
  if (limits.length > 0) lines.push(limits.flatMap((each, index) => (index === 0 ? [each] : [said(", "), each])))
  if (schema.default !== undefined) lines.push(listed(words.default, [code(shown(schema.default))]))
  const given = example ?? schema.example ?? listIn(schema.examples)[0]
  if (given !== undefined && !isObject(given)) lines.push(listed(words.example, [code(shown(given))]))
  const children = lines.flatMap((line, index): PdfInlines => (index === 0 ? line : [{ type: "break" }, ...line]))
  return children.length === 0 ? [] : [{ type: "paragraph", children }]
}

/** The flags of a field, in words. */
export const flagsOf = ({ words }: Showing, schema: JsonObject, required: boolean): ReadonlyArray<string> => [
  ...(required ? [words.required] : []),
  ...(schema.deprecated === true ? [words.deprecated] : []),
  ...(schema.readOnly === true ? [words.readOnly] : []),
  ...(schema.writeOnly === true ? [words.writeOnly] : [])
]

interface Properties {
  readonly properties: Record<string, Json>
  readonly required: Set<string>
  readonly choices: Array<readonly ["oneOf" | "anyOf", ReadonlyArray<Json>]>
  rest?: Json
}

/** The properties of a schema, including the properties of the schemas it is composed of. */
const gather = (document: JsonObject, schema: JsonObject, into: Properties, seen: Set<JsonObject>): void => {
  if (seen.has(schema) || seen.size > fieldLimit) return
  seen.add(schema)
  for (const part of listIn(schema.allOf)) gather(document, resolve(document, part).value, into, seen)
  Object.assign(into.properties, objectIn(schema.properties))
  for (const name of listIn(schema.required)) into.required.add(String(name))
  if (isObject(schema.additionalProperties)) into.rest = schema.additionalProperties
  for (const key of ["oneOf", "anyOf"] as const) {
    const choices = listIn(schema[key]).filter((choice) => resolve(document, choice).value.type !== "null")
    if (choices.length > 0) into.choices.push([key, choices])
  }
}

/** A field with its description and the fields below it. */
export const fieldOf = (
  show: Showing,
  given: { readonly name: string; readonly schema: Json | undefined; readonly required: boolean } & {
    readonly described?: JsonObject
  },
  above: ReadonlySet<JsonObject>
): PdfField => {
  const { name, value } = resolve(show.document, given.schema)
  const beside = isObject(given.schema) ? given.schema : {}
  const about = given.described ?? { ...value, ...beside }
  const isElsewhere = name !== undefined && show.models.has(value)
  const to = modelPlace(show.document, show.models, given.schema)
  return {
    name: cut(given.name),
    kind: kindOf(show.document, given.schema),
    ...(to !== undefined && { to }),
    flags: flagsOf(show, about, given.required),
    children: [
      ...show.text(textIn((isElsewhere ? (given.described ?? beside) : about).description)),
      ...factsOf(show, value, given.described?.example),
      ...schemaFields(show, given.schema, above)
    ]
  }
}

/** The properties of a schema, of the items of a list, or of its alternatives; nothing for a plain value. */
export const schemaFields = (show: Showing, schema: Json | undefined, above: ReadonlySet<JsonObject>): PdfBlocks => {
  const { name, value } = resolve(show.document, schema)
  if (name !== undefined && show.models.has(value)) return []
  if (above.has(value) || (name !== undefined && show.shown.has(value))) {
    const isNested = isObject(value.properties) || value.allOf !== undefined || value.items !== undefined
    return isNested ? [{ type: "paragraph", children: [said(show.words.recursive)] }] : []
  }
  if (name !== undefined) show.shown.add(value)
  if (above.size >= depthLimit) return []
  const inside = new Set([...above, value])
  if (value.items !== undefined) return schemaFields(show, value.items, inside)
  const found: Properties = { properties: {}, required: new Set(), choices: [] }
  gather(show.document, value, found, new Set())
  const blocks: Array<PdfBlock> = []
  const fields: Array<PdfField> = []
  const add = (name: string, given: Json, required: boolean): boolean => {
    if (--show.left < 0) return false
    fields.push(fieldOf(show, { name, schema: given, required }, inside))
    return true
  }
  for (const [name, property] of Object.entries(found.properties)) {
    if (!add(name, property, found.required.has(name))) break
  }
  if (found.rest !== undefined) add(show.words.otherNames, found.rest, false)
  if (fields.length > 0) blocks.push({ type: "fields", fields })
  if (show.left === -1) blocks.push({ type: "paragraph", children: [said(show.words.more)] })
  for (const [key, choices] of found.choices) {
    const [only] = choices
    if (choices.length === 1 && only !== undefined) {
      blocks.push(...factsOf(show, resolve(show.document, only).value, undefined), ...schemaFields(show, only, inside))
      continue
    }
    const named = choices.slice(0, allowedLimit).map((choice) => typeOf(show, choice))
    blocks.push({ type: "paragraph", children: listed(show.words[key], named) })
    const shownChoices = choices.flatMap((choice): ReadonlyArray<PdfField> => {
      const children = schemaFields(show, choice, inside)
      return children.length === 0 ? [] : [{ name: kindOf(show.document, choice), kind: "", flags: [], children }]
    })
    if (shownChoices.length > 0) blocks.push({ type: "fields", fields: shownChoices })
  }
  return blocks
}
