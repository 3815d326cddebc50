/** The endpoints of SAML providers. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  CreateSamlProvider,
  SamlProvider,
  SamlProviderId,
  SsoLogin,
  UpdateSamlProvider
} from "@lectern/core/saml/SamlProvider"
import { Schema } from "effect"
import { get, patch, post, remove } from "../declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams } from "../params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const ProviderPath = Schema.Struct({ organizationId: segment(OrganizationId), samlProviderId: segment(SamlProviderId) })

/** The identity providers that members sign in with. */
export class SamlApi extends HttpApiGroup.make("saml")
  .add(
    get(
      "listSAMLProvidersInOrganizationById",
      "/v1/orgs/:organizationId/saml",
      "The SAML providers of an organization",
      "For administrators."
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
      "It is `pending` until it has an `entityID`, an `ssoURL` and a `certificate` that is one."
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
      "A SAML provider",
      "For administrators."
    )
      .setPath(ProviderPath)
      .addSuccess(SamlProvider)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    patch("updateOrganizationSAMLProvider", "/v1/orgs/:organizationId/saml/:samlProviderId", "Change a SAML provider")
      .setPath(ProviderPath)
      .setPayload(UpdateSamlProvider)
      .addSuccess(SamlProvider)
      .addError(WriteErrors)
  )
  .add(
    remove("deleteOrganizationSAMLProvider", "/v1/orgs/:organizationId/saml/:samlProviderId", "Delete a SAML provider")
      .setPath(ProviderPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listSSOProviderLoginsInOrganization",
      "/v1/orgs/:organizationId/sso",
      "Where members sign in",
      "The active SAML providers, for every member."
    )
      .setPath(OrganizationPath)
      .addSuccess(Schema.Struct({ items: Schema.Array(SsoLogin) }).annotations({ identifier: "SsoLoginList" }))
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "SAML", description: "The identity providers that members sign in with." })
  ) {}
