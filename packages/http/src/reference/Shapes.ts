/** Schemas of the document in HTML. */
import { array, isObject, type Json, nameOf, object, string } from "../document/Json.js"
import { escape, prose } from "./Html.js"

const value = (constant: unknown): string => `<code>${escape(JSON.stringify(constant))}</code>`

/** A type in one line; `schemas` is the URL of the page with all schemas. */
export const typeOf = (schema: unknown, schemas: string): string => {
  const { $ref, anyOf, const: constant, enum: values, items, oneOf, properties, type } = object(schema)
  if ($ref !== undefined) {
    const name = escape(nameOf($ref))
    return `<a href="${schemas}#${name}">${name}</a>`
  }
  const union = array(anyOf ?? oneOf)
  if (union.length > 0) return union.map((member) => typeOf(member, schemas)).join(" or ")
  if (Array.isArray(values)) return values.map(value).join(", ")
  if (constant !== undefined) return value(constant)
  if (type === "array") return `array of ${typeOf(items, schemas)}`
  return type === "object" || properties !== undefined ? "object" : escape(string(type) || "any JSON")
}

const limits: ReadonlyArray<readonly [string, string]> = [
  ["minLength", "at least %s characters"],
  ["maxLength", "at most %s characters"],
  ["minimum", "from %s"],
  ["maximum", "to %s"],
  ["minItems", "at least %s items"],
  ["maxItems", "at most %s items"],
  ["pattern", "matches %s"],
  ["format", "%s"]
]

const limitsOf = (schema: unknown): ReadonlyArray<string> =>
  limits
    .filter(([key]) => object(schema)[key] !== undefined && !(key === "minLength" && object(schema)[key] === 0))
    .map(([key, text]) => escape(text.replace("%s", () => String(object(schema)[key]))))

/** Something with a name and a type: a property or a parameter. */
export interface Field {
  readonly name: string
  /** The location of a parameter. */
  readonly where?: string
  readonly required: boolean
  readonly schema: unknown
  readonly description: string
}

/** The properties of an object. */
export const fieldsOf = (schema: Json): ReadonlyArray<Field> => {
  const required = array(schema.required)
  return Object.entries(object(schema.properties)).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property,
    description: string(object(property).description)
  }))
}

/** The object whose properties are shown with a schema: itself, or the items of an array. */
const inner = (schema: unknown): Json | undefined => {
  const { items, properties } = object(schema)
  if (isObject(properties)) return object(schema)
  return items === undefined ? undefined : inner(items)
}

/** Fields with their types, limits and descriptions. */
export const fields = (all: ReadonlyArray<Field>, schemas: string): string => {
  const entries = all.map(({ description, name, required, schema, where }) => {
    const notes = [...(where === undefined ? [] : [where]), ...(required ? ["required"] : []), ...limitsOf(schema)]
    const nested = inner(schema)
    const below = nested === undefined ? "" : fields(fieldsOf(nested), schemas)
    const said = notes.length === 0 ? "" : ` <small>${notes.join(", ")}</small>`
    return `<dt><code>${escape(name)}</code> ${typeOf(schema, schemas)}${said}</dt><dd>${prose(description)}${below}</dd>`
  })
  return entries.length === 0 ? "" : `<dl>${entries.join("")}</dl>`
}

/** A schema of the document under its name. */
export const schemaArticle = (name: string, schema: unknown): string => {
  const own = fieldsOf(object(schema))
  const { propertyName } = object(object(schema).discriminator)
  const shape = own.length > 0 ? fields(own, "") : `<p>${typeOf(schema, "")}</p>`
  const tag =
    typeof propertyName === "string" ? `<p>The field <code>${escape(propertyName)}</code> says which.</p>` : ""
  const id = escape(name)
  return `<article id="${id}"><h2>${id}</h2><p>${prose(string(object(schema).description))}</p>${shape}${tag}</article>`
}
