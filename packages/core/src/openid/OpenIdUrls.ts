/** Where signing in with OpenID providers begins and ends. */
import { signInOrigin, signInPath } from "../urls/SignInOrigin.js"
import type { OpenIdProvider, OpenIdProviderId, OpenIdProviderRecord } from "./OpenIdProvider.js"

/** The path below which signing in with a provider begins and ends; that of the server where none is given. */
export const openIdPath = (provider?: Pick<OpenIdProviderRecord, "id" | "organization">): string =>
  provider === undefined ? "/openid" : `/openid/${provider.organization}/${provider.id}`

/** The address that a provider sends browsers back to. Each provider has its own: the word of one never passes as another's. */
export const redirectUriOf = (base: string, provider?: Pick<OpenIdProviderRecord, "id" | "organization">): string =>
  `${signInOrigin(base)}${signInPath(base)}${openIdPath(provider)}/callback`

/** What an organization's provider is told about this service. */
export const openIdService = (
  base: string,
  provider: Pick<OpenIdProviderRecord, "id" | "organization">
): OpenIdProvider["service"] => ({
  startURL: `${signInOrigin(base)}${signInPath(base)}${openIdPath(provider)}/start`,
  redirectURL: redirectUriOf(base, provider)
})

/** Where the client secret of a provider is sealed for. */
export const secretPlace = (id: OpenIdProviderId) => ({ purpose: "openid-provider", owner: id })
