import * as Schema from "effect/Schema"

/** A review's id. */
export const ReviewId = Schema.String.pipe(Schema.brand("ReviewId"))
/** @see {@link ReviewId} */
export type ReviewId = typeof ReviewId.Type
