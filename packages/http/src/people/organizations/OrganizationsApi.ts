/** The endpoints of organizations. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import { EmailDomain } from "@lectern/core/organizations/EmailDomain"
import {
  CreateOrganization,
  Organization,
  OrganizationId,
  UpdateOrganization
} from "@lectern/core/organizations/Organization"
import { SearchInput, SearchSpaceResult } from "@lectern/core/search/SearchResult"
import * as Schema from "effect/Schema"
import { get, patch, post } from "../../foundation/declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  ForbiddenError,
  InvalidError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { Segment, segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })

/** Organizations, and the search over all of their content. */
export class OrganizationsApi extends HttpApiGroup.make("organizations")
  .add(
    get(
      "listOrganizationsForAuthenticatedUser",
      "/v1/orgs",
      "List the organizations of the caller",
      "Lists the organizations that the caller is a member of."
    )
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(Organization).annotations({ identifier: "OrganizationList" }))
      .addError(InvalidError)
  )
  .add(
    post(
      "createOrganization",
      "/v1/orgs",
      "Create an organization",
      "The caller becomes its first administrator. The server says who may make organizations, and how many."
    )
      .setPayload(CreateOrganization)
      .addSuccess(Organization, { status: 201 })
      .addError(BodyErrors)
      .addError(ForbiddenError)
      .addError(ConflictError)
  )
  .add(
    get(
      "getOrganizationById",
      "/v1/orgs/:organizationId",
      "Get an organization",
      "Members, guests included, see their organization."
    )
      .setPath(OrganizationPath)
      .addSuccess(Organization)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateOrganizationById",
      "/v1/orgs/:organizationId",
      "Update an organization",
      "Changes the given fields; `null` removes a field that can be empty. For administrators."
    )
      .setPath(OrganizationPath)
      .setPayload(UpdateOrganization)
      .addSuccess(Organization)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "searchOrganizationContent",
      "/v1/orgs/:organizationId/search",
      "Search an organization",
      "Finds pages in all spaces that the caller may read, grouped by space, best first. Pages with all of the words come before pages with most of them."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct({ ...listParams, query: SearchInput.fields.query }))
      .addSuccess(list(SearchSpaceResult).annotations({ identifier: "SearchSpaceResultList" }))
      .addError(ReadErrors)
  )
  .add(
    get(
      "getOrganizationsForEmailDomain",
      "/v1/email-domains/:emailDomain/orgs",
      "List the organizations of an e-mail domain",
      "Lists the organizations of the caller that have the domain, and all of them for the domain of the caller's own verified address."
    )
      .setPath(
        Schema.Struct({ emailDomain: described(Segment, "A domain of e-mail addresses, such as `example.com`.") })
      )
      .addSuccess(
        Schema.Struct({
          organizations: described(Schema.Array(Organization), "All of them. Not paged.")
        }).annotations({
          identifier: "DomainOrganizations",
          description: "The organizations of an e-mail domain that the caller may see."
        })
      )
      .addError(InvalidError)
  )
  .add(
    post(
      "verifyOrganizationEmailDomain",
      "/v1/orgs/:organizationId/email-domains/:domain/verify",
      "Verify an e-mail domain",
      "Looks up the DNS record that proves that the organization owns a domain, and returns that record. For administrators."
    )
      .setPath(
        Schema.Struct({
          organizationId: segment(OrganizationId),
          domain: described(Segment, "An e-mail domain that the organization names.")
        })
      )
      .addSuccess(EmailDomain)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Organizations",
      description: "Groups of people who share content, and the search over all of it."
    })
  ) {}
