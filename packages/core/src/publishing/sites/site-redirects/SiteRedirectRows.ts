/** The rows of redirects of sites. */

import { ofSite } from "../../../people/places/AuditedSites.js"
import { itself } from "../../../storage/rows/Audited.js"
import { emitting } from "../../../storage/rows/Emits.js"
import { auditedRow, id, ignored, shown, text, to } from "../../../storage/rows/RowDeclaration.js"
import { SiteRedirectDestination, type SiteRedirectRecord } from "./SiteRedirect.js"

const site = to("site", "sites")

/** The rows of the table `site_redirects`. */
export const siteRedirects = auditedRow<SiteRedirectRecord>("site-redirect")({
  target: itself("site-redirect", ({ id, source }) => ({ id, title: source })),
  organization: ofSite,
  emits: emitting(
    { created: "site_updated", updated: "site_updated", deleted: "site_updated" },
    ["source", "destination"],
    ({ site }) => ({ subject: { object: "site", id: site } })
  ),
  fields: {
    id: ignored(id),
    site: shown(id),
    source: shown(text),
    destination: shown(SiteRedirectDestination)
  },
  references: (each) => [site(each.site)]
})
