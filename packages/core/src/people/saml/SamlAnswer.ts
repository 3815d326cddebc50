import { organizationUrls } from "../../foundation/urls/PublicUrls.js"
import { signInOrigin, signInPath } from "../../foundation/urls/SignInOrigin.js"
import type { Team } from "../teams/Team.js"
import { certificatesIn } from "./Certificate.js"
import type { SamlParty, SamlPeer } from "./SamlProtocol.js"
import type { SamlProvider, SamlProviderRecord } from "./SamlProvider.js"

/** This service's registration, as to be entered at the provider: the URLs of its sign-in pages. */
export const samlService = (base: string, { organization, id }: SamlProviderRecord): SamlProvider["service"] => {
  const entityID = `${signInOrigin(base)}${signInPath(base)}/saml/${organization}/${id}`
  return { acsURL: `${entityID}/acs`, startURL: `${entityID}/start`, entityID }
}

/** This service as a provider knows it. */
export const samlParty = (base: string, provider: SamlProviderRecord): SamlParty => {
  const { acsURL, entityID } = samlService(base, provider)
  return { entityID, acsURL, logoutURL: `${entityID}/logout` }
}

/** The provider as the peer in the protocol; `undefined` while it is pending. */
export const samlPeer = ({ certificate = "", entityID, sloURL, ssoURL }: SamlProviderRecord): SamlPeer | undefined => {
  const certificates = certificatesIn(certificate)
  if (!entityID || !ssoURL || certificates === undefined) return undefined
  return { entityID, ssoURL, certificates, ...(sloURL !== undefined && { sloURL }) }
}

/** Whether members can sign in with the provider: everything required is set, and the certificates are valid. */
export const samlStatus = (provider: SamlProviderRecord): SamlProvider["status"] =>
  samlPeer(provider) === undefined ? "pending" : "active"

/** A provider as answered to an administrator, with its default team if that still exists. */
export const samlProviderAnswer = (
  base: string,
  provider: SamlProviderRecord,
  team: Team | undefined
): SamlProvider => {
  const { organization, defaultTeam: _, ...fields } = provider
  return {
    object: "saml-provider",
    ...fields,
    ...(team !== undefined && { defaultTeam: team }),
    status: samlStatus(provider),
    service: samlService(base, provider),
    urls: { location: `${organizationUrls(base, organization).location}/saml/${provider.id}` }
  }
}
