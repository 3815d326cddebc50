import * as Schema from "effect/Schema"
import { optional } from "../../schema/Input.js"
import { Text, Timestamp, text } from "../../schema/Text.js"
import type { SiteId } from "../Site.js"

const BooleanClaim = Schema.Struct({ type: Schema.Literal("boolean"), description: Text }).annotations({
  identifier: "AdaptiveBooleanClaim"
})
const StringClaim = Schema.Struct({
  type: Schema.Literal("string"),
  enum: optional(Schema.Array(Text)),
  description: Text
}).annotations({ identifier: "AdaptiveStringClaim" })
const NumberClaim = Schema.Struct({ type: Schema.Literal("number"), description: Text }).annotations({
  identifier: "AdaptiveNumberClaim"
})
const simpleClaims = [BooleanClaim, StringClaim, NumberClaim] as const
const ArrayClaim = Schema.Struct({
  type: Schema.Literal("array"),
  description: Text,
  items: Schema.Union(...simpleClaims)
}).annotations({ identifier: "AdaptiveArrayClaim" })

/** What an object of claims is like. */
export interface ObjectClaimSchema {
  readonly type: "object"
  readonly description: string
  readonly properties: ClaimSchemas
  readonly additionalProperties: false
}

/** What a claim is like. */
export type ClaimSchema = (typeof simpleClaims)[number]["Type"] | typeof ArrayClaim.Type | ObjectClaimSchema

/** What claims are like, by name. */
export interface ClaimSchemas {
  readonly [name: string]: ClaimSchema
}

/** How many objects may be in each other. */
const maxLevels = 4

/** Where no object may be any more. */
const tooDeep = Schema.declare((_value): _value is ObjectClaimSchema => false).annotations({
  jsonSchema: { anyOf: [{ not: {} }] }
})

const claimOf = (levels: number): Schema.Schema<ClaimSchema> =>
  Schema.Union(...simpleClaims, ArrayClaim, levels === 0 ? tooDeep : objectOf(Text, levels - 1)).annotations({
    identifier: `AdaptiveClaim${levels}`
  })

const objectOf = <D extends string>(description: Schema.Schema<D>, levels: number) =>
  Schema.Struct({
    type: Schema.Literal("object"),
    description,
    properties: claimsOf(levels),
    additionalProperties: Schema.Literal(false)
  })

const claimsOf = (levels: number): Schema.Schema<ClaimSchemas> =>
  Schema.Record({ key: text(1, 256), value: claimOf(levels) })

const Unsigned = objectOf(Schema.Literal("Unsigned claims of the site visitor."), maxLevels)

/**
 * What the claims of a site's visitors are like: a JSON Schema (draft-07) of an object. Claims are booleans, texts with
 * or without a list of values, numbers, arrays of these, and objects of claims; those that nobody signs are in
 * `unsigned`. Every claim has a description, and nothing else may be said of it.
 */
export const AdaptiveJsonSchema = Schema.Struct({
  $schema: optional(Schema.Literal("http://json-schema.org/draft-07/schema#")),
  $id: optional(Text),
  type: Schema.Literal("object"),
  properties: Schema.Struct({ unsigned: optional(Unsigned) }, { key: text(1, 256), value: claimOf(maxLevels) }),
  additionalProperties: Schema.Literal(false)
}).annotations({ identifier: "AdaptiveJsonSchema", parseOptions: { onExcessProperty: "error" } })
/** @see {@link AdaptiveJsonSchema} */
export type AdaptiveJsonSchema = typeof AdaptiveJsonSchema.Type

/** A site's schema of claims, as answered. */
export const AdaptiveSchema = Schema.Struct({
  object: Schema.Literal("site-adaptive-schema"),
  jsonSchema: AdaptiveJsonSchema,
  updatedAt: Timestamp
}).annotations({ identifier: "SiteAdaptiveSchema" })
/** @see {@link AdaptiveSchema} */
export type AdaptiveSchema = typeof AdaptiveSchema.Type

/** What a site's schema of claims becomes. */
export const SetAdaptiveSchema = Schema.Struct({ jsonSchema: AdaptiveJsonSchema }).annotations({
  identifier: "SetSiteAdaptiveSchema"
})
/** @see {@link SetAdaptiveSchema} */
export type SetAdaptiveSchema = typeof SetAdaptiveSchema.Type

/** A condition that is ready to be used, and what it says. */
export const TemplateCondition = Schema.Struct({ description: Schema.String, condition: Schema.String }).annotations({
  identifier: "SiteAdaptiveTemplateCondition"
})
/** @see {@link TemplateCondition} */
export type TemplateCondition = typeof TemplateCondition.Type

/** The conditions that a site's schema of claims suggests. */
export const TemplateConditions = Schema.Struct({ items: Schema.Array(TemplateCondition) }).annotations({
  identifier: "SiteAdaptiveTemplateConditions"
})
/** @see {@link TemplateConditions} */
export type TemplateConditions = typeof TemplateConditions.Type

/** A site's schema of claims as stored. */
export interface AdaptiveSchemaRecord {
  readonly site: SiteId
  readonly jsonSchema: AdaptiveJsonSchema
  readonly updatedAt: string
}
