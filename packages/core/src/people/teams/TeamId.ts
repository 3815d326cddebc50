import * as Schema from "effect/Schema"

/**
 * A team's id.
 * @since 0.1.0
 */
export const TeamId = Schema.String.pipe(Schema.brand("TeamId"))
/**
 * @see {@link TeamId}
 * @since 0.1.0
 */
export type TeamId = typeof TeamId.Type
