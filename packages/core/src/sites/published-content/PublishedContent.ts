import * as Schema from "effect/Schema"
import { Claims } from "../../conditions/Claims.js"
import { described } from "../../schema/Described.js"
import { optional } from "../../schema/Input.js"
import { Text } from "../../schema/Text.js"
import { Site } from "../Site.js"
import { SiteStructure } from "../site-structure/SiteStructure.js"

/**
 * A published site, as one of its visitors sees it.
 * @since 0.1.0
 */
export const PublishedContent = Schema.Struct({
  object: Schema.Literal("published-content-site"),
  site: described(Site, "The site itself."),
  structure: described(
    SiteStructure,
    "What this visitor sees of the site: parts whose condition is false for them are left out."
  )
}).annotations({ identifier: "PublishedContentSite", description: "A published site, as one of its visitors sees it." })
/**
 * @see {@link PublishedContent}
 * @since 0.1.0
 */
export type PublishedContent = typeof PublishedContent.Type

/**
 * Who visits a published site: with which key of a share link, and with which claims. `unsigned` has claims as texts, as
 * they stand in an address, by dotted path; they come on top of the `unsigned` ones of `claims`.
 * @since 0.1.0
 */
export const Visitor = Schema.Struct({
  shareKey: optional(Text),
  claims: optional(Claims),
  unsigned: optional(Schema.Record({ key: Schema.String, value: Schema.Union(Text, Schema.Array(Text)) }))
})
/**
 * @see {@link Visitor}
 * @since 0.1.0
 */
export type Visitor = typeof Visitor.Type
