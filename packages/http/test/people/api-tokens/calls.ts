import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, organization, within } from "../../contract/rows.js"
import { body, empty, onNobody, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const own = () => "/v1/user/tokens"
const one = (ids: Ids) => `${own()}/${ids.token}`
const all = within(organization, "/tokens")
const service = (ids: Ids) => `${all(ids)}/${ids.serviceToken}`
const unknown = within(all, "/unknown")
const limited = { headers: ({ limitedToken }: Ids) => ({ authorization: `Bearer ${limitedToken}` }) }

/** Tokens. `token` is an administrator's, and `limitedToken` one of the same user that only reads. */
export const resource: Resource = {
  operations: {
    listApiTokens: {
      method: "GET",
      path: own,
      status: 200,
      failures: {
        400: { path: () => `${own()}?limit=-1` },
        403: limited,
        404: "it is the caller",
        409: never.readsOnly
      },
      more: [{ as: "eve" }, { path: () => `${own()}?limit=1` }]
    },
    createApiToken: {
      method: "POST",
      path: own,
      status: 201,
      body: () => ({ label: "Deployment", scopes: ["read", "write"], expires: "2100-01-01T00:00:00Z" }),
      failures: {
        400: { body: () => ({ label: "Late", expires: "2001-01-01T00:00:00Z" }) },
        403: limited,
        404: { as: "rex", body: ({ spaces }) => ({ label: "Hidden", spaces: [spaces.hidden] }) },
        409: never.noState
      },
      more: [
        { body: ({ organization: id, spaces }) => ({ label: "One space", organization: id, spaces: [spaces.main] }) },
        { body: () => ({ label: "Everything" }) }
      ]
    },
    deleteApiToken: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: () => `${own()}/%zz` }, 403: limited, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: () => `${own()}/unknown` }, { as: "eve" }, { prepare: ask("DELETE", one) }]
    },
    rotateApiToken: {
      method: "POST",
      path: within(one, "/rotate"),
      status: 201,
      body: () => ({ overlap: 3600 }),
      failures: {
        400: { body: () => ({ overlap: 604_801 }) },
        403: limited,
        404: { as: "eve" },
        409: { path: ({ fixedToken }) => `${own()}/${fixedToken}/rotate` }
      },
      more: [{ body: () => ({}) }, { body: () => ({ overlap: 0 }) }]
    },
    listOrganizationTokens: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?limit=-1") },
        403: { as: "rex" },
        404: { as: "eve" },
        409: never.readsOnly
      }
    },
    createOrganizationToken: {
      method: "POST",
      path: all,
      status: 201,
      body: () => ({ label: "Continuous integration", scopes: ["write"], expires: "2100-01-01T00:00:00Z" }),
      failures: {
        400: { body: () => ({ label: "" }) },
        403: { as: "rex" },
        404: { body: () => ({ label: "CI", spaces: ["unknown"] }) },
        409: never.noState
      },
      more: [{ body: ({ spaces }) => ({ label: "CI", spaces: [spaces.main] }) }]
    },
    updateOrganizationToken: {
      method: "PATCH",
      path: service,
      status: 200,
      body: () => ({ label: "Deployment", scopes: ["read"] }),
      failures: { 400: malformed, 403: { as: "rex" }, 404: { path: unknown }, 409: never.noState },
      more: [{ body: () => ({}) }, { body: () => ({ expires: null, spaces: null }) }]
    },
    rotateOrganizationToken: {
      method: "POST",
      path: within(service, "/rotate"),
      status: 201,
      body: () => ({ overlap: 3600 }),
      failures: {
        400: { body: () => ({ overlap: -1 }) },
        403: { as: "rex" },
        404: { path: within(unknown, "/rotate") },
        409: "only a token of a person comes from the configuration"
      },
      more: [{ body: () => ({}) }, { body: () => ({ overlap: 0 }) }]
    },
    deleteOrganizationToken: {
      method: "DELETE",
      path: service,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "eve" }, { prepare: ask("DELETE", service) }]
    }
  },
  own: [
    "createApiToken",
    "createOrganizationToken",
    "deleteApiToken",
    "deleteOrganizationToken",
    "listApiTokens",
    "listOrganizationTokens",
    "rotateApiToken",
    "rotateOrganizationToken",
    "updateOrganizationToken"
  ],
  visibility: {
    listApiTokens: onNobody(),
    createApiToken: onNobody(body({ label: "Made" })),
    deleteApiToken: onNobody(),
    rotateApiToken: onOrganization("admin", { refused: 404, guest: 404, ...empty }),
    listOrganizationTokens: onOrganization("admin"),
    createOrganizationToken: onOrganization("admin", body({ label: "Made" })),
    updateOrganizationToken: onOrganization("admin", empty),
    rotateOrganizationToken: onOrganization("admin", empty),
    deleteOrganizationToken: onOrganization("admin")
  }
}
