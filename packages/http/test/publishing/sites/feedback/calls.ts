import type { Resource } from "../../../contract/resources.js"
import { ask, never, within } from "../../../contract/rows.js"
import { onSite } from "../../../people/access/visibility/entries.js"
import { mainSite, managedList, publish } from "../../../publishing/sites/paths.js"

const feedback = within(mainSite, "/feedback")
const customization = within(mainSite, "/customization")

/** Feedback. */
export const resource: Resource = {
  operations: {
    listSiteFeedback: managedList(feedback),
    giveSiteFeedback: {
      method: "POST",
      path: feedback,
      status: 201,
      prepare: async (world) => {
        await publish(world)
        await ask("PUT", customization, { feedback: { enabled: true } })(world)
      },
      body: ({ page, structure }) => ({ siteSpace: structure.first, page, helpful: false, text: "Too short" }),
      failures: {
        400: { body: ({ page, structure }) => ({ siteSpace: structure.first, page, helpful: "yes" }) },
        403: never.seesOrNot,
        404: { body: ({ structure }) => ({ siteSpace: structure.first, page: "unknown", helpful: true }) },
        409: { prepare: publish }
      },
      more: [{ body: ({ page, structure }) => ({ siteSpace: structure.first, page, helpful: true }) }]
    }
  },
  own: ["giveSiteFeedback", "listSiteFeedback"],
  visibility: {
    listSiteFeedback: onSite("edit"),
    giveSiteFeedback: onSite("read", {
      body: (_, target) => ({ siteSpace: target?.params.siteSpaceId, page: "unknown", helpful: true })
    })
  }
}
