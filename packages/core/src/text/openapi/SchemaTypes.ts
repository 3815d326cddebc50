/** The types of schemas as text. */
import type { Json, JsonObject } from "./Json.js"
import { listIn, resolve, textIn } from "./NamedSpecs.js"
import { composedSchema, typesOf } from "./SchemaParts.js"

/** The maximum length of a name or value. */
const valueLength = 200

/** A name or a value, cut where it is too long. */
export const cut = (text: string): string =>
  text.length <= valueLength ? text : `${text.slice(0, valueLength).toWellFormed()}…`

/** The maximum number of alternatives of a type that are listed, and their maximum nesting. */
const alternatives = 4
const depthLimit = 5

const kind = (document: JsonObject, schema: Json | undefined, depth: number): string => {
  if (schema === true || schema === undefined) return "any"
  const { name, value } = resolve(document, schema)
  const choices = [...listIn(value.oneOf), ...listIn(value.anyOf)]
  if (depth > depthLimit) return name ?? "object"
  if (name !== undefined) return cut(name)
  const title = textIn(value.title)
  if (depth > 0 && title !== "" && typesOf(value).includes("object")) return cut(title)
  const made = typesOf(value).map((type) => {
    if (type === "array") return arrayKind(document, value, depth)
    return typeof value.format === "string" ? `${type} (${cut(value.format)})` : type
  })
  const nullable = value.nullable === true ? ["null"] : []
  if (made.length > 0) return [...made, ...nullable].join(" | ")
  if (choices.length > 0) {
    const named = choices.slice(0, alternatives).map((choice) => alternativeKind(document, choice, depth))
    return [...named, ...(choices.length > alternatives ? ["…"] : []), ...nullable].join(" | ")
  }
  const [first, ...others] = listIn(value.allOf)
  if (first !== undefined) {
    const { allOf: _, ...composed } = composedSchema(document, value)
    return others.length > 0 && typesOf(composed).length > 0
      ? kind(document, { ...composed, title: "" }, depth)
      : others.length > 0
        ? "object"
        : kind(document, first, depth + 1)
  }
  return value.enum === undefined && value.const === undefined ? "any" : "enum"
}

/** The type of a list: that of its items, or those of its first items in order, such as `[string, integer]`. */
const arrayKind = (document: JsonObject, { items, prefixItems }: JsonObject, depth: number): string => {
  const first = listIn(prefixItems).map((item) => kind(document, item, depth + 1))
  const item = kind(document, items, depth + 1)
  if (first.length === 0) return / \| /.test(item) ? `(${item})[]` : `${item}[]`
  return `[${[...first, ...(items === false ? [] : [`…${item}`])].join(", ")}]`
}

/** The name of an alternative: that of its schema, its title, or its type. */
export const alternativeKind = (document: JsonObject, schema: Json, depth: number): string => {
  const { name, value } = resolve(document, schema)
  return name === undefined && textIn(value.title) !== "" ? cut(textIn(value.title)) : kind(document, schema, depth + 1)
}

/**
 * The type of a schema as text, such as `Pet[]`, `string (date-time) | null`, or, for a named plain value,
 * `Id, string (uuid)`.
 */
export const kindOf = (document: JsonObject, schema: Json | undefined): string => {
  const { name, value } = resolve(document, schema)
  const isPlain = name !== undefined && typesOf(value).some((type) => plainTypes.has(type))
  return isPlain ? `${cut(name)}, ${kind(document, value, 0)}` : kind(document, schema, 0)
}

const plainTypes: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"])
