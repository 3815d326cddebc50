/** Decides which messages of a provider are accepted: pure functions of their signed parts. */

import type { SamlAssertion, SamlConfirmation, SamlLogout, SamlParty, SamlPeer, SamlResponse } from "./SamlProtocol.js"
import type { SamlRefusal } from "./SamlRefusals.js"

/** The maximum clock skew between a provider and this server, in milliseconds. */
export const clockSkew = 60_000

/** The validity of a single-logout message that does not state its own, in milliseconds. */
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

/** The problem with one confirmation, if any: it must state its recipient and its expiry. */
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

/** The confirmation of an assertion that is valid here and now, or the reason why none is. */
const confirmationOf = (
  { confirmations }: SamlAssertion,
  party: SamlParty,
  now: number
): SamlConfirmation | SamlRefusal => {
  const problems = confirmations.map((each) => confirmationProblem(each, party, now))
  const holds = confirmations[problems.indexOf(undefined)]
  return holds ?? problems[0] ?? "recipient"
}

/** The content of an accepted response. */
export interface Confirmed {
  /** The request that it answers; absent if the sign-in was initiated by the provider. */
  readonly request?: string
  readonly subject: string
  /** The time until which a replay of the assertion must be refused, in milliseconds since 1970. */
  readonly memorableUntil: number
}

/** The content of a response at a given time, or the reason why it is not accepted. */
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

/** The reason why a single-logout message is not accepted, if it is not. */
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

/** The time until which a replay of the single-logout message must be refused, in milliseconds since 1970. */
export const logoutMemorableUntil = ({ issuedAt }: SamlLogout): number => issuedAt + logoutLifetime + clockSkew
