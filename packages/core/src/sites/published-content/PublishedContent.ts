import * as Schema from "effect/Schema"
import { Claims } from "../../conditions/Claims.js"
import { optional } from "../../schema/Input.js"
import { Text } from "../../schema/Text.js"
import { Site } from "../Site.js"
import { SiteStructure } from "../site-structure/SiteStructure.js"

/** A published site, as one of its visitors sees it. */
export const PublishedContent = Schema.Struct({
  object: Schema.Literal("published-content-site"),
  site: Site,
  structure: SiteStructure
}).annotations({ identifier: "PublishedContentSite" })
/** @see {@link PublishedContent} */
export type PublishedContent = typeof PublishedContent.Type

/**
 * Who visits a published site: with which key of a share link, and with which claims. `unsigned` has claims as texts, as
 * they stand in an address, by dotted path; they come on top of the `unsigned` ones of `claims`.
 */
export const Visitor = Schema.Struct({
  shareKey: optional(Text),
  claims: optional(Claims),
  unsigned: optional(Schema.Record({ key: Schema.String, value: Schema.Union(Text, Schema.Array(Text)) }))
})
/** @see {@link Visitor} */
export type Visitor = typeof Visitor.Type
