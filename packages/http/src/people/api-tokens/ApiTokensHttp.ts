import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { requireUser } from "@lectern/core/users/Users"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { ApiTokensApi } from "./ApiTokensApi.js"

/** The handlers of {@link ApiTokensApi}. */
export const handlers = Effect.zipWith(
  ApiTokens,
  ServiceTokens,
  (tokens, serviceTokens): GroupHandlers<typeof ApiTokensApi> => ({
    listApiTokens: ({ urlParams }) => Effect.flatMap(requireUser, (user) => tokens.list(user, urlParams)),
    createApiToken: ({ payload }) => Effect.flatMap(requireUser, (user) => tokens.create(user, payload)),
    deleteApiToken: ({ path }) => Effect.flatMap(requireUser, (user) => tokens.revoke(user, path.tokenId)),
    rotateApiToken: ({ path, payload }) =>
      Effect.flatMap(requireUser, (user) => tokens.rotate(user, path.tokenId, payload)),
    listOrganizationTokens: ({ path, urlParams }) => serviceTokens.list(path.organizationId, urlParams),
    createOrganizationToken: ({ path, payload }) => serviceTokens.create(path.organizationId, payload),
    updateOrganizationToken: ({ path, payload }) =>
      serviceTokens.update(path.organizationId, path.serviceTokenId, payload),
    rotateOrganizationToken: ({ path, payload }) =>
      serviceTokens.rotate(path.organizationId, path.serviceTokenId, payload),
    deleteOrganizationToken: ({ path }) => serviceTokens.remove(path.organizationId, path.serviceTokenId)
  })
)
