/** Audit rules of customizations. */
import { type Auditing, audited } from "../../../storage/rows/Audited.js"
import { ofSite, theSite } from "../AuditedSites.js"
import type { CustomizationRecord } from "./Customization.js"

/** The audit rules of customizations. */
export const audits: ReadonlyArray<Auditing> = [
  audited<CustomizationRecord>("site_customizations", {
    kind: "customization",
    target: theSite,
    organization: ofSite,
    fields: { site: "ignored", settings: "ignored", version: "ignored" },
    derived: ({ settings }) => ({ ...settings })
  })
]
