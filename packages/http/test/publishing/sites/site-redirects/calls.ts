import type { Resource } from "../../../contract/resources.js"
import { ask, within } from "../../../contract/rows.js"
import { empty, onSite } from "../../../people/access/visibility/entries.js"
import { mainSite, managedList, managedRemoval } from "../../../publishing/sites/paths.js"
import type { Ids } from "../../../support/world.js"

const redirects = within(mainSite, "/redirects")
const redirect = (ids: Ids) => `${redirects(ids)}/${ids.redirect}`
const toSpace = (ids: Ids) => ({ kind: "site-space", siteSpaceId: ids.structure.first })

/** Redirects of sites. */
export const resource: Resource = {
  operations: {
    listSiteRedirects: managedList(redirects),
    createSiteRedirect: {
      method: "POST",
      path: redirects,
      status: 201,
      body: (ids) => ({ source: "/a/b%20c", destination: toSpace(ids) }),
      failures: {
        400: { body: (ids) => ({ source: "no-path", destination: toSpace(ids) }) },
        403: { as: "rex" },
        404: { body: () => ({ source: "/a", destination: { kind: "site-section", siteSectionId: "unknown" } }) },
        409: { body: (ids) => ({ source: "/old", destination: toSpace(ids) }) }
      },
      more: [
        {
          body: ({ page, structure }) => ({
            source: "/a",
            destination: { kind: "site-page", siteSpaceId: structure.first, pageId: page }
          })
        }
      ]
    },
    updateSiteRedirectById: {
      method: "PATCH",
      path: redirect,
      status: 200,
      body: (ids) => ({ source: "/older", destination: toSpace(ids) }),
      failures: {
        400: { body: () => ({ destination: { kind: "url" } }) },
        403: { as: "rex" },
        404: { path: within(redirects, "/unknown") },
        409: {
          prepare: async (world) => ask("POST", redirects, { source: "/older", destination: toSpace(world.ids) })(world)
        }
      }
    },
    deleteSiteRedirectById: managedRemoval(redirect, redirects)
  },
  visibility: {
    listSiteRedirects: onSite("create"),
    createSiteRedirect: onSite("create", {
      body: (_, target) => ({
        source: "/new",
        destination: { kind: "site-space", siteSpaceId: target?.params.siteSpaceId }
      })
    }),
    updateSiteRedirectById: onSite("create", empty),
    deleteSiteRedirectById: onSite("create")
  }
}
