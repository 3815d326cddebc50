import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, organization, within } from "../../contract/rows.js"
import { body, onNobody, onOrganization } from "../../people/access/visibility/entries.js"

/** Organizations and their domains. */
export const resource: Resource = {
  operations: {
    listOrganizationsForAuthenticatedUser: {
      method: "GET",
      path: () => "/v1/orgs",
      status: 200,
      failures: {
        400: { path: () => "/v1/orgs?limit=1001" },
        403: never.lists,
        404: never.lists,
        409: never.readsOnly
      },
      more: [{ as: "eve" }, { path: () => "/v1/orgs?limit=0" }]
    },
    createOrganization: {
      method: "POST",
      path: () => "/v1/orgs",
      status: 201,
      body: () => ({ title: "Made" }),
      failures: {
        400: { body: () => ({ title: "x" }) },
        403: never.unlessSet,
        404: "it refers to nothing",
        409: {
          prepare: ask("POST", () => "/v1/orgs", { title: "First", hostname: "taken" }, "eve"),
          body: () => ({ title: "Second", hostname: "taken" })
        }
      }
    },
    getOrganizationById: {
      method: "GET",
      path: organization,
      status: 200,
      failures: { 400: { path: () => "/v1/orgs/%ff" }, 403: never.seesOrNot, 404: { as: "eve" }, 409: never.readsOnly },
      more: [{ as: "gus" }]
    },
    updateOrganizationById: {
      method: "PATCH",
      path: organization,
      status: 200,
      body: () => ({ title: "Renamed", defaultRole: null }),
      failures: {
        400: { body: () => ({ title: 1 }) },
        403: { as: "rex" },
        404: { as: "eve" },
        409: {
          prepare: ask("POST", () => "/v1/orgs", { title: "First", hostname: "taken" }, "eve"),
          body: () => ({ hostname: "taken" })
        }
      },
      more: [
        { body: () => ({}) },
        {
          body: () => ({ mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_approved_review" }] } })
        }
      ]
    },
    getOrganizationsForEmailDomain: {
      method: "GET",
      path: () => "/v1/email-domains/example.com/orgs",
      status: 200,
      failures: {
        400: { path: () => "/v1/email-domains/%zz/orgs" },
        403: never.lists,
        404: "an unknown domain has no organizations",
        409: never.readsOnly
      },
      more: [{ path: () => "/v1/email-domains/nowhere/orgs" }]
    },
    verifyOrganizationEmailDomain: {
      method: "POST",
      path: within(organization, "/email-domains/example.com/verify"),
      status: 200,
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { path: within(organization, "/email-domains/nowhere.example/verify") },
        409: {
          prepare: ask("PATCH", organization, { emailDomains: ["second.example"] }),
          path: within(organization, "/email-domains/second.example/verify")
        }
      }
    }
  },
  own: ["createOrganization", "verifyOrganizationEmailDomain"],
  visibility: {
    listOrganizationsForAuthenticatedUser: onNobody(),
    createOrganization: onNobody(body({ title: "Made" })),
    getOrganizationById: onOrganization("member"),
    updateOrganizationById: onOrganization("admin", body({ title: "Renamed" })),
    getOrganizationsForEmailDomain: onNobody(),
    verifyOrganizationEmailDomain: onOrganization("admin")
  }
}
