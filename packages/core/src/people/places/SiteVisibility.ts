import * as Schema from "effect/Schema"

/**
 * Who can see a published site, from most open to least.
 * @since 0.1.0
 */
export const SiteVisibility = Schema.Literal("public", "unlisted", "share-link", "visitor-auth")
/**
 * @see {@link SiteVisibility}
 * @since 0.1.0
 */
export type SiteVisibility = typeof SiteVisibility.Type
