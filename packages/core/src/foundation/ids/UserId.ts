import * as Schema from "effect/Schema"

/**
 * A user's id.
 * @since 0.1.0
 */
export const UserId = Schema.String.pipe(Schema.brand("UserId"))

/**
 * @see {@link UserId}
 * @since 0.1.0
 */
export type UserId = typeof UserId.Type
