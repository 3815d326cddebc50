import { OpenIdProviders } from "@lectern/core/openid/OpenIdProviders"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { OpenIdProvidersApi } from "./OpenIdProvidersApi.js"

/** The handlers of {@link OpenIdProvidersApi}. */
export const handlers = Effect.map(
  OpenIdProviders,
  (providers): GroupHandlers<typeof OpenIdProvidersApi> => ({
    listOpenIDProvidersInOrganization: ({ path, urlParams }) => providers.list(path.organizationId, urlParams),
    createOpenIDProvider: ({ path, payload }) => providers.create(path.organizationId, payload),
    getOpenIDProvider: ({ path }) => providers.get(path.organizationId, path.openIdProviderId),
    updateOpenIDProvider: ({ path, payload }) => providers.update(path.organizationId, path.openIdProviderId, payload),
    deleteOpenIDProvider: ({ path }) => providers.remove(path.organizationId, path.openIdProviderId)
  })
)
