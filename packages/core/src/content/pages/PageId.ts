import * as Schema from "effect/Schema"

/**
 * A page's id: the same in every revision, through renames and moves.
 * @since 0.1.0
 */
export const PageId = Schema.String.pipe(Schema.brand("PageId"))
/**
 * @see {@link PageId}
 * @since 0.1.0
 */
export type PageId = typeof PageId.Type
