import { LinksQuery } from "@lectern/core/content/links/Link"
import { choice, integer, subject } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

/** Links. */
export const resource: Resource = {
  calls: ({ file, page, space }) => ({
    rows: {
      links: {
        list: absent(space, {}),
        ofPage: absent(space, page, {}),
        toPage: absent(space, page, {}),
        toFile: absent(space, file, {})
      }
    }
  }),
  recorded: {
    links: { list: "reads", ofPage: "reads", toPage: "reads", toFile: "reads" }
  },
  bounds: [
    subject("a list of links", LinksQuery, {
      status: choice("ok", "broken", "in-app"),
      brokenContext: choice("change-request", "space"),
      limit: integer(0, 1000)
    })
  ]
}
