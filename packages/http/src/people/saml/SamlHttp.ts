import { Saml } from "@lectern/core/saml/Saml"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { SamlApi } from "./SamlApi.js"

/** The handlers of {@link SamlApi}. */
export const handlers = Effect.map(
  Saml,
  (saml): GroupHandlers<typeof SamlApi> => ({
    listSAMLProvidersInOrganizationById: ({ path, urlParams }) => saml.list(path.organizationId, urlParams),
    createOrganizationSAMLProvider: ({ path, payload }) => saml.create(path.organizationId, payload),
    getOrganizationSAMLProviderById: ({ path }) => saml.get(path.organizationId, path.samlProviderId),
    updateOrganizationSAMLProvider: ({ path, payload }) =>
      saml.update(path.organizationId, path.samlProviderId, payload),
    deleteOrganizationSAMLProvider: ({ path }) => saml.remove(path.organizationId, path.samlProviderId),
    listSSOProviderLoginsInOrganization: ({ path }) => saml.logins(path.organizationId)
  })
)
