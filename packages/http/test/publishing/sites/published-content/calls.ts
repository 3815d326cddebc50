import type { Resource } from "../../../contract/resources.js"
import { never, within } from "../../../contract/rows.js"
import { onSite } from "../../../people/access/visibility/entries.js"
import { mainSite, publish } from "../../../publishing/sites/paths.js"

const published = within(mainSite, "/published")

/** Published content. */
export const resource: Resource = {
  operations: {
    getPublishedContentSite: {
      method: "GET",
      path: published,
      status: 200,
      prepare: publish,
      failures: {
        400: { path: within(published, "?shareKey=a&shareKey=b") },
        403: never.seesOrNot,
        404: { prepare: async () => undefined },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(published, "?shareKey=any&visitor.beta=true&visitor.a.b=1&visitor.a.b=2") }]
    }
  },
  visibility: {
    getPublishedContentSite: onSite("read")
  }
}
