/**
 * The messages of SAML, through one port: core decides which of them are accepted.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Forbidden, Unavailable } from "../../foundation/errors/Errors.js"

/** This service as registered at one provider. */
export interface SamlParty {
  readonly entityID: string
  /** The URL that responses are posted to. */
  readonly acsURL: string
  /** The URL for single-logout messages. */
  readonly logoutURL: string
}

/** A provider that members can sign in with. */
export interface SamlPeer {
  readonly entityID: string
  readonly ssoURL: string
  readonly sloURL?: string
  /** One or two, as bare base64. A signature by either is accepted. */
  readonly certificates: ReadonlyArray<string>
}

/**
 * A subject confirmation: a condition for accepting an assertion from its bearer. Times are milliseconds since 1970.
 */
export interface SamlConfirmation {
  readonly recipient?: string
  readonly inResponseTo?: string
  readonly notBefore?: number
  readonly notOnOrAfter?: number
}

/** An assertion, read only from the signed part. Times are milliseconds since 1970. */
export interface SamlAssertion {
  readonly id: string
  readonly issuer: string
  readonly subject?: { readonly name: string; readonly format?: string }
  /** The confirmations of the method `bearer`. */
  readonly confirmations: ReadonlyArray<SamlConfirmation>
  readonly notBefore?: number
  readonly notOnOrAfter?: number
  /** The audiences of each restriction, all of which must be satisfied. */
  readonly audiences: ReadonlyArray<ReadonlyArray<string>>
  /** Whether it has an authentication statement. */
  readonly authenticates: boolean
  readonly attributes: ReadonlyMap<string, ReadonlyArray<string>>
}

/** A response, with the assertion in it. The parts around the assertion are signed only if `isSigned`. */
export interface SamlResponse {
  readonly isSigned: boolean
  readonly isSuccess: boolean
  readonly issuer?: string
  readonly destination?: string
  readonly inResponseTo?: string
  readonly assertion: SamlAssertion
}

/** A single-logout message as received: in a query, or in a form. */
export type SamlLogoutMessage =
  | { readonly binding: "redirect"; readonly query: string }
  | { readonly binding: "post"; readonly request?: string; readonly response?: string }

/** The content of a signed single-logout message. Times are milliseconds since 1970. */
export interface SamlLogout {
  readonly kind: "request" | "response"
  readonly id: string
  readonly issuer: string
  readonly destination?: string
  readonly issuedAt: number
  readonly notOnOrAfter?: number
  /** The person who signs out; only requests have it. */
  readonly subject?: string
  /** Only responses have it. */
  readonly inResponseTo?: string
}

/**
 * Writes messages, and checks the messages of providers: their form, and that the part that is read was signed with one
 * of the provider's certificates. Refusals fail with `Forbidden` and the message of one of `samlRefusals`.
 */
export interface SamlProtocolService {
  /** The metadata of this service for a provider, as XML. */
  readonly metadata: (party: SamlParty) => Effect.Effect<string, Unavailable>
  /** The URL that a browser is sent to with a request to sign in. */
  readonly signInURL: (
    party: SamlParty,
    peer: SamlPeer,
    id: string,
    relayState: string
  ) => Effect.Effect<string, Unavailable>
  /** The content of a response, given in base64 as posted in a form. */
  readonly response: (
    party: SamlParty,
    peer: SamlPeer,
    encoded: string
  ) => Effect.Effect<SamlResponse, Forbidden | Unavailable>
  /** The URL that a browser is sent to with a request to sign a user out there. */
  readonly signOutURL: (
    party: SamlParty,
    peer: SamlPeer,
    id: string,
    subject: string
  ) => Effect.Effect<string, Unavailable>
  /** The URL that a browser is sent to with the response to a request to sign a user out here. */
  readonly signedOutURL: (
    party: SamlParty,
    peer: SamlPeer,
    request: string,
    relayState: string
  ) => Effect.Effect<string, Unavailable>
  readonly logout: (
    party: SamlParty,
    peer: SamlPeer,
    message: SamlLogoutMessage
  ) => Effect.Effect<SamlLogout, Forbidden | Unavailable>
}

const none = Effect.fail(new Unavailable({ message: "this engine does not support SAML" }))

/** The port of SAML; without it, nobody can sign in that way. */
export class SamlProtocol extends Context.Reference<SamlProtocol>()("@lectern/core/SamlProtocol", {
  defaultValue: (): SamlProtocolService => ({
    metadata: () => none,
    signInURL: () => none,
    response: () => none,
    signOutURL: () => none,
    signedOutURL: () => none,
    logout: () => none
  })
}) {}
