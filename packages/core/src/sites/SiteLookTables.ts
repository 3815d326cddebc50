/** The tables of how sites look and of what their readers tell. */
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
