/**
 * Specifications as plain JSON, whatever format they were written in: bounded, and without values that JSON cannot
 * express.
 */
import { parseDocument } from "yaml"

/** A JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** The maximum nesting of a specification. */
const maxDepth = 200

/** The maximum number of values in one file, where aliased values count each time. */
const maxValues = 1_000_000

/** Whether a JSON value is an object. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An object with each of its values replaced. */
export const mapValues = (object: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/**
 * A copy in plain JSON: values shared by YAML aliases are repeated, and keys that could reach a prototype are omitted.
 */
const plain = (value: unknown, depth: number, budget: { left: number }): Json => {
  if (--budget.left < 0) throw new Error(`more than ${maxValues} values`)
  if (depth > maxDepth) throw new Error(`more than ${maxDepth} levels of nesting`)
  switch (typeof value) {
    case "string":
      return value.toWellFormed()
    case "boolean":
      return value
    case "number":
      return Number.isFinite(value) ? value : null
    case "bigint":
      return Number(value)
    case "object": {
      if (value === null) return null
      if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1, budget))
      const copy: Record<string, Json> = {}
      for (const [key, item] of Object.entries(value)) {
        if (key !== "__proto__") copy[key.toWellFormed()] = plain(item, depth + 1, budget)
      }
      return copy
    }
    default:
      return null
  }
}

/** The maximum length of YAML, which takes many times longer to parse than JSON. */
const maxYaml = 5_000_000

const readYaml = (text: string): unknown => {
  if (text.length > maxYaml) throw new Error(`YAML of more than ${maxYaml} characters`)
  const document = parseDocument(text, { prettyErrors: false, logLevel: "silent", merge: true })
  const [error] = document.errors
  if (error !== undefined) throw error
  // Aliases share their targets; the copy limits how much they repeat.
  return document.toJS({ maxAliasCount: -1 })
}

/** Parses a text as JSON, or else as YAML. Throws if it is neither, or too large. */
export const parseJson = (text: string): Json => {
  const trimmed = text.replace(/^\ufeff/, "")
  let value: unknown
  try {
    value = JSON.parse(trimmed)
  } catch (error) {
    if (/^\s*[[{]/.test(trimmed) && trimmed.length > 1_000_000) throw error
    value = readYaml(trimmed)
  }
  return plain(value, 0, { left: maxValues })
}

/** The canonical text of a JSON value: equal for equal values, whatever the order of keys. */
export const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`
}
