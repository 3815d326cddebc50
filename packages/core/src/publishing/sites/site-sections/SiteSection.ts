/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, identified, location, named, published, urls } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { Icon, Text, text } from "../../../foundation/schema/Text.js"
import { SpaceId } from "../../../people/places/Space.js"
import { SiteSectionGroupId, SiteSectionId, SiteSpaceId, StructurePath } from "../../../people/places/Structure.js"
import { Condition } from "../../../text/conditions/Condition.js"
import { SiteSpace } from "../site-spaces/SiteSpace.js"

/** A section of a site, as answered, with the site spaces in it that the caller may see. */
export const SiteSection = Schema.Struct({
  object: Schema.Literal("site-section"),
  id: identified(SiteSectionId),
  title: described(Text, "The name of the section, 2 to 128 characters."),
  description: optional(Text, "What the section is about, at most 256 characters."),
  default: described(Schema.Boolean, "Whether the section opens first on its site."),
  path: described(Text, "The segment of the address on the site, unique among the siblings."),
  condition: optional(Text, "An expression over `visitor.claims`; only visitors for whom it is true see the section."),
  sectionGroup: optional(SiteSectionGroupId, "The id of the group that it is in. Absent outside of groups."),
  siteSpaces: described(Schema.Array(SiteSpace), "The site spaces of the section that the caller may see, in order."),
  urls: urls({ location, published }),
  icon: optional(Text, "The name of an icon, such as `gear`.")
}).annotations({
  identifier: "SiteSection",
  description:
    "A section of a site, with its site spaces: variants of one documentation, such as versions or languages."
})
export type SiteSection = typeof SiteSection.Type

/** A group of sections, as answered, with the sections in it that the caller may see. */
export const SiteSectionGroup = Schema.Struct({
  object: Schema.Literal("site-section-group"),
  id: identified(SiteSectionGroupId),
  title: described(Text, "The name of the group, 1 to 100 characters."),
  icon: optional(Text, "The name of an icon, such as `gear`."),
  sections: described(Schema.Array(SiteSection), "The sections of the group that the caller may see, in order.")
}).annotations({ identifier: "SiteSectionGroup", description: "A group of sections, shown as one menu." })
export type SiteSectionGroup = typeof SiteSectionGroup.Type

const SectionTitle = text(2, 128)
const GroupTitle = text(1, 100)

/** Input for adding a section with a space; its title defaults to the space's. */
export const AddSiteSection = Schema.Struct({
  spaceId: described(SpaceId, "The id of a space in which the caller has the level `create`."),
  title: optional(
    Schema.NullOr(SectionTitle),
    "The name, 2 to 128 characters; the title of the space when `null` or omitted."
  ),
  icon: optional(Schema.NullOr(Icon), "The name of an icon, such as `gear`.")
}).annotations({ identifier: "AddSiteSection", description: "A new section around a space." })
export type AddSiteSection = typeof AddSiteSection.Type

/** A partial update of a section; `defaultSiteSpace` must be one of its own. */
export const UpdateSiteSection = Schema.Struct({
  title: optional(SectionTitle, "The new name, 2 to 128 characters."),
  path: optional(
    StructurePath,
    "The segment of the address: a slug of 1 to 100 characters, unique among the siblings."
  ),
  defaultSiteSpace: optional(SiteSpaceId, "The id of the site space of this section that opens first."),
  condition: optional(
    Schema.NullOr(Condition),
    "An expression over `visitor.claims`, at most 1,024 characters; `null` shows the section to everybody."
  ),
  icon: optional(Schema.NullOr(Icon), "The name of an icon, such as `gear`; `null` removes it."),
  description: optional(
    Schema.NullOr(text(0, 256)),
    "What the section is about, at most 256 characters; `null` removes it."
  )
}).annotations({
  identifier: "UpdateSiteSection",
  description: "Changes of a section. Omitted fields stay as they are."
})
export type UpdateSiteSection = typeof UpdateSiteSection.Type

const SectionPointer = Schema.Struct({
  type: Schema.Literal("site-section"),
  siteSection: described(SiteSectionId, "The id of the section.")
}).annotations(named("SiteSectionPointer", "A section, as a neighbour in the order."))

/**
 * A move of a section next to another, and thereby into or out of a group; without a position, to the end of the site.
 */
export const MoveSiteSection = Schema.Struct({
  position: optional(
    Schema.Struct({
      before: optional(SectionPointer, "The section that comes right after."),
      after: optional(SectionPointer, "The section that comes right before.")
    }).annotations({
      identifier: "SiteSectionPosition",
      description: "A place among sections. With both fields, they have to be neighbours."
    }),
    "The place next to another section, which also decides the group; the end of the site when omitted."
  )
}).annotations({ identifier: "MoveSiteSection", description: "Where to move a section to." })
export type MoveSiteSection = typeof MoveSiteSection.Type

/** Input for adding a group with some of the site's sections, which move into it. */
export const AddSiteSectionGroup = Schema.Struct({
  title: described(GroupTitle, "The name, 1 to 100 characters."),
  icon: optional(Schema.NullOr(Icon), "The name of an icon, such as `gear`."),
  sections: optional(
    Schema.Array(SiteSectionId),
    "Ids of sections of the site that move into the group, in this order. None when omitted."
  )
}).annotations({ identifier: "AddSiteSectionGroup", description: "A new group of sections." })
export type AddSiteSectionGroup = typeof AddSiteSectionGroup.Type

/** A partial update of a group. */
export const UpdateSiteSectionGroup = Schema.Struct({
  title: optional(GroupTitle, "The new name, 1 to 100 characters."),
  icon: optional(Schema.NullOr(Icon), "The name of an icon, such as `gear`; `null` removes it.")
}).annotations({
  identifier: "UpdateSiteSectionGroup",
  description: "Changes of a group of sections. Omitted fields stay as they are."
})
export type UpdateSiteSectionGroup = typeof UpdateSiteSectionGroup.Type

/** Input for moving a section to the end of a group. */
export const AddSectionToGroup = Schema.Struct({
  sectionId: described(SiteSectionId, "The id of a section of the same site.")
}).annotations({
  identifier: "AddSectionToGroup",
  description: "A section to put at the end of a group."
})
export type AddSectionToGroup = typeof AddSectionToGroup.Type

const RootPointer = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("site-section"),
    id: described(SiteSectionId, "The id of the section.")
  }).annotations(named("RootSectionPointer", "A section outside of groups, as a neighbour in the order.")),
  Schema.Struct({
    type: Schema.Literal("site-section-group"),
    id: described(SiteSectionGroupId, "The id of the group.")
  }).annotations(named("RootSectionGroupPointer", "A group of sections, as a neighbour in the order."))
).annotations(named("SiteRootPointer", "A group, or a section that is in none."))

/** A move of a group among the groups and the ungrouped sections; without a position, to the end of the site. */
export const MoveSiteSectionGroup = Schema.Struct({
  position: optional(
    Schema.Struct({
      before: optional(RootPointer, "The neighbour that comes right after."),
      after: optional(RootPointer, "The neighbour that comes right before.")
    }).annotations({
      identifier: "SiteSectionGroupPosition",
      description: "A place among groups and sections. With both fields, they have to be neighbours."
    }),
    "The place among the groups and the sections outside of groups; last when omitted."
  )
}).annotations({ identifier: "MoveSiteSectionGroup", description: "Where to move a group of sections to." })
export type MoveSiteSectionGroup = typeof MoveSiteSectionGroup.Type
