import type { Resource } from "../../contract/resources.js"
import { never, organization, space, within } from "../../contract/rows.js"
import { onOrganization, onSite, onSpace } from "../../people/access/visibility/entries.js"
import { mainSite, publish } from "../../publishing/sites/paths.js"

const search = within(mainSite, "/search")

/** Search. */
export const resource: Resource = {
  operations: {
    searchOrganizationContent: {
      method: "GET",
      path: within(organization, "/search?query=install"),
      status: 200,
      failures: {
        400: { path: within(organization, "/search") },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ path: within(organization, "/search?query=%00%22*(") }, { as: "gus" }]
    },
    searchSpaceContent: {
      method: "GET",
      path: space("main", "/search?query=requ"),
      status: 200,
      failures: {
        400: { path: space("main", `/search?query=${"x".repeat(513)}`) },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ path: space("main", "/search?query=") }]
    },
    searchSiteContent: {
      method: "GET",
      path: within(search, "?query=install"),
      status: 200,
      prepare: publish,
      failures: {
        400: { path: within(search, "?query=a&page=broken") },
        403: never.seesOrNot,
        404: { prepare: async () => undefined },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(search, "?query=instal&limit=1&visitor.beta=true") }]
    }
  },
  visibility: {
    searchOrganizationContent: onOrganization("member", { query: "?query=guide" }),
    searchSpaceContent: onSpace("read", { query: "?query=guide" }),
    searchSiteContent: onSite("read", { query: "?query=guide" })
  }
}
