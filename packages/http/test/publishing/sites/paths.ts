/** The paths of sites, and the operations that several of their parts have. */
import { ask, never, type Operation, organization, within } from "../../contract/rows.js"
import type { Ids } from "../../support/world.js"

/** The site with spaces and without sections. */
export const mainSite = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.main}`
/** The site with sections. */
export const partsSite = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.parts}`
/** The site that `rex` may not read. */
export const hiddenSite = (ids: Ids) => `${organization(ids)}/sites/${ids.sites.hidden}`

/** Publishes the main site. */
export const publish = ask("POST", within(mainSite, "/publish"))

/** A list that everybody who may read the site may read. */
export const readableList = (below: (ids: Ids) => string, bad: string, good: string): Operation => ({
  method: "GET",
  path: below,
  status: 200,
  failures: {
    400: { path: within(below, bad) },
    403: never.seesOrNot,
    404: { as: "gus" },
    409: never.readsOnly
  },
  more: [{ as: "rex", path: within(below, good) }]
})

/** The removal of a part of a site. */
export const readableRemoval = (path: (ids: Ids) => string, all: (ids: Ids) => string): Operation => ({
  method: "DELETE",
  path,
  status: 204,
  failures: {
    400: { path: within(all, "/%zz") },
    403: { as: "rex" },
    404: never.goneIsFine,
    409: never.noState
  },
  more: [{ as: "rex", path: within(all, "/unknown") }, { as: "gus" }]
})

/** A list that only those who manage the site may read. */
export const managedList = (below: (ids: Ids) => string): Operation => ({
  method: "GET",
  path: below,
  status: 200,
  failures: {
    400: { path: within(below, "?page=broken") },
    403: { as: "rex" },
    404: { as: "gus" },
    409: never.readsOnly
  },
  more: [{ path: within(below, "?limit=1") }]
})

/** The removal of something that only those who manage the site may read. */
export const managedRemoval = (path: (ids: Ids) => string, all: (ids: Ids) => string): Operation => ({
  method: "DELETE",
  path,
  status: 204,
  failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
  more: [
    { path: within(all, "/unknown") },
    { as: "gus" },
    { as: "rex", path: within(hiddenSite, "/share-links/unknown") }
  ]
})
