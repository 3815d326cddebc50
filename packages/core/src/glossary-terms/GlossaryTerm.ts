import * as Schema from "effect/Schema"
import type { OrganizationId } from "../organizations/Organization.js"
import { createdAt, described, identified, location, may, permissions, updatedAt, urls } from "../schema/Described.js"
import { Text, text } from "../schema/Text.js"

/**
 * The id of a glossary term.
 * @since 0.1.0
 */
export const GlossaryTermId = Schema.String.pipe(Schema.brand("GlossaryTermId"))
/**
 * @see {@link GlossaryTermId}
 * @since 0.1.0
 */
export type GlossaryTermId = typeof GlossaryTermId.Type

/**
 * A term of an organization with its definition, as answered.
 * @since 0.1.0
 */
export const GlossaryTerm = Schema.Struct({
  object: Schema.Literal("glossary-term"),
  id: identified(GlossaryTermId),
  term: described(Text, "The term, 1 to 100 characters."),
  definition: described(Text, "What the term means, 1 to 1,000 characters."),
  createdAt,
  updatedAt,
  permissions: permissions({ view: may("see the term"), edit: may("change and delete the term") }),
  urls: urls({ location })
}).annotations({
  identifier: "GlossaryTerm",
  description: "A term of an organization with its definition."
})
/**
 * @see {@link GlossaryTerm}
 * @since 0.1.0
 */
export type GlossaryTerm = typeof GlossaryTerm.Type

/**
 * Input for creating or replacing a glossary term.
 * @since 0.1.0
 */
export const GlossaryTermInput = Schema.Struct({
  term: described(text(1, 100), "The term, 1 to 100 characters."),
  definition: described(text(1, 1000), "What the term means, 1 to 1,000 characters.")
}).annotations({
  identifier: "GlossaryTermInput",
  description: "A term with its definition, to create or to replace the earlier one."
})
/**
 * @see {@link GlossaryTermInput}
 * @since 0.1.0
 */
export type GlossaryTermInput = typeof GlossaryTermInput.Type

/**
 * A glossary term as stored.
 * @since 0.1.0
 */
export interface GlossaryTermRecord {
  readonly id: GlossaryTermId
  readonly organization: OrganizationId
  readonly term: string
  readonly definition: string
  readonly createdAt: string
  readonly updatedAt: string
}
