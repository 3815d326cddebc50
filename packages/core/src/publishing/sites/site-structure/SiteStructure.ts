/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, named } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { SiteSectionGroupId, SiteSectionId, SiteSpaceId } from "../../../people/places/Structure.js"
import { SiteSection, SiteSectionGroup } from "../site-sections/SiteSection.js"
import { SiteSpace } from "../site-spaces/SiteSpace.js"

/** The structure of a site, as answered: the part that the caller may see. */
export const SiteStructure = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("sections"),
    structure: described(
      Schema.Array(Schema.Union(SiteSection, SiteSectionGroup)),
      "The sections and the groups of sections, in order."
    )
  }).annotations(named("SectionedStructure", "The structure of a site with sections.")),
  Schema.Struct({
    type: Schema.Literal("siteSpaces"),
    structure: described(Schema.Array(SiteSpace), "The site spaces, in order.")
  }).annotations(named("UnsectionedStructure", "The structure of a site without sections."))
).annotations({ identifier: "SiteStructure", description: "What a site is made of, as far as the caller may see it." })
export type SiteStructure = typeof SiteStructure.Type

/** A part of a structure, by its id. */
export const StructurePointer = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("site-space"),
    id: described(SiteSpaceId, "The id of the site space.")
  }).annotations(named("StructureSiteSpacePointer", "Refers to a site space.")),
  Schema.Struct({
    type: Schema.Literal("site-section"),
    id: described(SiteSectionId, "The id of the section.")
  }).annotations(named("StructureSectionPointer", "Refers to a section.")),
  Schema.Struct({
    type: Schema.Literal("site-section-group"),
    id: described(SiteSectionGroupId, "The id of the group.")
  }).annotations(named("StructureSectionGroupPointer", "Refers to a group of sections."))
).annotations({ identifier: "SiteStructurePointer", description: "Refers to a part of a site." })
export type StructurePointer = typeof StructurePointer.Type

/** A move of any part of a structure; without a position, to the end. */
export const SortSiteStructure = Schema.Struct({
  item: described(StructurePointer, "The part of the site to move."),
  position: optional(
    Schema.Struct({
      before: optional(StructurePointer, "The part that comes right after."),
      after: optional(StructurePointer, "The part that comes right before.")
    }).annotations({
      identifier: "SiteStructurePosition",
      description: "A place in a structure. With both fields, they have to be neighbours."
    }),
    "The place next to another part; last when omitted."
  )
}).annotations({ identifier: "SortSiteStructure", description: "What to move on a site, and where to." })
export type SortSiteStructure = typeof SortSiteStructure.Type

/** A part of a structure, as answered. */
export const SiteStructureItem = Schema.Union(SiteSpace, SiteSection, SiteSectionGroup)
export type SiteStructureItem = typeof SiteStructureItem.Type
