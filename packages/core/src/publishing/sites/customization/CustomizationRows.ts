/** The rows of customizations. */
import * as Schema from "effect/Schema"
import { ofSite, theSite } from "../../../people/places/AuditedSites.js"
import { auditedRow, id, ignored, text, to } from "../../../storage/rows/RowDeclaration.js"
import type { CustomizationRecord } from "./Customization.js"

const site = to("site", "sites")

/** The rows of the table `site_customizations`. */
export const siteCustomizations = auditedRow<CustomizationRecord>("customization")({
  target: theSite,
  organization: ofSite,
  derived: ({ settings }) => ({ ...settings }),
  fields: {
    site: ignored(id),
    settings: ignored(Schema.Object),
    version: ignored(text)
  },
  references: (each) => [site(each.site)]
})
