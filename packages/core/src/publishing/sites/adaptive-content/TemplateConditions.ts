/** The conditions that a schema of claims suggests. */

import { characterCount } from "../../../foundation/schema/Text.js"
import { maxCondition } from "../../../text/conditions/ConditionText.js"
import type { AdaptiveJsonSchema, ClaimSchema, ClaimSchemas, TemplateCondition } from "./AdaptiveSchema.js"

const member = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

const described = (description: string, path: string): string => (description === "" ? path : description)

const ofClaim = (schema: ClaimSchema, path: string): ReadonlyArray<TemplateCondition> => {
  const description = described(schema.description, path)
  const each = (values: ReadonlyArray<string> = [], condition: (value: string) => string) =>
    values.map((value) => ({ description: `${description}: ${value}`, condition: condition(JSON.stringify(value)) }))
  switch (schema.type) {
    case "boolean":
      return [{ description, condition: `${path} == true` }]
    case "string":
      return each(schema.enum, (value) => `${path} == ${value}`)
    case "array":
      return schema.items.type === "string" ? each(schema.items.enum, (value) => `${path}.includes(${value})`) : []
    case "object":
      return ofClaims(schema.properties, path)
    case "number":
      return []
  }
}

const ofClaims = (schemas: ClaimSchemas, path: string): ReadonlyArray<TemplateCondition> =>
  Object.entries(schemas).flatMap(([name, schema]) => ofClaim(schema, `${path}${member(name)}`))

/**
 * One condition for each boolean claim and for each value of an enumeration, in the order of the schema, except
 * conditions longer than the limit.
 */
export const templateConditions = ({ properties }: AdaptiveJsonSchema): ReadonlyArray<TemplateCondition> =>
  ofClaims(properties, "visitor.claims").filter(({ condition }) => characterCount(condition) <= maxCondition)
