/** What is particular about some issuers: what names a person there, and when an e-mail address is that person's. */
import type { OpenIdClaims } from "./OpenIdClient.js"

/** Whom claims mean. */
export interface ClaimedPerson {
  readonly subject: string
  readonly email?: string
  readonly emailVerified: boolean
  readonly displayName?: string
}

const entraHosts: ReadonlySet<string> = new Set([
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
  "sts.windows.net"
])
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const urlOf = (issuer: string): URL | undefined => (URL.canParse(issuer) ? new URL(issuer) : undefined)

/** The tenant that an issuer of Microsoft Entra is bound to; `undefined` for every other issuer. */
const tenantOf = (issuer: string): string | undefined => {
  const url = urlOf(issuer)
  return url !== undefined && entraHosts.has(url.hostname) ? (url.pathname.split("/")[1] ?? "") : undefined
}

/** What is wrong with an issuer; `undefined` where nothing is. One of Entra has to name its tenant, or it is everybody's. */
export const issuerProblem = (issuer: string): string | undefined => {
  const url = urlOf(issuer)
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "expected an http or https address"
  }
  if (/[?#]/.test(issuer) || url.username !== "" || url.password !== "") {
    return "expected an address without a query, fragment or credentials"
  }
  const tenant = tenantOf(issuer)
  return tenant === undefined || tenantId.test(tenant)
    ? undefined
    : "expected the issuer of one tenant, such as https://login.microsoftonline.com/<tenant id>/v2.0"
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)
const isTrue = (value: unknown): boolean => value === true || value === "true" || value === 1 || value === "1"

/** Google answers for addresses of its own and of the domains that it hosts; others may have changed hands. */
const googleAnswersFor = (email: string, hosted: unknown): boolean =>
  /@(?:gmail|googlemail)\.com$/i.test(email) || text(hosted) !== undefined

/**
 * Whom the claims of an issuer mean. At Entra the tenant and the object id name a person, and only `xms_edov` says that
 * the owner of an e-mail domain was verified: anybody who administers a tenant can write an address there.
 */
export const personOf = (issuer: string, claims: OpenIdClaims): ClaimedPerson | undefined => {
  const { email_verified: verified, hd, name, oid, sub, tid, xms_edov: ownerVerified } = claims
  const tenant = tenantOf(issuer)
  const email = text(claims.email)
  const displayName = text(name)
  const isGoogle = issuer === "https://accounts.google.com"
  const subject = tenant === undefined ? text(sub) : tid === tenant && text(oid) ? `${tenant}:${oid}` : undefined
  if (subject === undefined) return undefined
  return {
    subject,
    emailVerified:
      tenant === undefined
        ? isTrue(verified) && (!isGoogle || googleAnswersFor(email ?? "", hd))
        : isTrue(ownerVerified),
    ...(email !== undefined && { email }),
    ...(displayName !== undefined && { displayName })
  }
}
