/** The verified e-mail domains of an organization. */
import type { OrganizationRecord } from "./Organization.js"

/** The domains to set for an organization, each once. */
export const uniqueDomains = (domains: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(domains)]

/** Whether a domain is verified to belong to an organization. */
export const hasVerified = ({ emailDomains, verifiedDomains = [] }: OrganizationRecord, domain: string): boolean =>
  emailDomains.includes(domain) && verifiedDomains.includes(domain)

/**
 * The verified domains among an organization's new domains: the ones already verified, and all of them for callers who
 * may vouch for them.
 */
export const stillVerified = (
  { verifiedDomains = [] }: Pick<OrganizationRecord, "verifiedDomains">,
  domains: ReadonlyArray<string>,
  isVouchedFor: boolean
): ReadonlyArray<string> => domains.filter((domain) => isVouchedFor || verifiedDomains.includes(domain))
