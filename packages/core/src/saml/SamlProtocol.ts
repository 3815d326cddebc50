/** The messages of SAML, through one port: core decides which of them count. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Forbidden, Unavailable } from "../errors/Errors.js"

/**
 * This service as one provider knows it.
 * @since 0.1.0
 */
export interface SamlParty {
  readonly entityID: string
  /** The address that responses are posted to. */
  readonly acsURL: string
  /** The address for messages of single logout. */
  readonly logoutURL: string
}

/**
 * A provider that members can sign in with.
 * @since 0.1.0
 */
export interface SamlPeer {
  readonly entityID: string
  readonly ssoURL: string
  readonly sloURL?: string
  /** One or two, as bare base64. A signature by either counts. */
  readonly certificates: ReadonlyArray<string>
}

/**
 * A condition for whoever brings an assertion. Times are milliseconds since 1970.
 * @since 0.1.0
 */
export interface SamlConfirmation {
  readonly recipient?: string
  readonly inResponseTo?: string
  readonly notBefore?: number
  readonly notOnOrAfter?: number
}

/**
 * An assertion, read from nothing but what its signature covers. Times are milliseconds since 1970.
 * @since 0.1.0
 */
export interface SamlAssertion {
  readonly id: string
  readonly issuer: string
  readonly subject?: { readonly name: string; readonly format?: string }
  /** Those of the method `bearer`. */
  readonly confirmations: ReadonlyArray<SamlConfirmation>
  readonly notBefore?: number
  readonly notOnOrAfter?: number
  /** The audiences of each restriction, all of which must be met. */
  readonly audiences: ReadonlyArray<ReadonlyArray<string>>
  /** Whether it says that and how somebody signed in. */
  readonly authenticates: boolean
  readonly attributes: ReadonlyMap<string, ReadonlyArray<string>>
}

/**
 * A response, with the assertion in it. What stands around the assertion is only signed where `isSigned`.
 * @since 0.1.0
 */
export interface SamlResponse {
  readonly isSigned: boolean
  readonly isSuccess: boolean
  readonly issuer?: string
  readonly destination?: string
  readonly inResponseTo?: string
  readonly assertion: SamlAssertion
}

/**
 * A message of single logout as it came: in a query, or in a form.
 * @since 0.1.0
 */
export type SamlLogoutMessage =
  | { readonly binding: "redirect"; readonly query: string }
  | { readonly binding: "post"; readonly request?: string; readonly response?: string }

/**
 * What a signed message of single logout says. Times are milliseconds since 1970.
 * @since 0.1.0
 */
export interface SamlLogout {
  readonly kind: "request" | "response"
  readonly id: string
  readonly issuer: string
  readonly destination?: string
  readonly issuedAt: number
  readonly notOnOrAfter?: number
  /** Who signs out; only requests have it. */
  readonly subject?: string
  /** Only responses have it. */
  readonly inResponseTo?: string
}

/**
 * Writes messages, and checks those of providers: their form, and that one of the provider's certificates has signed
 * what is read. They are refused with `Forbidden`, with the message of one of `samlRefusals`.
 * @since 0.1.0
 */
export interface SamlProtocolService {
  /** The description of this service for a provider, as XML. */
  readonly metadata: (party: SamlParty) => Effect.Effect<string, Unavailable>
  /** The address that a browser is sent to with a request to sign in. */
  readonly signInURL: (
    party: SamlParty,
    peer: SamlPeer,
    id: string,
    relayState: string
  ) => Effect.Effect<string, Unavailable>
  /** The response in the base64 that a form has. */
  readonly response: (
    party: SamlParty,
    peer: SamlPeer,
    encoded: string
  ) => Effect.Effect<SamlResponse, Forbidden | Unavailable>
  /** The address that a browser is sent to with a request to sign somebody out there. */
  readonly signOutURL: (
    party: SamlParty,
    peer: SamlPeer,
    id: string,
    subject: string
  ) => Effect.Effect<string, Unavailable>
  /** The address that a browser is sent to with the answer to a request to sign somebody out here. */
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

/**
 * The port of SAML; with an engine that has none, nobody signs in by it.
 * @since 0.1.0
 */
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
