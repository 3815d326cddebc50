import { EmailDomains } from "@lectern/core/organizations/EmailDomains"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Search } from "@lectern/core/search/Search"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { OrganizationsApi } from "./OrganizationsApi.js"

/** The handlers of {@link OrganizationsApi}. */
export const handlers = Effect.gen(function* () {
  const organizations = yield* Organizations
  const domains = yield* EmailDomains
  const search = yield* Search
  const all: GroupHandlers<typeof OrganizationsApi> = {
    listOrganizationsForAuthenticatedUser: ({ urlParams }) => organizations.list(urlParams),
    createOrganization: ({ payload }) => organizations.create(payload),
    getOrganizationById: ({ path }) => organizations.get(path.organizationId),
    updateOrganizationById: ({ path, payload }) => organizations.update(path.organizationId, payload),
    searchOrganizationContent: ({ path, urlParams }) => search.organization(path.organizationId, urlParams),
    getOrganizationsForEmailDomain: ({ path }) => organizations.forEmailDomain(path.emailDomain),
    verifyOrganizationEmailDomain: ({ path }) => domains.verify(path.organizationId, path.domain)
  }
  return all
})
