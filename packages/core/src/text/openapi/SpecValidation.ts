/** Whether a document is an OpenAPI or Swagger specification. */
import { lazy } from "../../foundation/loading/Lazy.js"
import { isObject, type Json, type JsonObject, mapValues } from "./Json.js"
import { rewriteReferences } from "./References.js"

const validator = lazy("the validator of specifications", () => import("@scalar/openapi-parser"))

/** A target that the validator accepts for references, which are not resolved while a document is validated. */
const nowhere = "#/x-reference-"

/** A path without its reference, which the validator's schema of OpenAPI 3.1 does not allow. */
const withoutReference = (item: Json): Json => {
  if (!isObject(item)) return item
  const { $ref: _, ...rest } = item
  return rest
}

/**
 * The document with inert references, each with a target of its own, and without keys that only look like references.
 */
const harmless = (document: JsonObject): Record<string, unknown> => {
  const { paths } = document
  const direct = isObject(paths) ? { paths: mapValues(paths, withoutReference) } : {}
  const places = new Map<string, string>()
  const placeOf = (reference: string): string => {
    const place = places.get(reference) ?? `${nowhere}${places.size}`
    places.set(reference, place)
    return place
  }
  const isReference = (value: unknown) => typeof value === "string" && value.startsWith(nowhere)
  const text = JSON.stringify(rewriteReferences({ ...document, ...direct }, placeOf), (key, value: unknown) =>
    key === "$ref" && !isReference(value) ? undefined : typeof value === "bigint" ? Number(value) : value
  )
  return JSON.parse(text)
}

/**
 * The problem with a document, or `undefined`. References are not followed: that is done before, within limits. The
 * validator is loaded on first use.
 */
export const specificationProblem = async (document: JsonObject): Promise<string | undefined> => {
  const validate = await validator.use((module) => module.validate)
  try {
    const { errors, valid } = await validate(harmless(document))
    if (valid) return undefined
    const [error] = errors ?? []
    // Its type does not mention the JSON pointer that an error has.
    const path = error !== undefined && "path" in error ? String(error.path) : ""
    const where = path === "" ? "" : `#${path}: `
    return `${where}${error?.message ?? "not a specification"}`
  } catch (error) {
    return String(error)
  }
}
