/** Writes examples as XML, as the `xml` keywords of their schemas ask. */
import { isObject, type Json, type JsonObject } from "./Json.js"
import { objectIn, resolve, textIn } from "./NamedSpecs.js"
import { valueText } from "./ParameterTexts.js"
import { propertiesOf } from "./SchemaParts.js"

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "")

/** The name of an element or an attribute: that of the schema, or else that of the property; letters only. */
const nameOf = (schema: JsonObject, usual: string): string => {
  const { name, prefix } = objectIn(schema.xml)
  const own = (textIn(name) || usual).replaceAll(/[^\p{L}\p{N}_.-]/gu, "_").replace(/^(?=[^\p{L}_])/u, "_")
  return textIn(prefix) === "" ? own : `${textIn(prefix)}:${own}`
}

/** The elements of a value; a list that is not wrapped is one element for each item. */
const elements = (
  document: JsonObject,
  given: Json | undefined,
  value: Json,
  usual: string,
  indent: string
): ReadonlyArray<string> => {
  const schema = resolve(document, given).value
  const { namespace, prefix, wrapped } = objectIn(schema.xml)
  const name = nameOf(schema, usual)
  const space =
    textIn(namespace) === "" ? "" : ` xmlns${textIn(prefix) && `:${textIn(prefix)}`}="${escaped(textIn(namespace))}"`
  const around = (attributes: string, inner: ReadonlyArray<string>): string =>
    inner.length === 0
      ? `${indent}<${name}${space}${attributes}/>`
      : `${indent}<${name}${space}${attributes}>\n${inner.join("\n")}\n${indent}</${name}>`
  if (Array.isArray(value)) {
    const item = nameOf(resolve(document, schema.items).value, wrapped === true ? usual : name)
    const deeper = wrapped === true ? `${indent}  ` : indent
    const items = value.flatMap((each) => elements(document, schema.items, each, item, deeper))
    return wrapped === true ? [around("", items)] : items
  }
  if (!isObject(value))
    return [`${indent}<${name}${space}>${value === null ? "" : escaped(valueText(value))}</${name}>`]
  const properties = propertiesOf(document, schema)
  const parts = Object.entries(value).map(([key, each]) => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    const own = resolve(document, property).value
    const isAttribute = objectIn(own.xml).attribute === true && !isObject(each) && !Array.isArray(each)
    return isAttribute
      ? { attribute: ` ${nameOf(own, key)}="${each === null ? "" : escaped(valueText(each))}"`, inner: [] }
      : { attribute: "", inner: elements(document, property, each, key, `${indent}  `) }
  })
  const attributes = parts.map(({ attribute }) => attribute).join("")
  return [
    around(
      attributes,
      parts.flatMap(({ inner }) => inner)
    )
  ]
}

/** An example value of a schema as an XML document; a text is XML already. */
export const xmlSample = (document: JsonObject, schema: Json | undefined, value: Json): string => {
  if (typeof value === "string") return value
  const { name = "root" } = resolve(document, schema)
  const isList = Array.isArray(value) && objectIn(resolve(document, schema).value.xml).wrapped !== true
  const made = elements(document, schema, value, name, "")
  const body = isList ? `<${nameOf({}, name)}>\n${made.join("\n")}\n</${nameOf({}, name)}>` : made.join("\n")
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`
}
