import * as Schema from "effect/Schema"

/**
 * A space's id.
 * @since 0.1.0
 */
export const SpaceId = Schema.String.pipe(Schema.brand("SpaceId"))
/**
 * @see {@link SpaceId}
 * @since 0.1.0
 */
export type SpaceId = typeof SpaceId.Type
