/** The tables of the settings of sites, and of the feedback of their readers. */
import { table } from "../../storage/rows/Table.js"

/** The look of each site that has been customized. */
export const CustomizationsTable = table({
  name: "site_customizations",
  columns: { site: "text" },
  key: ["site"],
  indexes: {},
  lockedBy: "organization"
})

/** The feedback of readers of sites; a search has one row regardless of how often it was made. */
export const SiteFeedbackTable = table({
  name: "site_feedback",
  columns: { site: "text", kind: "text", id: "text", query: "text" },
  key: ["site", "kind", "id"],
  indexes: { query: { on: ["site", "query", "id"] } },
  lockedBy: "organization"
})

/** The schema of claims of each site that has one. */
export const AdaptiveSchemasTable = table({
  name: "adaptive_schemas",
  columns: { site: "text" },
  key: ["site"],
  indexes: {},
  lockedBy: "organization"
})

/** The redirects of sites; each path of a site has one destination. */
export const SiteRedirectsTable = table({
  name: "site_redirects",
  columns: { site: "text", id: "text", source: "text" },
  key: ["site", "id"],
  indexes: { source: { on: ["site", "source"], unique: true } },
  lockedBy: "organization"
})
