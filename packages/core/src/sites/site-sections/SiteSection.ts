import * as Schema from "effect/Schema"
import { Condition } from "../../conditions/Condition.js"
import { optional } from "../../schema/Input.js"
import { Icon, Text, text } from "../../schema/Text.js"
import { SpaceId } from "../../spaces/Space.js"
import { SiteSpace } from "../site-spaces/SiteSpace.js"
import { SiteSectionGroupId, SiteSectionId, SiteSpaceId, StructurePath } from "../site-structure/Structure.js"

/** A section of a site, as answered, with those of its site spaces that the caller may see. */
export const SiteSection = Schema.Struct({
  object: Schema.Literal("site-section"),
  id: SiteSectionId,
  title: Text,
  description: optional(Text),
  default: Schema.Boolean,
  path: Text,
  condition: optional(Text),
  sectionGroup: optional(SiteSectionGroupId),
  siteSpaces: Schema.Array(SiteSpace),
  urls: Schema.Struct({ location: Schema.String, published: optional(Schema.String) }),
  icon: optional(Text)
}).annotations({ identifier: "SiteSection" })
/** @see {@link SiteSection} */
export type SiteSection = typeof SiteSection.Type

/** A group of sections, as answered, with those of them that the caller may see. */
export const SiteSectionGroup = Schema.Struct({
  object: Schema.Literal("site-section-group"),
  id: SiteSectionGroupId,
  title: Text,
  icon: optional(Text),
  sections: Schema.Array(SiteSection)
}).annotations({ identifier: "SiteSectionGroup" })
/** @see {@link SiteSectionGroup} */
export type SiteSectionGroup = typeof SiteSectionGroup.Type

const SectionTitle = text(2, 128)
const GroupTitle = text(1, 100)

/** A section around a space; titled as the space when no title is given. */
export const AddSiteSection = Schema.Struct({
  spaceId: SpaceId,
  title: optional(Schema.NullOr(SectionTitle)),
  icon: optional(Schema.NullOr(Icon))
}).annotations({ identifier: "AddSiteSection" })
/** @see {@link AddSiteSection} */
export type AddSiteSection = typeof AddSiteSection.Type

/** A partial update of a section; `defaultSiteSpace` is one of its own. */
export const UpdateSiteSection = Schema.Struct({
  title: optional(SectionTitle),
  path: optional(StructurePath),
  defaultSiteSpace: optional(SiteSpaceId),
  condition: optional(Schema.NullOr(Condition)),
  icon: optional(Schema.NullOr(Icon)),
  description: optional(Schema.NullOr(text(0, 256)))
}).annotations({ identifier: "UpdateSiteSection" })
/** @see {@link UpdateSiteSection} */
export type UpdateSiteSection = typeof UpdateSiteSection.Type

const SectionPointer = Schema.Struct({ type: Schema.Literal("site-section"), siteSection: SiteSectionId })

/** A move of a section next to another, thereby into the group where that is, or out of one; else to the site's end. */
export const MoveSiteSection = Schema.Struct({
  position: optional(
    Schema.Struct({ before: optional(SectionPointer), after: optional(SectionPointer) }).annotations({
      identifier: "SiteSectionPosition"
    })
  )
}).annotations({ identifier: "MoveSiteSection" })
/** @see {@link MoveSiteSection} */
export type MoveSiteSection = typeof MoveSiteSection.Type

/** A group with some of the site's sections, which move into it. */
export const AddSiteSectionGroup = Schema.Struct({
  title: GroupTitle,
  icon: optional(Schema.NullOr(Icon)),
  sections: optional(Schema.Array(SiteSectionId))
}).annotations({ identifier: "AddSiteSectionGroup" })
/** @see {@link AddSiteSectionGroup} */
export type AddSiteSectionGroup = typeof AddSiteSectionGroup.Type

/** A partial update of a group. */
export const UpdateSiteSectionGroup = Schema.Struct({
  title: optional(GroupTitle),
  icon: optional(Schema.NullOr(Icon))
}).annotations({ identifier: "UpdateSiteSectionGroup" })
/** @see {@link UpdateSiteSectionGroup} */
export type UpdateSiteSectionGroup = typeof UpdateSiteSectionGroup.Type

/** A section that moves to the end of a group. */
export const AddSectionToGroup = Schema.Struct({ sectionId: SiteSectionId }).annotations({
  identifier: "AddSectionToGroup"
})
/** @see {@link AddSectionToGroup} */
export type AddSectionToGroup = typeof AddSectionToGroup.Type

const RootPointer = Schema.Union(
  Schema.Struct({ type: Schema.Literal("site-section"), id: SiteSectionId }),
  Schema.Struct({ type: Schema.Literal("site-section-group"), id: SiteSectionGroupId })
)

/** A move of a group among the groups and the sections that are in none; without a position to the site's end. */
export const MoveSiteSectionGroup = Schema.Struct({
  position: optional(
    Schema.Struct({ before: optional(RootPointer), after: optional(RootPointer) }).annotations({
      identifier: "SiteSectionGroupPosition"
    })
  )
}).annotations({ identifier: "MoveSiteSectionGroup" })
/** @see {@link MoveSiteSectionGroup} */
export type MoveSiteSectionGroup = typeof MoveSiteSectionGroup.Type
