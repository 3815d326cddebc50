/** The references (`$ref`) of a specification. */
import { isObject, type Json, type JsonObject } from "./Json.js"

/** Keywords whose values are maps with arbitrary keys, none of which is a keyword of the format. */
const maps: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "definitions",
  "$defs",
  "schemas",
  "responses",
  "parameters",
  "examples",
  "requestBodies",
  "headers",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
  "paths",
  "webhooks",
  "content",
  "encoding"
])

/** Keywords whose values are data, in which `$ref` is an ordinary key. */
const data: ReadonlySet<string> = new Set(["example", "default", "enum", "const", "value"])

const isData = (key: string): boolean => data.has(key) || (key.startsWith("x-") && key !== "x-files")

/**
 * A copy of a specification, or of a part of one, with every reference replaced; data is left as it is. A `$ref` that
 * is not a string is omitted, as it is not a reference.
 */
export const rewriteReferences = (value: Json, rewrite: (reference: string) => string): Json => {
  const visit = (current: Json, named: boolean): Json => {
    if (Array.isArray(current)) return current.map((item) => visit(item, false))
    if (!isObject(current)) return current
    const copy: Record<string, Json> = {}
    for (const [key, item] of Object.entries(current)) {
      if (named) copy[key] = visit(item, false)
      else if (key === "$ref") {
        if (typeof item === "string") copy[key] = rewrite(item)
      } else copy[key] = isData(key) ? item : visit(item, maps.has(key) && isObject(item))
    }
    return copy
  }
  return visit(value, false)
}

/** The references of a specification, each once. */
export const referencesOf = (value: Json): ReadonlySet<string> => {
  const found = new Set<string>()
  rewriteReferences(value, (reference) => {
    found.add(reference)
    return reference
  })
  return found
}

/** A reference split in two; the fragment is without its `#`. */
export const cutReference = (reference: string): { readonly file: string; readonly fragment: string } => {
  const at = reference.indexOf("#")
  return at < 0
    ? { file: reference, fragment: "" }
    : { file: reference.slice(0, at), fragment: reference.slice(at + 1) }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A key as a step of a JSON pointer in a fragment. */
export const pointerStep = (key: string): string => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))

/**
 * The target of a fragment; `undefined` if there is none. A fragment that is not a pointer names an anchor, which is
 * not resolved here.
 */
export const pointedTo = (document: Json, fragment: string): Json | undefined => {
  if (fragment === "" || !fragment.startsWith("/")) return document
  let current: Json | undefined = document
  for (const step of fragment.slice(1).split("/")) {
    const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~")
    if (Array.isArray(current)) current = /^\d+$/.test(key) ? current[Number(key)] : undefined
    else if (isObject(current)) current = Object.hasOwn(current, key) ? current[key] : undefined
    else return undefined
  }
  return current
}

/** The pointers of the objects in documents by the objects, made when they are first asked for. */
const pointers = new WeakMap<JsonObject, ReadonlyMap<JsonObject, string>>()

/** The place of an object in its document, as a JSON pointer; `undefined` if it is elsewhere. */
export const pointerOf = (document: JsonObject, object: JsonObject): string | undefined => {
  const known = pointers.get(document)
  if (known !== undefined) return known.get(object)
  const found = new Map<JsonObject, string>()
  const visit = (value: Json, pointer: string): void => {
    if (typeof value !== "object" || value === null) return
    if (isObject(value)) found.set(value, pointer)
    for (const [key, each] of Object.entries(value)) visit(each, `${pointer}/${pointerStep(key)}`)
  }
  visit(document, "")
  pointers.set(document, found)
  return found.get(object)
}
