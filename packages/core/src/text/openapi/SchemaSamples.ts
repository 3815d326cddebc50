/** Generates examples from schemas, for specifications without any. */
import { isObject, type Json, type JsonObject } from "./Json.js"
import { listIn, objectIn, resolve } from "./NamedSpecs.js"

/** The maximum nesting of an example, and its maximum number of values. */
const depthLimit = 5
const valueLimit = 200

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "P1D",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
  byte: "bGVjdGVybg==",
  binary: "…",
  password: "…"
}

/** The types that a schema allows. */
export const typesOf = (schema: JsonObject): ReadonlyArray<string> => {
  const given = Array.isArray(schema.type) ? schema.type : [schema.type]
  const types = given.filter((type) => typeof type === "string")
  if (types.length > 0) return types
  if (isObject(schema.properties) || isObject(schema.additionalProperties)) return ["object"]
  return schema.items === undefined ? [] : ["array"]
}

/** The example in `schema` itself; `undefined` if there is none. */
const given = (schema: JsonObject): Json | undefined =>
  schema.example ?? listIn(schema.examples)[0] ?? schema.default ?? schema.const ?? listIn(schema.enum)[0]

interface Making {
  readonly document: JsonObject
  left: number
}

const sample = (making: Making, schema: Json | undefined, above: ReadonlySet<JsonObject>): Json | undefined => {
  const { value } = resolve(making.document, schema)
  if (above.has(value) || above.size > depthLimit || --making.left < 0) return undefined
  const own = given(value)
  if (own !== undefined) return own
  const inside = new Set([...above, value])
  const parts = listIn(value.allOf)
  const choice = listIn(value.oneOf)[0] ?? listIn(value.anyOf)[0]
  const types = typesOf(value)
  const found: Record<string, Json> = {}
  for (const part of parts) Object.assign(found, objectIn(sample(making, part, inside)))
  if (types.includes("object") || parts.length > 0) {
    for (const [name, property] of Object.entries(objectIn(value.properties))) {
      const made = sample(making, property, inside)
      if (made !== undefined) found[name] = made
    }
    if (isObject(value.additionalProperties)) {
      const made = sample(making, value.additionalProperties, inside)
      if (made !== undefined) found.name = made
    }
    return found
  }
  if (choice !== undefined) return sample(making, choice, inside)
  if (types.includes("array")) {
    const item = sample(making, value.items, inside)
    return item === undefined ? [] : [item]
  }
  if (types.includes("string")) return formats[String(value.format)] ?? "text"
  if (types.includes("integer") || types.includes("number"))
    return typeof value.minimum === "number" ? value.minimum : 0
  if (types.includes("boolean")) return true
  return types.includes("null") ? null : undefined
}

/** An example value of a schema, of bounded size; `undefined` if none can be generated. */
export const sampleOf = (document: JsonObject, schema: Json | undefined): Json | undefined =>
  sample({ document, left: valueLimit }, schema, new Set())
