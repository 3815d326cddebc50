/** The endpoints of tokens. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  ApiToken,
  ApiTokenId,
  CreateApiToken,
  CreatedApiToken,
  CreatedServiceToken,
  CreateServiceToken,
  RotateApiToken,
  ServiceToken,
  UpdateServiceToken
} from "@lectern/core/api-tokens/ApiToken"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const TokenPath = Schema.Struct({
  tokenId: described(segment(ApiTokenId), "The id of a token, which is not the token itself.")
})
const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const ServiceTokenPath = Schema.Struct({
  organizationId: segment(OrganizationId),
  serviceTokenId: described(
    segment(ApiTokenId),
    "The id of a token of the organization, which is not the token itself."
  )
})

/** Tokens of people, and of organizations. */
export class ApiTokensApi extends HttpApiGroup.make("apiTokens")
  .add(
    get(
      "listApiTokens",
      "/v1/user/tokens",
      "List the tokens of the caller",
      "Without their secrets. Needs a token without limits."
    )
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(ApiToken).annotations({ identifier: "ApiTokenList" }))
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createApiToken",
      "/v1/user/tokens",
      "Create a token",
      "It never outlives the token of the caller, which must have no limits."
    )
      .setPayload(CreateApiToken)
      .addSuccess(CreatedApiToken, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteApiToken",
      "/v1/user/tokens/:tokenId",
      "Revoke a token",
      "It stops working at once. A token may do this with itself, whatever its limits."
    )
      .setPath(TokenPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "rotateApiToken",
      "/v1/user/tokens/:tokenId/rotate",
      "Rotate a token",
      "Creates a token with the same limits and expiry; the old one keeps working for a while. A token may do this with itself."
    )
      .setPath(TokenPath)
      .setPayload(RotateApiToken)
      .addSuccess(CreatedApiToken, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "listOrganizationTokens",
      "/v1/orgs/:organizationId/tokens",
      "List the tokens of an organization",
      "Without their secrets. For administrators."
    )
      .setPath(OrganizationPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(ServiceToken).annotations({ identifier: "ServiceTokenList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createOrganizationToken",
      "/v1/orgs/:organizationId/tokens",
      "Create a token of an organization",
      "It acts as a service user of its own, who is a member with the name of the token. For administrators."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateServiceToken)
      .addSuccess(CreatedServiceToken, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    patch(
      "updateOrganizationToken",
      "/v1/orgs/:organizationId/tokens/:serviceTokenId",
      "Update a token of an organization",
      "Changes its label, expiry and limits, and the name and role of its user with them. For administrators."
    )
      .setPath(ServiceTokenPath)
      .setPayload(UpdateServiceToken)
      .addSuccess(ServiceToken)
      .addError(BodyErrors)
      .addError(NotFoundError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "rotateOrganizationToken",
      "/v1/orgs/:organizationId/tokens/:serviceTokenId/rotate",
      "Rotate a token of an organization",
      "Creates a token with the same user, limits and expiry; the old one keeps working for a while. For administrators."
    )
      .setPath(ServiceTokenPath)
      .setPayload(RotateApiToken)
      .addSuccess(CreatedServiceToken, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteOrganizationToken",
      "/v1/orgs/:organizationId/tokens/:serviceTokenId",
      "Revoke a token of an organization",
      "It stops working at once, and its user leaves the organization. For administrators."
    )
      .setPath(ServiceTokenPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Tokens", description: "Tokens of people and of organizations, and their limits." })
  ) {}
