/** The parts of a schema that pages and samples of it are made from. */
import { isObject, type Json, type JsonObject } from "./Json.js"
import { listIn, objectIn, resolve } from "./NamedSpecs.js"

/** The direction in which a value is sent. */
export type Direction = "request" | "response"

/** The schema behind a value, with the keywords that stand beside its reference. */
export const wholeSchema = (document: JsonObject, schema: Json | undefined): JsonObject => {
  const { $ref: _, ...beside } = objectIn(schema)
  return { ...resolve(document, schema).value, ...beside }
}

/** The maximum nesting of compositions whose keywords count. */
const compositionLimit = 4

/** A schema with the keywords of the schemas that it is composed of, where it does not state them itself. */
export const composedSchema = (document: JsonObject, schema: Json | undefined, depth = 0): JsonObject => {
  const own = wholeSchema(document, schema)
  if (depth === compositionLimit) return own
  return Object.assign({}, ...listIn(own.allOf).map((part) => composedSchema(document, part, depth + 1)), own)
}

/** Whether a property is absent in a direction: read-only ones in requests, write-only ones in responses. */
export const isAbsentIn = (document: JsonObject, schema: Json, direction: Direction | undefined): boolean => {
  const { readOnly, writeOnly } = composedSchema(document, schema)
  return direction === "request" ? readOnly === true : direction === "response" && writeOnly === true
}

/** A schema with the bounds of OpenAPI 3.0, whose `exclusiveMinimum` is a boolean, as in JSON Schema. */
export const withNumericBounds = (schema: JsonObject): JsonObject => {
  const bounds = [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"]
  ]
  return bounds.reduce<JsonObject>((changed, [bound = "", exclusive = ""]) => {
    const { [bound]: limit, [exclusive]: isExclusive, ...rest } = changed
    if (typeof isExclusive !== "boolean") return changed
    return { ...rest, ...(limit !== undefined && { [isExclusive ? exclusive : bound]: limit }) }
  }, schema)
}

/** The types that a schema allows. */
export const typesOf = (schema: JsonObject): ReadonlyArray<string> => {
  const given = Array.isArray(schema.type) ? schema.type : [schema.type]
  const types = given.filter((type) => typeof type === "string")
  if (types.length > 0) return types
  if (isObject(schema.properties) || isObject(schema.additionalProperties) || isObject(schema.patternProperties)) {
    return ["object"]
  }
  return schema.items === undefined && schema.prefixItems === undefined ? [] : ["array"]
}

/** An alternative of a schema; `values` are those of the discriminator that choose it. */
export interface Alternative {
  readonly schema: Json
  readonly values: ReadonlyArray<string>
}

const isNull = (document: JsonObject, schema: Json): boolean => resolve(document, schema).value.type === "null"

/** The reference to the schema that a mapping names, by a reference or by its name. */
const mapped = (document: JsonObject, target: Json): JsonObject => {
  const name = String(target)
  const isName = Object.hasOwn(objectIn(objectIn(document.components).schemas), name)
  return { $ref: isName ? `#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` : name }
}

/** The named schemas that are composed of a schema. */
const kindsOf = (document: JsonObject, base: JsonObject): ReadonlyArray<Json> => {
  const [place, schemas] = isObject(document.definitions)
    ? ["#/definitions", document.definitions]
    : ["#/components/schemas", objectIn(objectIn(document.components).schemas)]
  return Object.entries(schemas).flatMap(([name, schema]) =>
    listIn(objectIn(schema).allOf).some((part) => resolve(document, part).value === base)
      ? [{ $ref: `${place}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` }]
      : []
  )
}

/** The name of the property by whose value a schema chooses its alternative; `undefined` if there is none. */
export const discriminatorOf = ({ discriminator }: JsonObject): string | undefined => {
  const name = isObject(discriminator) ? discriminator.propertyName : discriminator
  return typeof name === "string" ? name : undefined
}

/**
 * The alternatives of a schema: its own, except `null`, or, if it is the base of others and `mayBeBase`, the kinds that
 * its discriminator chooses from.
 */
export const alternativesOf = (
  document: JsonObject,
  schema: JsonObject,
  mayBeBase = true
): ReadonlyArray<readonly ["oneOf" | "anyOf", ReadonlyArray<Alternative>]> => {
  const isChosen = discriminatorOf(schema) !== undefined
  const mapping = Object.entries(objectIn(objectIn(schema.discriminator).mapping)).map(
    ([value, target]) => [value, mapped(document, target)] as const
  )
  const withValues = (each: Json): Alternative => {
    const { name, value } = resolve(document, each)
    const own = mapping.filter(([, target]) => resolve(document, target).value === value).map(([key]) => key)
    return { schema: each, values: own.length > 0 || !isChosen || name === undefined ? own : [name] }
  }
  const stated = (["oneOf", "anyOf"] as const).flatMap((key) => {
    const choices = listIn(schema[key]).filter((choice) => !isNull(document, choice))
    return choices.length === 0 ? [] : [[key, choices.map(withValues)] as const]
  })
  if (stated.length > 0 || !isChosen || !mayBeBase) return stated
  const known = mapping.map(([, target]) => target)
  const kinds = [...known, ...kindsOf(document, schema)].filter((kind, at, all) => {
    const { value } = resolve(document, kind)
    return value !== schema && all.findIndex((other) => resolve(document, other).value === value) === at
  })
  return kinds.length === 0 ? [] : [["oneOf", kinds.map(withValues)]]
}

/** The maximum number of schemas that are composed of one another. */
const depthLimit = 10

/** The properties of a schema and of the schemas it is composed of, to a bounded depth. */
export const propertiesOf = (document: JsonObject, schema: JsonObject, depth = 0): JsonObject =>
  depth > depthLimit
    ? {}
    : Object.assign(
        {},
        ...listIn(schema.allOf).map((part) => propertiesOf(document, resolve(document, part).value, depth + 1)),
        objectIn(schema.properties)
      )
