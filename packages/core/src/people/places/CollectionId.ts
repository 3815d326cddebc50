import * as Schema from "effect/Schema"

/**
 * A collection's id.
 * @since 0.1.0
 */
export const CollectionId = Schema.String.pipe(Schema.brand("CollectionId"))
/**
 * @see {@link CollectionId}
 * @since 0.1.0
 */
export type CollectionId = typeof CollectionId.Type
