import { SortSiteStructure } from "@lectern/core/sites/site-structure/SiteStructure"
import { moved, pointers } from "../../../engine/bounds/common.js"
import { choice, subject } from "../../../engine/bounds/fields.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent } from "../../../people/access/rows.js"

const parts = ["site-space", "site-section", "site-section-group"]

/** The structure of sites. */
export const resource: Resource = {
  calls: ({ organization: o, section, site }) => ({
    rows: {
      siteStructures: {
        get: absent(o, site),
        sort: absent(o, site, { item: { type: "site-section", id: section } })
      }
    }
  }),
  recorded: {
    siteStructures: { get: "reads", sort: ["site-structure.updated"] }
  },
  locks: {
    siteStructures: {
      sort: "organization"
    }
  },
  bounds: [
    subject(
      "a move within a site's structure",
      SortSiteStructure,
      { ...pointers("id", ...parts)[0], "item.type": choice(...parts) },
      { item: moved(parts[0]!, "id"), ...pointers("id", ...parts)[1] }
    )
  ]
}
