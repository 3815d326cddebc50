/** The rows of customizations. */
import * as Schema from "effect/Schema"
import { ofSite, theSite } from "../../../people/places/AuditedSites.js"
import { emitting } from "../../../storage/rows/Emits.js"
import { auditedRow, id, ignored, text, to } from "../../../storage/rows/RowDeclaration.js"
import type { CustomizationRecord } from "./Customization.js"

const site = to("site", "sites")

/** The rows of the table `site_customizations`. */
export const siteCustomizations = auditedRow<CustomizationRecord>("customization")({
  target: theSite,
  organization: ofSite,
  emits: emitting(
    { created: "site_updated", updated: "site_updated", deleted: "site_updated" },
    ["settings"],
    ({ site }) => ({ subject: { object: "site", id: site } })
  ),
  derived: ({ settings }) => ({ ...settings }),
  fields: {
    site: ignored(id),
    settings: ignored(Schema.Object),
    version: ignored(text)
  },
  references: (each) => [site(each.site)]
})
