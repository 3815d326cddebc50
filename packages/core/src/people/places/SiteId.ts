import * as Schema from "effect/Schema"

/**
 * A site's id.
 * @since 0.1.0
 */
export const SiteId = Schema.String.pipe(Schema.brand("SiteId"))
/**
 * @see {@link SiteId}
 * @since 0.1.0
 */
export type SiteId = typeof SiteId.Type
