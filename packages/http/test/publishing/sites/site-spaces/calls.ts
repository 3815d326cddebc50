import type { Resource } from "../../../contract/resources.js"
import { malformed, within } from "../../../contract/rows.js"
import { empty, onSite } from "../../../people/access/visibility/entries.js"
import { mainSite, partsSite, readableList, readableRemoval } from "../../../publishing/sites/paths.js"
import type { Ids } from "../../../support/world.js"

const siteSpaces = within(mainSite, "/site-spaces")
const siteSpace = (ids: Ids) => `${siteSpaces(ids)}/${ids.structure.first}`

/** Spaces on sites; `rex` may read the sites `main` and `parts`, `gus` none. */
export const resource: Resource = {
  operations: {
    listSiteSpaces: readableList(siteSpaces, "?default=maybe", "?default=false&limit=1&shareKey=any"),
    addSpaceToSite: {
      method: "POST",
      path: siteSpaces,
      status: 201,
      body: ({ spaces }) => ({ spaceId: spaces.locked }),
      failures: {
        400: { body: () => ({}) },
        403: { as: "rex" },
        404: { body: ({ spaces }) => ({ spaceId: spaces.deleted }) },
        409: { body: ({ spaces }) => ({ spaceId: spaces.main }) }
      },
      more: [
        {
          path: within(partsSite, "/site-spaces"),
          body: ({ spaces, structure }) => ({ spaceId: spaces.locked, sectionId: structure.open })
        }
      ]
    },
    deleteSiteSpaceById: readableRemoval(siteSpace, siteSpaces),
    updateSiteSpaceById: {
      method: "PATCH",
      path: siteSpace,
      status: 200,
      body: ({ spaces }) => ({ path: "path", condition: "visitor.claims.beta", spaceId: spaces.locked }),
      failures: {
        400: { body: () => ({ path: "second" }) },
        403: { as: "rex" },
        404: { path: within(siteSpaces, "/unknown") },
        409: { body: ({ spaces }) => ({ spaceId: spaces.second }) }
      },
      more: [{ body: () => ({ condition: null }) }]
    },
    moveSiteSpace: {
      method: "POST",
      path: within(siteSpace, "/move"),
      status: 200,
      body: ({ structure }) => ({ position: { after: { type: "site-space", siteSpace: structure.second } } }),
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { body: () => ({ position: { after: { type: "site-space", siteSpace: "unknown" } } }) },
        409: {
          body: ({ structure }) => ({ position: { before: { type: "site-space", siteSpace: structure.second } } })
        }
      },
      more: [{ body: () => ({}) }]
    }
  },
  visibility: {
    listSiteSpaces: onSite("read"),
    addSpaceToSite: onSite("create", { body: ({ spare }) => ({ spaceId: spare }) }),
    deleteSiteSpaceById: onSite("create"),
    updateSiteSpaceById: onSite("create", empty),
    moveSiteSpace: onSite("create", empty)
  }
}
