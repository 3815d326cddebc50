import type { Team } from "../teams/Team.js"
import { organizationUrls } from "../urls/PublicUrls.js"
import { isCertificate } from "./Certificate.js"
import type { SamlProvider, SamlProviderRecord } from "./SamlProvider.js"

/** Whether members can sign in with the provider: what that needs is there, and the certificate is one. */
export const samlStatus = ({ entityID, certificate, ssoURL }: SamlProviderRecord): SamlProvider["status"] =>
  entityID && ssoURL && certificate && isCertificate(certificate) ? "active" : "pending"

/** What the provider is told about this service. */
export const samlService = (base: string, { organization, id }: SamlProviderRecord): SamlProvider["service"] => {
  const entityID = `${base}/saml/${organization}/${id}`
  return { acsURL: `${entityID}/acs`, startURL: `${entityID}/start`, entityID }
}

/** A provider as answered to an administrator, with its default team if that is still there. */
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
