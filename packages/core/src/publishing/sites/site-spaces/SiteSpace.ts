/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, location, named, published, urls } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { Text } from "../../../foundation/schema/Text.js"
import { SharedListQuery } from "../../../people/access/SharedAddresses.js"
import { Space, SpaceId } from "../../../people/places/Space.js"
import { SiteSectionId, SiteSpaceId, StructurePath } from "../../../people/places/Structure.js"
import { Condition } from "../../../text/conditions/Condition.js"

/** A space's place on a site, as answered; titled like the space. */
export const SiteSpace = Schema.Struct({
  object: Schema.Literal("site-space"),
  id: described(SiteSpaceId, "Identifies the place; the space on it has an id of its own."),
  path: described(Text, "The segment of the address on the site, unique among the siblings."),
  section: optional(SiteSectionId, "The id of the section that it is in. Absent on sites without sections."),
  space: described(Space, "The space, as the caller sees it."),
  title: described(Text, "The title of the space."),
  default: described(Schema.Boolean, "Whether it opens first in its section, or on its site if there are no sections."),
  condition: optional(
    Text,
    "An expression over `visitor.claims`; only visitors for whom it is true see the space on the site."
  ),
  urls: urls({ location, published })
}).annotations({ identifier: "SiteSpace", description: "The place of a space on a site." })
export type SiteSpace = typeof SiteSpace.Type

/** Input for adding a space to a site: to a section, by default the default one, if there are sections. */
export const AddSpaceToSite = Schema.Struct({
  spaceId: described(SpaceId, "The id of a space in which the caller has the level `create`."),
  sectionId: optional(
    SiteSectionId,
    "The id of the section to put it in; when omitted the default one, if the site has sections."
  )
}).annotations({
  identifier: "AddSpaceToSite",
  description: "A space to put on a site."
})
export type AddSpaceToSite = typeof AddSpaceToSite.Type

/** A partial update of a site space; `spaceId` is the space that it points to. */
export const UpdateSiteSpace = Schema.Struct({
  path: optional(
    StructurePath,
    "The segment of the address: a slug of 1 to 100 characters, unique among the siblings."
  ),
  condition: optional(
    Schema.NullOr(Condition),
    "An expression over `visitor.claims`, at most 1,024 characters; `null` shows the space to everybody."
  ),
  spaceId: optional(SpaceId, "The id of the space to show in this place.")
}).annotations({
  identifier: "UpdateSiteSpace",
  description: "Changes of a space on a site. Omitted fields stay as they are."
})
export type UpdateSiteSpace = typeof UpdateSiteSpace.Type

const Pointer = Schema.Struct({
  type: Schema.Literal("site-space"),
  siteSpace: described(SiteSpaceId, "The id of the site space.")
}).annotations(named("SiteSpacePointer", "A site space, as a neighbour in the order."))

/** A move of a site space among its siblings; without a position, to the end. */
export const MoveSiteSpace = Schema.Struct({
  position: optional(
    Schema.Struct({
      before: optional(Pointer, "The sibling that comes right after."),
      after: optional(Pointer, "The sibling that comes right before.")
    }).annotations({
      identifier: "SiteSpacePosition",
      description: "A place among site spaces. With both fields, they have to be neighbours."
    }),
    "The place among the siblings; last when omitted."
  )
}).annotations({ identifier: "MoveSiteSpace", description: "Where to move a site space to." })
export type MoveSiteSpace = typeof MoveSiteSpace.Type

/** The queries of a list of site spaces: only the defaults of their section or site, or only the others. */
export const SiteSpacesQuery = Schema.Struct({ ...SharedListQuery.fields, default: optional(Schema.Boolean) })
export type SiteSpacesQuery = typeof SiteSpacesQuery.Type
