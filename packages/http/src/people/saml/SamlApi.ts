/** The endpoints of SAML providers. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  CreateSamlProvider,
  SamlProvider,
  SamlProviderId,
  SsoLogin,
  UpdateSamlProvider
} from "@lectern/core/saml/SamlProvider"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const ProviderPath = Schema.Struct({
  organizationId: segment(OrganizationId),
  samlProviderId: described(segment(SamlProviderId), "The id of a SAML provider of the organization.")
})

/** The identity providers that members sign in with. */
export class SamlApi extends HttpApiGroup.make("saml")
  .add(
    get(
      "listSAMLProvidersInOrganizationById",
      "/v1/orgs/:organizationId/saml",
      "List the SAML providers of an organization",
      "Lists all providers with their settings. For administrators."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(SamlProvider).annotations({ identifier: "SamlProviderList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createOrganizationSAMLProvider",
      "/v1/orgs/:organizationId/saml",
      "Create a SAML provider",
      "It stays `pending` until it has an `entityID`, an `ssoURL` and a `certificate` that can be read. For administrators."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateSamlProvider)
      .addSuccess(SamlProvider, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getOrganizationSAMLProviderById",
      "/v1/orgs/:organizationId/saml/:samlProviderId",
      "Get a SAML provider",
      "Returns the provider with its settings. For administrators."
    )
      .setPath(ProviderPath)
      .addSuccess(SamlProvider)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateOrganizationSAMLProvider",
      "/v1/orgs/:organizationId/saml/:samlProviderId",
      "Update a SAML provider",
      "Changes the given fields. For administrators."
    )
      .setPath(ProviderPath)
      .setPayload(UpdateSamlProvider)
      .addSuccess(SamlProvider)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteOrganizationSAMLProvider",
      "/v1/orgs/:organizationId/saml/:samlProviderId",
      "Delete a SAML provider",
      "Nobody can sign in with it any longer. For administrators."
    )
      .setPath(ProviderPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listSSOProviderLoginsInOrganization",
      "/v1/orgs/:organizationId/sso",
      "List the ways to sign in",
      "Lists the active SAML providers and the OpenID providers, with the addresses at which to begin. For every member; not paged."
    )
      .setPath(OrganizationPath)
      .addSuccess(
        Schema.Struct({
          items: described(Schema.Array(SsoLogin), "All of them: those of SAML first, each in order of creation.")
        }).annotations({
          identifier: "SsoLoginList",
          description: "The ways to sign in to an organization. Not paged."
        })
      )
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "SAML", description: "The identity providers that members sign in with." })
  ) {}
