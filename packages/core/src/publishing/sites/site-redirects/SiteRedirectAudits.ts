/** Audit rules of redirects of sites. */
import { type Auditing, audited, itself } from "../../../storage/rows/Audited.js"
import { ofSite } from "../AuditedSites.js"
import type { SiteRedirectRecord } from "./SiteRedirect.js"

/** The audit rules of redirects of sites. */
export const audits: ReadonlyArray<Auditing> = [
  audited<SiteRedirectRecord>("site_redirects", {
    kind: "site-redirect",
    target: itself("site-redirect", ({ id, source }) => ({ id, title: source })),
    organization: ofSite,
    fields: { id: "ignored", site: "shown", source: "shown", destination: "shown" }
  })
]
