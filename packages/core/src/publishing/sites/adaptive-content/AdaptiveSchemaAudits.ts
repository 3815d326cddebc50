/** Audit rules of schemas of claims. */
import { type Auditing, audited } from "../../../storage/rows/Audited.js"
import { ofSite, theSite } from "../AuditedSites.js"
import type { AdaptiveSchemaRecord } from "./AdaptiveSchema.js"

/** The audit rules of schemas of claims. */
export const audits: ReadonlyArray<Auditing> = [
  audited<AdaptiveSchemaRecord>("adaptive_schemas", {
    kind: "adaptive-schema",
    target: theSite,
    organization: ofSite,
    fields: { site: "ignored", jsonSchema: "shown", updatedAt: "ignored" }
  })
]
