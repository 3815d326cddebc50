/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A page's id: the same in every revision, through renames and moves. */
export const PageId = Schema.String.pipe(Schema.brand("PageId"))
export type PageId = typeof PageId.Type
