/** Where signing in with OpenID providers begins and ends. */
import { signInOrigin, signInPath } from "./SignInOrigin.js"

/** A provider of an organization. */
interface OfOrganization {
  readonly organization: string
  readonly id: string
}

/** The address below which signing in with a provider begins and ends; that of the server where none is given. */
const below = (base: string, provider: OfOrganization | undefined): string => {
  const path = provider === undefined ? "" : `/${provider.organization}/${provider.id}`
  return `${signInOrigin(base)}${signInPath(base)}/openid${path}`
}

/** The address that a provider sends browsers back to. Each provider has its own: the word of one never passes as another's. */
export const redirectUriOf = (base: string, provider?: OfOrganization): string => `${below(base, provider)}/callback`

/** What an organization's provider is told about this service. */
export const openIdService = (base: string, provider: OfOrganization) => ({
  startURL: `${below(base, provider)}/start`,
  redirectURL: redirectUriOf(base, provider)
})
