/** What a schema of claims makes of the claims of a visitor. */

import { type Claims, type ClaimValue, fromPaths, isClaims } from "../../conditions/Claims.js"
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

/** The claims without those that the schema does not have, or has otherwise; of objects only what does not fit goes. */
export const fitClaims = ({ properties }: AdaptiveJsonSchema, claims: Claims): Claims => fitting(properties, claims)

/** A value that is written as text, as the schema has it; where it has none, as it looks. */
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

/** Claims that nobody signed, as an address has them: texts by the dotted path of the claim. */
export interface UnsignedTexts {
  readonly [path: string]: string | ReadonlyArray<string>
}

/** How many names a path may have. */
const maxPath = 16

/** The unsigned claims that are written like this, with the types that the schema gives them. */
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
