/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A revision's id. */
export const RevisionId = Schema.String.pipe(Schema.brand("RevisionId"))
export type RevisionId = typeof RevisionId.Type
