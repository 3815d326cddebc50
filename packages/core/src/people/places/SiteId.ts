/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** A site's id. */
export const SiteId = Schema.String.pipe(Schema.brand("SiteId"))
export type SiteId = typeof SiteId.Type
