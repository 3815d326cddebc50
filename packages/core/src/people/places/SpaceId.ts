/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A space's id. */
export const SpaceId = Schema.String.pipe(Schema.brand("SpaceId"))
export type SpaceId = typeof SpaceId.Type
