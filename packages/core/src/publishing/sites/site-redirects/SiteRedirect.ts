/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { PageId } from "../../../content/pages/Page.js"
import { isDots } from "../../../foundation/ids/Names.js"
import { described, identified, named } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { text } from "../../../foundation/schema/Text.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SiteSectionId, SiteSpaceId } from "../../../people/places/Structure.js"

/** A redirect's id. */
export const SiteRedirectId = Schema.String.pipe(Schema.brand("SiteRedirectId"))
export type SiteRedirectId = typeof SiteRedirectId.Type

const Source = text(1, 512).pipe(
  Schema.pattern(/^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$/, {
    message: () => "expected a path such as /old/page"
  }),
  Schema.filter(
    (path) =>
      !path.split("/").some((part) => isDots(part.replaceAll(/%2e/gi, "."))) || "expected a path without . and .."
  )
)

/** The target of a redirect: a section, a site space, or a page of a site space. */
export const SiteRedirectDestination = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("site-section"),
    siteSectionId: described(SiteSectionId, "The id of the section that opens.")
  }).annotations(named("RedirectToSection", "Leads to the default site space of a section.")),
  Schema.Struct({
    kind: Schema.Literal("site-space"),
    siteSpaceId: described(SiteSpaceId, "The id of the place of the space on the site.")
  }).annotations(named("RedirectToSiteSpace", "Leads to the first page of a site space.")),
  Schema.Struct({
    kind: Schema.Literal("site-page"),
    siteSpaceId: described(SiteSpaceId, "The id of the place of the space on the site."),
    pageId: described(PageId, "The id of the page that opens.")
  }).annotations(named("RedirectToPage", "Leads to a page of a site space."))
).annotations({ identifier: "SiteRedirectDestination", description: "Where a redirect leads." })
export type SiteRedirectDestination = typeof SiteRedirectDestination.Type

/** A path of a site that leads to another part of it, as answered. */
export const SiteRedirect = Schema.Struct({
  object: Schema.Literal("site-redirect"),
  id: identified(SiteRedirectId),
  source: described(Source, "The path below the address of the site, from `/`, at most 512 characters."),
  destination: described(SiteRedirectDestination, "Where the path leads.")
}).annotations({ identifier: "SiteRedirect", description: "A path of a site that leads to another part of it." })
export type SiteRedirect = typeof SiteRedirect.Type

/** Input for creating a redirect. */
export const CreateSiteRedirect = Schema.Struct({
  source: described(
    Source,
    "The path below the address of the site, such as `/old/page`, at most 512 characters. Each path has one redirect."
  ),
  destination: described(SiteRedirectDestination, "Where the path leads.")
}).annotations({
  identifier: "CreateSiteRedirect",
  description: "A new redirect."
})
export type CreateSiteRedirect = typeof CreateSiteRedirect.Type

/** A partial update of a redirect. */
export const UpdateSiteRedirect = Schema.Struct({
  source: optional(Source, "The path below the address of the site, such as `/old/page`, at most 512 characters."),
  destination: optional(SiteRedirectDestination, "Where the path leads.")
}).annotations({
  identifier: "UpdateSiteRedirect",
  description: "Changes of a redirect. Omitted fields stay as they are."
})
export type UpdateSiteRedirect = typeof UpdateSiteRedirect.Type

/** A redirect as stored. */
export interface SiteRedirectRecord {
  readonly id: SiteRedirectId
  readonly site: SiteId
  readonly source: string
  readonly destination: SiteRedirectDestination
}
