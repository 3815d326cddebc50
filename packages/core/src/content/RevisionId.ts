import * as Schema from "effect/Schema"

/** A revision's id. */
export const RevisionId = Schema.String.pipe(Schema.brand("RevisionId"))
/** @see {@link RevisionId} */
export type RevisionId = typeof RevisionId.Type
