/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A team's id. */
export const TeamId = Schema.String.pipe(Schema.brand("TeamId"))
export type TeamId = typeof TeamId.Type
