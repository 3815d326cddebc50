import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import type { Resource } from "../../../contract/resources.js"
import { ask, never, type Operation, within } from "../../../contract/rows.js"
import { body, empty, onSite } from "../../../people/access/visibility/entries.js"
import { hiddenSite, mainSite, managedList, managedRemoval } from "../../../publishing/sites/paths.js"
import type { Ids } from "../../../support/world.js"

const links = within(mainSite, "/share-links")
const link = (ids: Ids) => `${links(ids)}/${ids.shareLink}`
/** Makes as many share links as the site takes. */
const fill: Operation["prepare"] = async ({ ids, lectern }) => {
  const { shareLinks } = lectern.asSystem()
  const organizationId = OrganizationId.make(ids.organization)
  const siteId = SiteId.make(ids.sites.main)
  for (let count = 1; count < 1000; count++) await shareLinks.create(organizationId, siteId, { name: "" })
}

/** Share links. */
export const resource: Resource = {
  operations: {
    listSiteShareLinks: managedList(links),
    createSiteShareLink: {
      method: "POST",
      path: links,
      status: 201,
      body: () => ({ name: "Made" }),
      failures: {
        400: { body: () => ({ name: "x".repeat(51) }) },
        403: { as: "rex" },
        404: { as: "rex", path: within(hiddenSite, "/share-links") },
        409: { prepare: fill }
      }
    },
    updateSiteShareLinkById: {
      method: "PATCH",
      path: link,
      status: 200,
      body: () => ({ active: false, name: "Renamed" }),
      failures: {
        400: { body: () => ({ active: null }) },
        403: { as: "rex" },
        404: { path: within(links, "/unknown") },
        409: never.noState
      },
      more: [{ body: () => ({}) }]
    },
    renewSiteShareLink: {
      method: "POST",
      path: within(link, "/renew"),
      status: 200,
      failures: {
        400: { body: () => "{" },
        403: { as: "rex" },
        404: { path: within(links, "/unknown/renew") },
        409: never.noState
      },
      more: [{ prepare: ask("PATCH", link, { active: false }) }]
    },
    deleteSiteShareLinkById: managedRemoval(link, links)
  },
  own: ["renewSiteShareLink"],
  visibility: {
    listSiteShareLinks: onSite("create"),
    createSiteShareLink: onSite("create", body({ name: "Made" })),
    updateSiteShareLinkById: onSite("create", empty),
    renewSiteShareLink: onSite("create"),
    deleteSiteShareLinkById: onSite("create")
  }
}
