/** Fits the claims of a visitor to a schema of claims. */

import { fromPaths } from "../../../text/conditions/ClaimPaths.js"
import { type Claims, type ClaimValue, isClaims } from "../../../text/conditions/Claims.js"
import type { AdaptiveJsonSchema, ClaimSchema, ClaimSchemas } from "./AdaptiveSchema.js"

const fits = (schema: ClaimSchema, value: ClaimValue): boolean => {
  switch (schema.type) {
    case "boolean":
    case "number":
      return typeof value === schema.type
    case "string":
      return typeof value === "string" && (schema.enum === undefined || schema.enum.includes(value))
    case "array":
      return Array.isArray(value) && value.every((item) => fits(schema.items, item))
    case "object":
      return isClaims(value)
  }
}

const schemaOf = (schemas: ClaimSchemas, name: string): ClaimSchema | undefined =>
  Object.hasOwn(schemas, name) ? schemas[name] : undefined

const fitting = (schemas: ClaimSchemas, claims: Claims): Claims =>
  Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]): ReadonlyArray<readonly [string, ClaimValue]> => {
      const schema = schemaOf(schemas, name)
      if (schema === undefined || !fits(schema, value)) return []
      return [[name, schema.type === "object" && isClaims(value) ? fitting(schema.properties, value) : value]]
    })
  )

/**
 * The claims without those that are not in the schema or do not match it. Of an object, only the parts that do not
 * match are removed.
 */
export const fitClaims = ({ properties }: AdaptiveJsonSchema, claims: Claims): Claims => fitting(properties, claims)

/** Parses a value from text, by the schema if it has one for it, otherwise by its form. */
const fromText = (schema: ClaimSchema | undefined, text: string): ClaimValue => {
  if (schema?.type === "string") return text
  if (text === "true" || text === "false") return text === "true"
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) ? Number(text) : text
}

const schemaAt = (schemas: ClaimSchemas, path: string): ClaimSchema | undefined => {
  const dot = path.indexOf(".")
  if (dot === -1) return schemaOf(schemas, path)
  const outer = schemaOf(schemas, path.slice(0, dot))
  return outer?.type === "object" ? schemaAt(outer.properties, path.slice(dot + 1)) : undefined
}

/** Unsigned claims as in a URL: strings by the dotted path of the claim. */
export interface UnsignedTexts {
  readonly [path: string]: string | ReadonlyArray<string>
}

/** The maximum number of names in a path. */
const maxPath = 16

/** Parses unsigned claims, with the types from the schema. */
export const readUnsigned = (schema: AdaptiveJsonSchema | undefined, texts: UnsignedTexts): Claims => {
  const schemas = schema?.properties.unsigned?.properties ?? {}
  return fromPaths(
    Object.entries(texts).flatMap(([path, text]): ReadonlyArray<readonly [string, ClaimValue]> => {
      if (path.split(".").length > maxPath) return []
      const found = schemaAt(schemas, path)
      const item = found?.type === "array" ? found.items : found
      const several = typeof text !== "string"
      const values = (several ? text : [text]).map((each) => fromText(item, each))
      return [[path, several || found?.type === "array" ? values : (values[0] ?? "")]]
    })
  )
}
