/**
 * The ceremonies of WebAuthn, through one port: core decides which challenges and which credentials count.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Invalid, Unavailable } from "../../foundation/errors/Errors.js"
import { signInOrigin } from "../../foundation/urls/SignInOrigin.js"
import type { PasskeyRecord } from "./Account.js"

/** The party that passkeys are for: a host name and the one origin of its pages. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
  readonly name: string
}

/** The person that a passkey is created for. */
export interface PasskeyOwner {
  readonly id: string
  readonly email: string
  readonly displayName: string
}

/** Options for a browser, in the format that `PublicKeyCredential.parse…OptionsFromJSON` takes. */
export type CeremonyOptions = object

/**
 * Creates options for browsers, and verifies their responses. Responses are refused with `Invalid` if their origin,
 * signature, counter or challenge is wrong, or where the device did not verify its user.
 */
export interface PasskeysService {
  readonly creation: (
    party: RelyingParty,
    owner: PasskeyOwner,
    challenge: string,
    known: ReadonlyArray<PasskeyRecord>
  ) => Effect.Effect<CeremonyOptions, Unavailable>
  readonly register: (
    party: RelyingParty,
    response: unknown,
    challenge: string
  ) => Effect.Effect<Pick<PasskeyRecord, "id" | "publicKey" | "counter" | "transports">, Invalid | Unavailable>
  /** The options for signing in with a passkey; any passkey of this server if none is known. */
  readonly request: (
    party: RelyingParty,
    challenge: string,
    known: ReadonlyArray<PasskeyRecord>
  ) => Effect.Effect<CeremonyOptions, Unavailable>
  /** The new counter of the passkey. */
  readonly verify: (
    party: RelyingParty,
    response: unknown,
    challenge: string,
    passkey: PasskeyRecord
  ) => Effect.Effect<number, Invalid | Unavailable>
}

const none = Effect.fail(new Unavailable({ message: "this engine does not support passkeys" }))

/** The port of passkeys; an engine without one has none. */
export class Passkeys extends Context.Reference<Passkeys>()("@lectern/core/Passkeys", {
  defaultValue: (): PasskeysService => ({
    creation: () => none,
    register: () => none,
    request: () => none,
    verify: () => none
  })
}) {}

/**
 * The relying party of a server with this public address; none if that is an IP address, which cannot have passkeys.
 */
export const relyingParty = (base: string): RelyingParty | undefined => {
  const origin = signInOrigin(base)
  const { hostname } = new URL(origin)
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname)
  return isAddress ? undefined : { id: hostname, origin, name: "Lectern" }
}
