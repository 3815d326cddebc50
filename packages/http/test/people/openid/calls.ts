import type { Resource } from "../../contract/resources.js"
import { ask, never, organization, within } from "../../contract/rows.js"
import { body, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const all = within(organization, "/openid")
const one = (ids: Ids) => `${all(ids)}/${ids.openId}`
const unknown = within(all, "/unknown")
const settings = { label: "Made", issuer: "https://idp.example/made", clientId: "lectern", clientSecret: "hush" }
const everybodys = { ...settings, issuer: "https://login.microsoftonline.com/common/v2.0" }

/** OpenID providers. */
export const resource: Resource = {
  operations: {
    listOpenIDProvidersInOrganization: {
      method: "GET",
      path: within(all, "?limit=1"),
      status: 200,
      failures: {
        400: { path: within(all, "?limit=-1") },
        403: { as: "rex" },
        404: { as: "eve" },
        409: never.readsOnly
      }
    },
    createOpenIDProvider: {
      method: "POST",
      path: all,
      status: 201,
      body: () => settings,
      failures: {
        400: { body: () => everybodys },
        403: { as: "rex" },
        404: { body: () => ({ ...settings, defaultTeam: "unknown" }) },
        409: never.noState
      },
      more: [{ body: (ids) => ({ ...settings, defaultRole: "edit", defaultTeam: ids.team }) }]
    },
    getOpenIDProvider: {
      method: "GET",
      path: one,
      status: 200,
      failures: {
        400: { path: within(all, "/%zz") },
        403: { as: "rex" },
        404: { path: unknown },
        409: never.readsOnly
      }
    },
    updateOpenIDProvider: {
      method: "PATCH",
      path: one,
      status: 200,
      body: () => ({ label: "Renamed", clientSecret: null }),
      failures: {
        400: { body: () => ({ issuer: null }) },
        403: { as: "rex" },
        404: { path: unknown },
        409: never.noState
      },
      more: [{ body: () => ({}) }, { body: () => settings }]
    },
    deleteOpenIDProvider: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "eve" }, { prepare: ask("DELETE", one) }]
    }
  },
  own: [
    "createOpenIDProvider",
    "deleteOpenIDProvider",
    "getOpenIDProvider",
    "listOpenIDProvidersInOrganization",
    "updateOpenIDProvider"
  ],
  visibility: {
    listOpenIDProvidersInOrganization: onOrganization("admin"),
    createOpenIDProvider: onOrganization(
      "admin",
      body({ label: "Made", issuer: "https://idp.example", clientId: "lectern" })
    ),
    getOpenIDProvider: onOrganization("admin"),
    updateOpenIDProvider: onOrganization("admin", body({ label: "Renamed" })),
    deleteOpenIDProvider: onOrganization("admin")
  }
}
