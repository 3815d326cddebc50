import { SearchInput } from "@lectern/core/search/SearchResult"
import { integer, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, row } from "../../people/access/rows.js"

/** Search. */
export const resource: Resource = {
  calls: ({ organization: o, site, space }) => ({
    rows: {
      search: {
        space: absent(space, { query: "guide" }),
        organization: row("NotFound", [o, { query: "guide" }], "own"),
        site: absent(o, site, { query: "guide" })
      }
    }
  }),
  recorded: {
    search: { space: "reads", organization: "reads", site: "reads" }
  },
  refused: ["search.site"],
  bounds: [
    subject(
      "a search",
      SearchInput,
      { query: { ...text(0, 512), anything: true }, limit: integer(0, 1000) },
      { query: "a" }
    )
  ]
}
