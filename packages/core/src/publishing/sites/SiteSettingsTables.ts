/** The tables of the settings of sites, and of the feedback of their readers. */

import { recordTable } from "../../storage/rows/RecordTable.js"
import type { AdaptiveSchemaRecord } from "./adaptive-content/AdaptiveSchema.js"
import type { CustomizationRecord } from "./customization/Customization.js"
import type { SiteFeedbackRecord } from "./feedback/SiteFeedback.js"
import type { SiteRedirectRecord } from "./site-redirects/SiteRedirect.js"

/** The look of each site that has been customized. */
export const CustomizationsTable = recordTable({
  name: "site_customizations",
  emits: true,
  columns: { site: "text" },
  key: ["site"],
  indexes: {},
  lockedBy: "organization",
  columnsOf: ({ site }: CustomizationRecord) => ({ site }),
  row: () => import("./customization/CustomizationRows.js").then(({ siteCustomizations }) => siteCustomizations)
})

/** The feedback of readers of sites; a search has one row regardless of how often it was made. */
export const SiteFeedbackTable = recordTable({
  name: "site_feedback",
  emits: true,
  columns: { site: "text", kind: "text", id: "text", query: "text" },
  key: ["site", "kind", "id"],
  indexes: { query: { on: ["site", "query", "id"] } },
  lockedBy: "organization",
  columnsOf: ({ site, kind, id, query = "" }: SiteFeedbackRecord) => ({ site, kind, id, query }),
  unaudited: "readers",
  row: () => import("./feedback/SiteFeedbackRows.js").then(({ siteFeedback }) => siteFeedback)
})

/** The schema of claims of each site that has one. */
export const AdaptiveSchemasTable = recordTable({
  name: "adaptive_schemas",
  emits: true,
  columns: { site: "text" },
  key: ["site"],
  indexes: {},
  lockedBy: "organization",
  columnsOf: ({ site }: AdaptiveSchemaRecord) => ({
    site
  }),
  row: () => import("./adaptive-content/AdaptiveSchemaRows.js").then(({ adaptiveSchemas }) => adaptiveSchemas)
})

/** The redirects of sites; each path of a site has one destination. */
export const SiteRedirectsTable = recordTable({
  name: "site_redirects",
  emits: true,
  columns: { site: "text", id: "text", source: "text" },
  key: ["site", "id"],
  indexes: { source: { on: ["site", "source"], unique: true } },
  lockedBy: "organization",
  columnsOf: ({ site, id, source }: SiteRedirectRecord) => ({
    site,
    id,
    source
  }),
  row: () => import("./site-redirects/SiteRedirectRows.js").then(({ siteRedirects }) => siteRedirects)
})
