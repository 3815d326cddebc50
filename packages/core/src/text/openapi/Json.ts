/**
 * Specifications as plain JSON, whatever format they were written in: bounded, and without values that JSON cannot
 * express.
 */
import { parseDocument } from "yaml"

/** A JSON value; an integer that a number cannot hold exactly is a `bigint`. */
export type Json = null | boolean | number | bigint | string | ReadonlyArray<Json> | JsonObject
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
      return Number.isSafeInteger(Number(value)) ? Number(value) : value
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

/** A problem with the syntax of a text, and the place where it is. */
const syntaxError = (text: string, message: string, offset: number): Error => {
  const before = text.slice(0, offset).split("\n")
  return new Error(`line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message}`)
}

const readYaml = (text: string): unknown => {
  if (text.length > maxYaml) throw new Error(`YAML of more than ${maxYaml} characters`)
  const document = parseDocument(text, { prettyErrors: false, logLevel: "silent", merge: true, intAsBigInt: true })
  const [error] = document.errors
  if (error !== undefined) throw syntaxError(text, error.message, error.pos[0])
  // Aliases share their targets; the copy limits how much they repeat.
  return document.toJS({ maxAliasCount: -1 })
}

/** The error of parsing a text as JSON; `undefined` if it is JSON. */
const jsonError = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * The offset of the error in a text that is not JSON. Engines do not always state it, so it is found as the end of the
 * longest beginning that is only incomplete.
 */
const jsonErrorOffset = (text: string): number => {
  const isIncomplete = (length: number): boolean => {
    const message = jsonError(text.slice(0, length)) ?? "end"
    const [, position] = /at position (\d+)/.exec(message) ?? []
    return position === undefined
      ? /\bend\b/i.test(message)
      : Number(position) >= length || /unterminated/i.test(message)
  }
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isIncomplete(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The strings and the numbers of a JSON text. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** A value in which {@link parseExact} has marked long integers as strings that begin with a NUL. */
const unmarked = (value: unknown): unknown => {
  if (typeof value === "string" && value.startsWith("\0")) {
    return value.startsWith("\0", 1) ? value.slice(1) : BigInt(value.slice(1))
  }
  if (Array.isArray(value)) return value.map(unmarked)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key.replace(/^\0/, ""), unmarked(each)] as const)
  return Object.fromEntries(entries)
}

/** The value of a JSON text, with integers that a number cannot hold exactly as `bigint`. Throws if it is not JSON. */
export const parseExact = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (!/\d{16}/.test(text)) return value
  const marked = text.replaceAll(tokens, (token) => {
    if (token.startsWith('"')) return token.startsWith('"\\u0000') ? `"\\u0000${token.slice(1)}` : token
    return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0000${token}"` : token
  })
  return unmarked(JSON.parse(marked))
}

/** The size from which a text that looks like JSON is not also tried as YAML. */
const largeJson = 1_000_000

/**
 * Parses a text as JSON, or else as YAML. Throws if it is neither, or too large; the message says in which line and
 * column the syntax is wrong.
 */
export const parseJson = (text: string): Json => {
  const trimmed = text.replace(/^\ufeff/, "")
  let value: unknown
  try {
    value = parseExact(trimmed)
  } catch {
    if (/^\s*[[{]/.test(trimmed) && trimmed.length > largeJson) {
      throw syntaxError(trimmed, "this is not valid JSON", jsonErrorOffset(trimmed))
    }
    value = readYaml(trimmed)
  }
  return plain(value, 0, { left: maxValues })
}

/** A JSON value as text, in which every integer is exact; `indent` puts each value on a line of its own. */
export const jsonText = (value: Json, indent = "", line = indent === "" ? "" : "\n"): string => {
  if (typeof value === "bigint") return String(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const inside = line + indent
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  const colon = indent === "" ? ":" : ": "
  const items = isObject(value)
    ? Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}${colon}${jsonText(each, indent, inside)}`)
    : value.map((each) => jsonText(each, indent, inside))
  return items.length === 0 ? `${open}${close}` : `${open}${inside}${items.join(`,${inside}`)}${line}${close}`
}

/** The canonical text of a JSON value: equal for equal values, whatever the order of keys. */
export const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (!isObject(value)) return jsonText(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`
}
