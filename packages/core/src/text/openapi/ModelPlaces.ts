/** The places where a document shows the schemas that specifications name, so that everything else can link there. */

import type { PdfTarget } from "../blocks/BlockDocument.js"
import type { ContentNode } from "../markdown/ContentNode.js"
import { dataText, headingLevel } from "../markdown/NodeReading.js"
import type { Json, JsonObject } from "./Json.js"
import { listIn, objectIn, resolve } from "./NamedSpecs.js"

/** The places of named schemas. */
export type ModelPlaces = ReadonlyMap<JsonObject, PdfTarget>

/** The names of the schemas that a tag shows. */
export const schemaNamesOf = (tag: ContentNode): ReadonlyArray<string> =>
  (dataText(tag, "schemas") ?? "").split(",").map((name) => name.trim())

/** The schema with a name; `undefined` if there is none. */
export const schemaNamed = (document: JsonObject, name: string): Json | undefined => {
  const { components, definitions } = document
  const schemas = objectIn(objectIn(components).schemas ?? definitions)
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined
}

/**
 * Adds the schemas that a page shows: each is found at the heading before it, or else at the beginning of the page. A
 * schema that is shown several times is found where it is shown first.
 */
export const addModels = (
  found: Map<JsonObject, PdfTarget>,
  nodes: ReadonlyArray<ContentNode>,
  placeOf: (heading?: ContentNode) => string,
  specOf: (tag: ContentNode) => JsonObject | undefined
): void => {
  let place = placeOf()
  const visit = (node: ContentNode): void => {
    if (node.type === "change" && node.data?.change === "removed") return
    for (const inner of node.nodes ?? []) visit(inner)
    const document = node.type === "openapi-schemas" ? specOf(node) : undefined
    if (document === undefined) return
    for (const name of schemaNamesOf(node)) {
      const { name: alias, value } = resolve(document, schemaNamed(document, name))
      if (alias === undefined && !found.has(value)) found.set(value, { kind: "place", place })
    }
  }
  for (const node of nodes) {
    if (headingLevel(node) !== undefined) place = placeOf(node)
    visit(node)
  }
}

/** The maximum number of lists, parts and alternatives around a named schema. */
const depthLimit = 5

/**
 * The place where the named schema behind a schema is shown: itself, the items of a list, its only part, or its only
 * alternative to `null`. `undefined` if it is shown nowhere.
 */
export const modelPlace = (
  document: JsonObject,
  models: ModelPlaces,
  schema: Json | undefined,
  depth = 0
): PdfTarget | undefined => {
  if (models.size === 0 || depth > depthLimit) return undefined
  const { name, value } = resolve(document, schema)
  const own = name === undefined ? undefined : models.get(value)
  if (own !== undefined) return own
  const choices = [...listIn(value.oneOf), ...listIn(value.anyOf)]
  const isNull = (choice: Json) => resolve(document, choice).value.type === "null"
  const parts = [value.items ?? [], ...listIn(value.allOf), ...choices.filter((choice) => !isNull(choice))].flat()
  return parts.length === 1 ? modelPlace(document, models, parts[0], depth + 1) : undefined
}
