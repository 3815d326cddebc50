import * as Schema from "effect/Schema"
import { PageId } from "../../content/Page.js"
import { optional } from "../../schema/Input.js"
import { text } from "../../schema/Text.js"
import type { SiteId } from "../Site.js"
import { SiteSectionId, SiteSpaceId } from "../site-structure/Structure.js"

/** A redirect's id. */
export const SiteRedirectId = Schema.String.pipe(Schema.brand("SiteRedirectId"))
/** @see {@link SiteRedirectId} */
export type SiteRedirectId = typeof SiteRedirectId.Type

const Source = text(1, 512).pipe(
  Schema.pattern(/^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$/, {
    message: () => "expected a path such as /old/page"
  })
)

/** Where a redirect leads: a section, a site space, or a page of a site space. */
export const SiteRedirectDestination = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("site-section"), siteSectionId: SiteSectionId }),
  Schema.Struct({ kind: Schema.Literal("site-space"), siteSpaceId: SiteSpaceId }),
  Schema.Struct({ kind: Schema.Literal("site-page"), siteSpaceId: SiteSpaceId, pageId: PageId })
).annotations({ identifier: "SiteRedirectDestination" })
/** @see {@link SiteRedirectDestination} */
export type SiteRedirectDestination = typeof SiteRedirectDestination.Type

/** A path of a site that leads to another part of it, as answered. */
export const SiteRedirect = Schema.Struct({
  object: Schema.Literal("site-redirect"),
  id: SiteRedirectId,
  source: Source,
  destination: SiteRedirectDestination
}).annotations({ identifier: "SiteRedirect" })
/** @see {@link SiteRedirect} */
export type SiteRedirect = typeof SiteRedirect.Type

/** What a redirect is made from. */
export const CreateSiteRedirect = Schema.Struct({ source: Source, destination: SiteRedirectDestination }).annotations({
  identifier: "CreateSiteRedirect"
})
/** @see {@link CreateSiteRedirect} */
export type CreateSiteRedirect = typeof CreateSiteRedirect.Type

/** A partial update of a redirect. */
export const UpdateSiteRedirect = Schema.Struct({
  source: optional(Source),
  destination: optional(SiteRedirectDestination)
}).annotations({ identifier: "UpdateSiteRedirect" })
/** @see {@link UpdateSiteRedirect} */
export type UpdateSiteRedirect = typeof UpdateSiteRedirect.Type

/** A redirect as stored. */
export interface SiteRedirectRecord {
  readonly id: SiteRedirectId
  readonly site: SiteId
  readonly source: string
  readonly destination: SiteRedirectDestination
}
