import { bySystem } from "../../../operations/audit-events/calling.js"
import { publishes } from "../../../operations/audit-events/preparations.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent } from "../../../people/access/rows.js"

/** Published content. */
export const resource: Resource = {
  calls: ({ organization: o, site }) => ({
    rows: {
      publishedContents: { get: absent(o, site, {}) }
    }
  }),
  recorded: {
    publishedContents: { get: "reads", enter: "notes" }
  },
  refused: ["publishedContents.get"],
  special: (world) => ({
    publishedContents: {
      enter: {
        after: publishes(world),
        ...bySystem({ organization: world.made.organization, site: world.made.site }, {})
      }
    }
  })
}
