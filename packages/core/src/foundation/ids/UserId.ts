/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A user's id. */
export const UserId = Schema.String.pipe(Schema.brand("UserId"))

export type UserId = typeof UserId.Type
