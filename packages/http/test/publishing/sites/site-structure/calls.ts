import type { Resource } from "../../../contract/resources.js"
import { ask, never, organization, within } from "../../../contract/rows.js"
import { onSite } from "../../../people/access/visibility/entries.js"
import { hiddenSite, mainSite, partsSite } from "../../../publishing/sites/paths.js"

/** The structure of sites. */
export const resource: Resource = {
  operations: {
    getSiteStructure: {
      method: "GET",
      path: within(partsSite, "/structure"),
      status: 200,
      failures: {
        400: { path: within(organization, "/sites/%zz/structure") },
        403: never.seesOrNot,
        404: { as: "rex", path: within(hiddenSite, "/structure") },
        409: never.readsOnly
      },
      more: [
        { as: "rex", path: within(mainSite, "/structure?shareKey=any") },
        { prepare: ask("POST", within(partsSite, "/publish")) }
      ]
    },
    sortSiteStructure: {
      method: "PATCH",
      path: within(partsSite, "/structure/sort"),
      status: 200,
      body: ({ structure }) => ({
        item: { type: "site-section", id: structure.open },
        position: { after: { type: "site-section-group", id: structure.group } }
      }),
      failures: {
        400: { body: () => ({ item: { type: "page", id: "x" } }) },
        403: { as: "rex" },
        404: { body: () => ({ item: { type: "site-section", id: "unknown" } }) },
        409: { body: ({ structure }) => ({ item: { type: "site-section-group", id: structure.group } }) }
      },
      more: [
        {
          body: ({ structure }) => ({
            item: { type: "site-section-group", id: structure.group },
            position: { before: { type: "site-section", id: structure.open } }
          })
        },
        {
          path: within(mainSite, "/structure/sort"),
          body: ({ structure }) => ({ item: { type: "site-space", id: structure.first } })
        }
      ]
    }
  },
  visibility: {
    getSiteStructure: onSite("read"),
    sortSiteStructure: onSite("create", {
      body: (_, target) => ({ item: { type: "site-space", id: target?.params.siteSpaceId } })
    })
  }
}
