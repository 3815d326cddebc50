/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described } from "../../../foundation/schema/Described.js"
import { Site } from "../../../people/places/Site.js"
import { SiteStructure } from "../site-structure/SiteStructure.js"

/** A published site, as one of its visitors sees it. */
export const PublishedContent = Schema.Struct({
  object: Schema.Literal("published-content-site"),
  site: described(Site, "The site itself."),
  structure: described(
    SiteStructure,
    "What this visitor sees of the site: parts whose condition is false for them are left out."
  )
}).annotations({ identifier: "PublishedContentSite", description: "A published site, as one of its visitors sees it." })
export type PublishedContent = typeof PublishedContent.Type
