/** The endpoints of OpenID providers. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import {
  CreateOpenIdProvider,
  OpenIdProvider,
  OpenIdProviderId,
  UpdateOpenIdProvider
} from "@lectern/core/openid/OpenIdProvider"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const ProviderPath = Schema.Struct({
  organizationId: segment(OrganizationId),
  openIdProviderId: described(segment(OpenIdProviderId), "The id of an OpenID provider of the organization.")
})

/** The OpenID Connect providers that members sign in with. */
export class OpenIdProvidersApi extends HttpApiGroup.make("openIdProviders")
  .add(
    get(
      "listOpenIDProvidersInOrganization",
      "/v1/orgs/:organizationId/openid",
      "List the OpenID providers of an organization",
      "Lists all providers with their settings, but for their secrets. For administrators."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(OpenIdProvider).annotations({ identifier: "OpenIdProviderList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createOpenIDProvider",
      "/v1/orgs/:organizationId/openid",
      "Create an OpenID provider",
      "Members can sign in with it once its e-mail domains are verified for the organization. For administrators."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateOpenIdProvider)
      .addSuccess(OpenIdProvider, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getOpenIDProvider",
      "/v1/orgs/:organizationId/openid/:openIdProviderId",
      "Get an OpenID provider",
      "Returns the provider with its settings, but for its secret. For administrators."
    )
      .setPath(ProviderPath)
      .addSuccess(OpenIdProvider)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateOpenIDProvider",
      "/v1/orgs/:organizationId/openid/:openIdProviderId",
      "Update an OpenID provider",
      "Changes the given fields. Another issuer drops the secret, and ends the sessions of everybody whom the old one signed in. For administrators."
    )
      .setPath(ProviderPath)
      .setPayload(UpdateOpenIdProvider)
      .addSuccess(OpenIdProvider)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteOpenIDProvider",
      "/v1/orgs/:organizationId/openid/:openIdProviderId",
      "Delete an OpenID provider",
      "Nobody can sign in with it any longer, and the sessions of those who did end. For administrators."
    )
      .setPath(ProviderPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "OpenID providers",
      description: "The OpenID Connect providers that members of an organization sign in with."
    })
  ) {}
