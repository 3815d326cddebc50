import type { Resource } from "../../contract/resources.js"
import { ask, never, organization, within } from "../../contract/rows.js"
import { body, onOrganization } from "../../people/access/visibility/entries.js"
import { certificate } from "../../support/certificate.js"
import type { Ids } from "../../support/world.js"

const all = within(organization, "/saml")
const one = (ids: Ids) => `${all(ids)}/${ids.saml.active}`
const pending = (ids: Ids) => `${all(ids)}/${ids.saml.pending}`
const unknown = within(all, "/unknown")
const settings = {
  label: "Made",
  entityID: "https://idp.example/made",
  ssoURL: "https://idp.example/made/sso",
  certificate,
  defaultRole: null
}

/** SAML providers. */
export const resource: Resource = {
  operations: {
    listSAMLProvidersInOrganizationById: {
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
    createOrganizationSAMLProvider: {
      method: "POST",
      path: all,
      status: 201,
      body: () => settings,
      failures: {
        400: { body: () => ({ ...settings, label: "x".repeat(31) }) },
        403: { as: "rex" },
        404: { body: () => ({ ...settings, defaultTeam: "unknown" }) },
        409: never.noState
      },
      more: [{ body: () => ({ label: "Pending" }) }, { body: () => ({ ...settings, defaultRole: "edit" }) }]
    },
    getOrganizationSAMLProviderById: {
      method: "GET",
      path: one,
      status: 200,
      failures: {
        400: { path: within(all, "/%zz") },
        403: { as: "rex" },
        404: { as: "rex", path: pending },
        409: never.readsOnly
      },
      more: [{ path: pending }]
    },
    updateOrganizationSAMLProvider: {
      method: "PATCH",
      path: one,
      status: 200,
      body: () => ({ label: "Renamed", certificate: "none" }),
      failures: {
        400: { body: () => ({ ssoURL: null }) },
        403: { as: "rex" },
        404: { path: unknown },
        409: never.noState
      },
      more: [{ body: () => ({}) }, { path: pending, body: () => settings }]
    },
    deleteOrganizationSAMLProvider: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "rex", path: pending }, { as: "eve" }, { prepare: ask("DELETE", one) }]
    },
    listSSOProviderLoginsInOrganization: {
      method: "GET",
      path: within(organization, "/sso"),
      status: 200,
      failures: {
        400: { path: () => "/v1/orgs/%zz/sso" },
        403: "every member may",
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }, { as: "gus" }]
    }
  },
  visibility: {
    listSAMLProvidersInOrganizationById: onOrganization("admin"),
    createOrganizationSAMLProvider: onOrganization("admin", body({ label: "Made" })),
    getOrganizationSAMLProviderById: onOrganization("admin"),
    updateOrganizationSAMLProvider: onOrganization("admin", body({ label: "Renamed" })),
    deleteOrganizationSAMLProvider: onOrganization("admin"),
    listSSOProviderLoginsInOrganization: onOrganization("member")
  }
}
