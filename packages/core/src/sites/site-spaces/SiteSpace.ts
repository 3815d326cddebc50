import * as Schema from "effect/Schema"
import { Condition } from "../../conditions/Condition.js"
import { optional } from "../../schema/Input.js"
import { Text } from "../../schema/Text.js"
import { Space, SpaceId } from "../../spaces/Space.js"
import { SharedListQuery } from "../share-links/SharedAddresses.js"
import { SiteSectionId, SiteSpaceId, StructurePath } from "../site-structure/Structure.js"

/** A space's place on a site, as answered; titled as the space. */
export const SiteSpace = Schema.Struct({
  object: Schema.Literal("site-space"),
  id: SiteSpaceId,
  path: Text,
  section: optional(SiteSectionId),
  space: Space,
  title: Text,
  default: Schema.Boolean,
  condition: optional(Text),
  urls: Schema.Struct({ location: Schema.String, published: optional(Schema.String) })
}).annotations({ identifier: "SiteSpace" })
/** @see {@link SiteSpace} */
export type SiteSpace = typeof SiteSpace.Type

/** A space that goes on a site: into a section, else into the default one, if there are sections. */
export const AddSpaceToSite = Schema.Struct({ spaceId: SpaceId, sectionId: optional(SiteSectionId) }).annotations({
  identifier: "AddSpaceToSite"
})
/** @see {@link AddSpaceToSite} */
export type AddSpaceToSite = typeof AddSpaceToSite.Type

/** A partial update of a site space; `spaceId` is the space that it points to. */
export const UpdateSiteSpace = Schema.Struct({
  path: optional(StructurePath),
  condition: optional(Schema.NullOr(Condition)),
  spaceId: optional(SpaceId)
}).annotations({ identifier: "UpdateSiteSpace" })
/** @see {@link UpdateSiteSpace} */
export type UpdateSiteSpace = typeof UpdateSiteSpace.Type

const Pointer = Schema.Struct({ type: Schema.Literal("site-space"), siteSpace: SiteSpaceId })

/** A move of a site space among its siblings; without a position to the end. */
export const MoveSiteSpace = Schema.Struct({
  position: optional(
    Schema.Struct({ before: optional(Pointer), after: optional(Pointer) }).annotations({
      identifier: "SiteSpacePosition"
    })
  )
}).annotations({ identifier: "MoveSiteSpace" })
/** @see {@link MoveSiteSpace} */
export type MoveSiteSpace = typeof MoveSiteSpace.Type

/** The queries of a list of site spaces: only those that are the default of their section or site, or only the others. */
export const SiteSpacesQuery = Schema.Struct({ ...SharedListQuery.fields, default: optional(Schema.Boolean) })
/** @see {@link SiteSpacesQuery} */
export type SiteSpacesQuery = typeof SiteSpacesQuery.Type
