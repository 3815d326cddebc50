/** Which messages of a provider count: pure functions of what their signatures cover. */

import type { SamlAssertion, SamlConfirmation, SamlLogout, SamlParty, SamlPeer, SamlResponse } from "./SamlProtocol.js"
import type { SamlRefusal } from "./SamlRefusals.js"

/** How far the clocks of a provider and of this server may be apart, in milliseconds. */
export const clockSkew = 60_000

/** For how long a message of single logout counts that does not say it itself, in milliseconds. */
const logoutLifetime = 5 * 60_000

const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"

interface Window {
  readonly notBefore?: number
  readonly notOnOrAfter?: number
}

const isTooEarly = ({ notBefore }: Window, now: number): boolean =>
  notBefore !== undefined && now + clockSkew < notBefore
const isExpired = ({ notOnOrAfter }: Window, now: number): boolean =>
  notOnOrAfter !== undefined && now - clockSkew >= notOnOrAfter

/** What is wrong with one confirmation, if anything is: it must say for whom it is, and until when. */
const confirmationProblem = (
  confirmation: SamlConfirmation,
  { acsURL }: SamlParty,
  now: number
): SamlRefusal | undefined => {
  if (confirmation.recipient !== acsURL) return "recipient"
  if (isTooEarly(confirmation, now)) return "tooEarly"
  if (confirmation.notOnOrAfter === undefined || isExpired(confirmation, now)) return "expired"
  return undefined
}

/** What somebody signs in with: the confirmation of an assertion that holds here and now, or why none does. */
const confirmationOf = (
  { confirmations }: SamlAssertion,
  party: SamlParty,
  now: number
): SamlConfirmation | SamlRefusal => {
  const problems = confirmations.map((each) => confirmationProblem(each, party, now))
  const holds = confirmations[problems.indexOf(undefined)]
  return holds ?? problems[0] ?? "recipient"
}

/** What a response that counts gives. */
export interface Confirmed {
  /** The request that it answers; absent where the provider began by itself. */
  readonly request?: string
  readonly subject: string
  /** Until when the same assertion must not be taken again, in milliseconds since 1970. */
  readonly memorableUntil: number
}

/** What a response confirms at a time, or why it does not count. */
export const confirmed = (
  response: SamlResponse,
  party: SamlParty,
  peer: SamlPeer,
  now: number
): Confirmed | SamlRefusal => {
  const { assertion } = response
  if (!response.isSuccess) return "denied"
  if (assertion.issuer !== peer.entityID || (response.issuer ?? peer.entityID) !== peer.entityID) return "issuer"
  if (response.destination === undefined ? response.isSigned : response.destination !== party.acsURL) {
    return "destination"
  }
  if (isTooEarly(assertion, now)) return "tooEarly"
  if (isExpired(assertion, now)) return "expired"
  const confirmation = confirmationOf(assertion, party, now)
  if (typeof confirmation === "string") return confirmation
  const { audiences } = assertion
  if (audiences.length === 0 || !audiences.every((each) => each.includes(party.entityID))) return "audience"
  if (assertion.subject === undefined || !assertion.authenticates) return "subject"
  if (assertion.subject.format === transient) return "transientSubject"
  if (response.inResponseTo !== confirmation.inResponseTo) return "otherRequest"
  return {
    subject: assertion.subject.name,
    memorableUntil: Math.max(confirmation.notOnOrAfter ?? 0, assertion.notOnOrAfter ?? 0) + clockSkew,
    ...(confirmation.inResponseTo !== undefined && { request: confirmation.inResponseTo })
  }
}

/** Why a message of single logout does not count, if so. */
export const logoutProblem = (
  logout: SamlLogout,
  party: SamlParty,
  peer: SamlPeer,
  now: number
): SamlRefusal | undefined => {
  if (logout.issuer !== peer.entityID) return "issuer"
  if (logout.destination !== party.logoutURL) return "destination"
  if (now + clockSkew < logout.issuedAt) return "tooEarly"
  if (isExpired(logout, now) || now - clockSkew >= logout.issuedAt + logoutLifetime) return "expired"
  if (logout.kind === "request" && logout.subject === undefined) return "subject"
  return undefined
}

/** Until when the same message of single logout must not be taken again, in milliseconds since 1970. */
export const logoutMemorableUntil = ({ issuedAt }: SamlLogout): number => issuedAt + logoutLifetime + clockSkew
