import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, type Operation, organization, within } from "../../contract/rows.js"
import { empty, onOrganization, onSite } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const all = within(organization, "/sites")
const one = (ids: Ids) => `${all(ids)}/${ids.sites.main}`
const unknown = within(all, "/unknown")
const auth = "/publishing/auth"
const keys = "/publishing/keys"
/** An operation on a site by its administrator, without a body that matters. */
const act = (rest: string): Operation => ({
  method: "POST",
  path: within(one, rest),
  status: 200,
  failures: {
    400: malformed,
    403: { as: "rex" },
    404: { as: "gus" },
    409: never.noState
  },
  more: [{ prepare: ask("POST", within(one, rest)) }]
})

/** Sites; `rex` may read the main one, `gus` no site. */
export const resource: Resource = {
  operations: {
    listSites: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?published=yes") },
        403: never.lists,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ as: "gus" }, { as: "rex", path: (ids) => `${all(ids)}?space=${ids.spaces.main}&title=D&limit=1` }]
    },
    createSite: {
      method: "POST",
      path: all,
      status: 201,
      body: ({ spaces }) => ({ title: "Made", type: "premium", spaces: [spaces.second, spaces.main] }),
      failures: {
        400: { body: () => ({ title: "x" }) },
        403: { as: "rex", body: () => ({}) },
        404: { body: () => ({ spaces: ["unknown"] }) },
        409: { body: () => ({ spaces: Array.from({ length: 1001 }, (_, i) => `space-${i}`) }) }
      },
      more: [{ body: () => ({}) }, { body: () => ({ spaces: "sample" }) }]
    },
    getSiteById: {
      method: "GET",
      path: one,
      status: 200,
      failures: { 400: { path: within(all, "/%zz") }, 403: never.seesOrNot, 404: { as: "gus" }, 409: never.readsOnly },
      more: [{ as: "rex" }, { prepare: ask("POST", within(one, "/publish")) }]
    },
    updateSiteById: {
      method: "PATCH",
      path: one,
      status: 200,
      body: () => ({
        title: "Renamed",
        basename: "docs",
        adaptiveContent: { enabled: true },
        proxy: "example.com/docs"
      }),
      failures: {
        400: { body: () => ({ proxy: "example.com" }) },
        403: { as: "rex" },
        404: { body: () => ({ defaultSiteSection: "unknown" }) },
        409: {
          prepare: ask("PATCH", (ids) => `${all(ids)}/${ids.sites.hidden}`, { basename: "docs" }),
          body: () => ({ basename: "docs" })
        }
      },
      more: [{ body: () => ({}) }]
    },
    deleteSiteById: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "gus" }, { as: "eve" }]
    },
    publishSite: act("/publish"),
    unpublishSite: act("/unpublish"),
    getSitePublishingAuthById: {
      method: "GET",
      path: within(one, auth),
      status: 200,
      failures: {
        400: { path: within(all, `/%zz${auth}`) },
        403: { as: "rex" },
        404: { path: within(unknown, auth) },
        409: never.readsOnly
      }
    },
    updateSitePublishingAuthById: {
      method: "PATCH",
      path: within(one, auth),
      status: 200,
      body: () => ({ backend: "custom", fallbackURL: "https://example.com/login" }),
      failures: {
        400: { body: () => ({ backend: "magic" }) },
        403: { as: "rex" },
        404: { as: "gus" },
        409: never.noState
      },
      more: [{ body: () => ({ fallbackURL: null }) }]
    },
    regenerateSitePublishingAuthById: act(`${auth}/regenerate`),
    rotateSitePublishingKey: {
      method: "POST",
      path: within(one, keys),
      status: 201,
      body: () => ({ overlap: 60 }),
      failures: {
        400: { body: () => ({ overlap: -1 }) },
        403: { as: "rex" },
        404: { as: "gus" },
        409: {
          prepare: async (world) => {
            for (let count = 0; count < 9; count++) await ask("POST", within(one, keys))(world)
          }
        }
      },
      more: [{ body: () => ({}) }, { body: () => ({ overlap: 0 }) }]
    },
    deleteSitePublishingKeyById: {
      method: "DELETE",
      path: within(one, `${keys}/unknown`),
      status: 204,
      failures: {
        400: { path: within(all, `/%zz${keys}/unknown`) },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ as: "gus" }, { path: within(unknown, `${keys}/unknown`) }]
    }
  },
  own: ["deleteSitePublishingKeyById", "rotateSitePublishingKey"],
  visibility: {
    listSites: onOrganization("member"),
    createSite: onOrganization("create", empty),
    getSiteById: onSite("read"),
    updateSiteById: onSite("create", empty),
    deleteSiteById: onSite("create"),
    publishSite: onSite("create"),
    unpublishSite: onSite("create"),
    getSitePublishingAuthById: onSite("create"),
    updateSitePublishingAuthById: onSite("create", empty),
    regenerateSitePublishingAuthById: onSite("create"),
    rotateSitePublishingKey: onSite("create"),
    deleteSitePublishingKeyById: onSite("create")
  }
}
