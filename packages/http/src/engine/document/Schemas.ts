/** The schemas of the document, in the form that readers and client generators expect. */
import { array, isObject, type Json, mapValues, nameOf, object, string } from "./Json.js"

/** Whether a description was written by a person: generated ones begin in lower case. */
const isWritten = (description: unknown): boolean => /^[^a-z]/.test(string(description))

/** The only value of a schema that allows one text; else `undefined`. */
const constantOf = (schema: unknown): string | undefined => {
  const { enum: values } = object(schema)
  const [only, ...others] = array(values)
  return others.length === 0 && typeof only === "string" ? only : undefined
}

const constantDescription = (name: string, value: string): string =>
  name === "object"
    ? `Always \`${value}\`: the type of the object.`
    : `Always \`${value}\`, which tells this alternative from the others.`

const property = (schema: unknown, name: string): unknown => {
  const tidied = tidy(schema)
  const constant = constantOf(tidied)
  return constant === undefined || "description" in tidied
    ? tidied
    : { ...tidied, description: constantDescription(name, constant) }
}

const isNothing = (schema: unknown): boolean =>
  isObject(schema) && isObject(schema.not) && Object.keys(schema.not).length === 0

const alternatives = (schemas: unknown): ReadonlyArray<Json> =>
  array(schemas)
    .map(tidy)
    .filter((schema) => !(array(schema.anyOf).length === 1 && isNothing(array(schema.anyOf)[0])))

/** A schema without the library's additions, and with the descriptions that can be derived. */
export const tidy = (schema: unknown): Json => {
  const { $id: id, allOf, anyOf, description, items, patternProperties, properties, title, ...rest } = object(schema)
  const [only, ...others] = array(allOf)
  const reference = others.length === 0 && isObject(only) && "$ref" in only ? only : undefined
  if (id === "/schemas/%7B%7D") return { type: "object", ...(isWritten(description) && { description }) }
  return {
    ...(typeof id !== "string" && title !== undefined && { title }),
    ...rest,
    ...reference,
    ...(isWritten(description) && { description }),
    ...(reference === undefined && allOf !== undefined && { allOf: array(allOf).map(tidy) }),
    ...(anyOf !== undefined && { anyOf: alternatives(anyOf) }),
    ...(items !== undefined && { items: tidy(items) }),
    ...(properties !== undefined && { properties: mapValues(properties, property) }),
    ...(isObject(rest.additionalProperties) && { additionalProperties: tidy(rest.additionalProperties) }),
    ...(patternProperties !== undefined && { additionalProperties: tidy(object(patternProperties)[""]) })
  }
}

/** The required constant properties of an alternative. */
const tagsOf = (schema: Json): Json => {
  const required = array(schema.required)
  return Object.fromEntries(
    Object.entries(object(schema.properties)).flatMap(([name, value]) => {
      const constant = required.includes(name) ? constantOf(value) : undefined
      return constant === undefined ? [] : [[name, constant]]
    })
  )
}

/** The discriminator of a union: the property that tells its alternatives apart, with the value of each. */
const discriminatorOf = (union: ReadonlyArray<unknown>, schemas: Json): object | undefined => {
  const references = union.map((member) => object(member).$ref)
  if (references.length < 2 || references.some((reference) => typeof reference !== "string")) return undefined
  const tags = references.map((reference) => tagsOf(object(schemas[nameOf(reference)])))
  const propertyName = Object.keys(tags[0] ?? {}).find(
    (name) => new Set(tags.map((tag) => tag[name] ?? "")).size === tags.length && tags.every((tag) => name in tag)
  )
  if (propertyName === undefined) return undefined
  const mapping = Object.fromEntries(tags.map((tag, index) => [string(tag[propertyName]), references[index]]))
  return { propertyName, mapping }
}

/** Adds discriminators to the unions of tagged alternatives in any part of the document. */
export const discriminated = (value: unknown, schemas: Json): unknown => {
  if (Array.isArray(value)) return value.map((item) => discriminated(item, schemas))
  if (!isObject(value)) return value
  const { anyOf, ...rest } = mapValues(value, (child) => discriminated(child, schemas))
  if (anyOf === undefined) return rest
  const discriminator = Array.isArray(anyOf) ? discriminatorOf(anyOf, schemas) : undefined
  return discriminator === undefined ? { ...rest, anyOf } : { ...rest, oneOf: anyOf, discriminator }
}
