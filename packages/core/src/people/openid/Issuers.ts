/** Rules for particular issuers: which claims identify a person, and when an e-mail address belongs to that person. */
import type { OpenIdClaims } from "./OpenIdClient.js"

/** The person that claims identify. */
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

/**
 * The problem with an issuer; `undefined` if there is none. An issuer of Entra must name its tenant, or it would cover
 * everybody.
 */
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

/**
 * Google vouches for its own addresses and for addresses of domains that it hosts; other addresses may have changed
 * hands.
 */
const googleAnswersFor = (email: string, hosted: unknown): boolean =>
  /@(?:gmail|googlemail)\.com$/i.test(email) || text(hosted) !== undefined

/**
 * The person that the claims of an issuer identify. At Entra, the tenant and the object id identify a person, and only
 * `xms_edov` says that the owner of an e-mail domain was verified: any administrator of a tenant can set any address.
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
