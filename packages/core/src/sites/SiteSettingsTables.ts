/** The tables of what is set of sites, and of what their readers tell. */
import { table } from "../storage/Table.js"

/** How each site looks that does not look like a new one. */
export const CustomizationsTable = table({
  name: "site_customizations",
  columns: { site: "text" },
  key: ["site"],
  indexes: {}
})

/** What readers of sites have told; a search has one row however often it was made. */
export const SiteFeedbackTable = table({
  name: "site_feedback",
  columns: { site: "text", kind: "text", id: "text", query: "text" },
  key: ["site", "kind", "id"],
  indexes: { query: { on: ["site", "query", "id"] } }
})

/** The schema of claims of each site that has one. */
export const AdaptiveSchemasTable = table({
  name: "adaptive_schemas",
  columns: { site: "text" },
  key: ["site"],
  indexes: {}
})

/** The redirects of sites; a path of a site leads to one place. */
export const SiteRedirectsTable = table({
  name: "site_redirects",
  columns: { site: "text", id: "text", source: "text" },
  key: ["site", "id"],
  indexes: { source: { on: ["site", "source"], unique: true } }
})
