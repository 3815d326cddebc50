/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, named, updatedAt } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { Text, text } from "../../../foundation/schema/Text.js"
import type { SiteId } from "../../../people/places/Site.js"

const BooleanClaim = Schema.Struct({
  type: Schema.Literal("boolean"),
  description: described(Text, "What the claim says about a visitor.")
}).annotations({
  identifier: "AdaptiveBooleanClaim",
  description: "A claim that is true or false."
})
const StringClaim = Schema.Struct({
  type: Schema.Literal("string"),
  enum: optional(Schema.Array(Text), "The texts that are allowed; any when omitted."),
  description: described(Text, "What the claim says about a visitor.")
}).annotations({ identifier: "AdaptiveStringClaim", description: "A claim that is a text." })
const NumberClaim = Schema.Struct({
  type: Schema.Literal("number"),
  description: described(Text, "What the claim says about a visitor.")
}).annotations({
  identifier: "AdaptiveNumberClaim",
  description: "A claim that is a number of any size."
})
const simpleClaims = [BooleanClaim, StringClaim, NumberClaim] as const
const ArrayClaim = Schema.Struct({
  type: Schema.Literal("array"),
  description: described(Text, "What the claim says about a visitor."),
  items: described(Schema.Union(...simpleClaims), "What each value of the list is.")
}).annotations({ identifier: "AdaptiveArrayClaim", description: "A claim that is a list of simple values." })

/** The schema of an object of claims. */
export interface ObjectClaimSchema {
  readonly type: "object"
  readonly description: string
  readonly properties: ClaimSchemas
  readonly additionalProperties: false
}

/** The schema of a claim. */
export type ClaimSchema = (typeof simpleClaims)[number]["Type"] | typeof ArrayClaim.Type | ObjectClaimSchema

/** The schemas of claims, by name. */
export interface ClaimSchemas {
  readonly [name: string]: ClaimSchema
}

/** The maximum nesting of objects. */
const maxLevels = 4

/** A schema at the maximum depth, where no object is allowed. */
const tooDeep = Schema.declare((_value): _value is ObjectClaimSchema => false).annotations({
  jsonSchema: { anyOf: [{ not: {} }] }
})

const claimOf = (levels: number): Schema.Schema<ClaimSchema> =>
  Schema.Union(...simpleClaims, ArrayClaim, levels === 0 ? tooDeep : objectOf(Text, levels - 1)).annotations({
    identifier: `AdaptiveClaim${levels}`,
    description: `A claim; objects of claims may be nested ${levels} times from here.`
  })

const nothingElse = described(Schema.Literal(false), "Always `false`: claims that are not listed are dropped.")

const objectOf = <D extends string>(description: Schema.Schema<D>, levels: number) =>
  Schema.Struct({
    type: Schema.Literal("object"),
    description: described(description, "What the claims say about a visitor."),
    properties: described(claimsOf(levels), "The claims in the object, by name."),
    additionalProperties: nothingElse
  }).annotations(named(`AdaptiveObjectClaim${levels}`, "A claim that contains further claims."))

const claimsOf = (levels: number): Schema.Schema<ClaimSchemas> =>
  Schema.Record({ key: text(1, 256), value: claimOf(levels) })

const Unsigned = objectOf(Schema.Literal("Unsigned claims of the site visitor."), maxLevels).annotations(
  named("AdaptiveUnsignedClaims", "The claims that nobody signs.")
)

/**
 * The schema of the claims of a site's visitors: a JSON Schema (draft-07) of an object. Claims are booleans, strings
 * with or without an enumeration, numbers, arrays of these, and objects of claims; unsigned ones are in `unsigned`.
 * Every claim has a description, and no other keywords are allowed.
 */
export const AdaptiveJsonSchema = Schema.Struct({
  $schema: optional(Schema.Literal("http://json-schema.org/draft-07/schema#"), "Names the dialect, which is draft-07."),
  $id: optional(Text, "An address that names the schema."),
  type: Schema.Literal("object"),
  properties: described(
    Schema.Struct(
      { unsigned: optional(Unsigned, "Claims that anybody can make about themselves, in the address of a page.") },
      { key: text(1, 256), value: claimOf(maxLevels) }
    ),
    "The claims by name."
  ),
  additionalProperties: nothingElse
}).annotations({
  identifier: "AdaptiveJsonSchema",
  parseOptions: { onExcessProperty: "error" },
  description:
    "A JSON Schema (draft-07) of the claims of visitors. Every claim needs a description; other keywords are refused."
})
export type AdaptiveJsonSchema = typeof AdaptiveJsonSchema.Type

/** A site's schema of claims, as answered. */
export const AdaptiveSchema = Schema.Struct({
  object: Schema.Literal("site-adaptive-schema"),
  jsonSchema: described(AdaptiveJsonSchema, "The JSON Schema that claims have to fit; others are dropped."),
  updatedAt
}).annotations({ identifier: "SiteAdaptiveSchema", description: "The schema of the claims of visitors of a site." })
export type AdaptiveSchema = typeof AdaptiveSchema.Type

/** Input for setting a site's schema of claims. */
export const SetAdaptiveSchema = Schema.Struct({
  jsonSchema: described(AdaptiveJsonSchema, "The JSON Schema that claims have to fit.")
}).annotations({
  identifier: "SetSiteAdaptiveSchema",
  description: "A schema of claims, which replaces the earlier one."
})
export type SetAdaptiveSchema = typeof SetAdaptiveSchema.Type

/** A ready-made condition, and its description. */
export const TemplateCondition = Schema.Struct({
  description: described(Schema.String, "What the condition asks, in words."),
  condition: described(Schema.String, "The expression, as the conditions of sites take it.")
}).annotations({
  identifier: "SiteAdaptiveTemplateCondition",
  description: "A condition that is ready to be used."
})
export type TemplateCondition = typeof TemplateCondition.Type

/** The conditions that a site's schema of claims suggests. */
export const TemplateConditions = Schema.Struct({
  items: described(Schema.Array(TemplateCondition), "All of them, without paging.")
}).annotations({
  identifier: "SiteAdaptiveTemplateConditions",
  description: "The conditions that the schema of a site suggests."
})
export type TemplateConditions = typeof TemplateConditions.Type

/** A site's schema of claims as stored. */
export interface AdaptiveSchemaRecord {
  readonly site: SiteId
  readonly jsonSchema: AdaptiveJsonSchema
  readonly updatedAt: string
}
