import * as Schema from "effect/Schema"

/**
 * A revision's id.
 * @since 0.1.0
 */
export const RevisionId = Schema.String.pipe(Schema.brand("RevisionId"))
/**
 * @see {@link RevisionId}
 * @since 0.1.0
 */
export type RevisionId = typeof RevisionId.Type
