/** @since 0.1.0 */
import * as Schema from "effect/Schema"

/** The audience of a published site, from most open to least. */
export const SiteVisibility = Schema.Literal("public", "unlisted", "share-link", "visitor-auth")
export type SiteVisibility = typeof SiteVisibility.Type
