import * as Schema from "effect/Schema"
import { optional } from "../../schema/Input.js"
import { SiteSection, SiteSectionGroup } from "../site-sections/SiteSection.js"
import { SiteSpace } from "../site-spaces/SiteSpace.js"
import { SiteSectionGroupId, SiteSectionId, SiteSpaceId } from "./Structure.js"

/** The structure of a site, as answered: what the caller may see of it. */
export const SiteStructure = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("sections"),
    structure: Schema.Array(Schema.Union(SiteSection, SiteSectionGroup))
  }),
  Schema.Struct({ type: Schema.Literal("siteSpaces"), structure: Schema.Array(SiteSpace) })
).annotations({ identifier: "SiteStructure" })
/** @see {@link SiteStructure} */
export type SiteStructure = typeof SiteStructure.Type

/** A part of a structure, by its id. */
export const StructurePointer = Schema.Union(
  Schema.Struct({ type: Schema.Literal("site-space"), id: SiteSpaceId }),
  Schema.Struct({ type: Schema.Literal("site-section"), id: SiteSectionId }),
  Schema.Struct({ type: Schema.Literal("site-section-group"), id: SiteSectionGroupId })
).annotations({ identifier: "SiteStructurePointer" })
/** @see {@link StructurePointer} */
export type StructurePointer = typeof StructurePointer.Type

/** A move of any part of a structure; without a position to the end. */
export const SortSiteStructure = Schema.Struct({
  item: StructurePointer,
  position: optional(
    Schema.Struct({ before: optional(StructurePointer), after: optional(StructurePointer) }).annotations({
      identifier: "SiteStructurePosition"
    })
  )
}).annotations({ identifier: "SortSiteStructure" })
/** @see {@link SortSiteStructure} */
export type SortSiteStructure = typeof SortSiteStructure.Type

/** A part of a structure, as answered. */
export const SiteStructureItem = Schema.Union(SiteSpace, SiteSection, SiteSectionGroup)
/** @see {@link SiteStructureItem} */
export type SiteStructureItem = typeof SiteStructureItem.Type
