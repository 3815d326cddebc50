/** The rows of schemas of claims. */

import { ofSite, theSite } from "../../../people/places/AuditedSites.js"
import { emitting } from "../../../storage/rows/Emits.js"
import { auditedRow, id, ignored, shown, text, to } from "../../../storage/rows/RowDeclaration.js"
import { AdaptiveJsonSchema, type AdaptiveSchemaRecord } from "./AdaptiveSchema.js"

const site = to("site", "sites")

/** The rows of the table `adaptive_schemas`. */
export const adaptiveSchemas = auditedRow<AdaptiveSchemaRecord>("adaptive-schema")({
  target: theSite,
  organization: ofSite,
  emits: emitting(
    { created: "site_updated", updated: "site_updated", deleted: "site_updated" },
    ["jsonSchema"],
    ({ site }) => ({ subject: { object: "site", id: site } })
  ),
  fields: {
    site: ignored(id),
    jsonSchema: shown(AdaptiveJsonSchema),
    updatedAt: ignored(text)
  },
  references: (each) => [site(each.site)]
})
