/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A collection's id. */
export const CollectionId = Schema.String.pipe(Schema.brand("CollectionId"))
export type CollectionId = typeof CollectionId.Type
