/** The URLs at which signing in with OpenID providers begins and ends. */
import { signInOrigin, signInPath } from "./SignInOrigin.js"

/** A provider of an organization. */
interface OfOrganization {
  readonly organization: string
  readonly id: string
}

/** The base URL of signing in with a provider, by default the server's. */
const below = (base: string, provider: OfOrganization | undefined): string => {
  const path = provider === undefined ? "" : `/${provider.organization}/${provider.id}`
  return `${signInOrigin(base)}${signInPath(base)}/openid${path}`
}

/**
 * The URL that a provider sends browsers back to. Each provider has a separate one, so that the answer of one is never
 * mistaken for another's.
 */
export const redirectUriOf = (base: string, provider?: OfOrganization): string => `${below(base, provider)}/callback`

/** This service's registration, as to be entered at an organization's provider. */
export const openIdService = (base: string, provider: OfOrganization) => ({
  startURL: `${below(base, provider)}/start`,
  redirectURL: redirectUriOf(base, provider)
})
