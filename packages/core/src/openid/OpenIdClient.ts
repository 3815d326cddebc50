/** OpenID Connect, through one port: core decides what is asked for, and whose word counts for what. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/**
 * An OpenID provider, as it knows this service.
 * @since 0.1.0
 */
export interface OpenIdConfiguration {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret?: Redacted.Redacted
}

/**
 * What one attempt to sign in is bound to. All of it is random, and belongs to one browser and one provider.
 * @since 0.1.0
 */
export interface OpenIdAttempt {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** The verifier of PKCE (RFC 7636), 43 to 128 characters. */
  readonly verifier: string
  /** Whether the person has to prove to the provider again who they are. */
  readonly fresh: boolean
}

/**
 * The verified claims of a provider about somebody: those of its ID token, and of its user info where they lack an e-mail
 * address.
 * @since 0.1.0
 */
export type OpenIdClaims = Readonly<Record<string, unknown>>

/**
 * Why a provider has signed nobody in: `denied` by the provider or its person, `unreachable` no answer in time, `refused`
 * an answer that is not to be believed. `message` is safe to show, `cause` is for logs.
 * @since 0.1.0
 */
export class OpenIdError extends Data.TaggedError("OpenIdError")<{
  readonly reason: "denied" | "unreachable" | "refused"
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * Speaks OpenID Connect: the code flow with PKCE and a nonce.
 * @since 0.1.0
 */
export interface OpenIdClientService {
  /** The address of the provider at which an attempt begins. */
  readonly begin: (provider: OpenIdConfiguration, attempt: OpenIdAttempt) => Effect.Effect<string, OpenIdError>
  /**
   * What the provider says in the end. `answer` is the address that the browser was sent back to, with its query. State,
   * issuer, code, signature, audience, time and nonce are checked.
   */
  readonly complete: (
    provider: OpenIdConfiguration,
    attempt: OpenIdAttempt,
    answer: string
  ) => Effect.Effect<OpenIdClaims, OpenIdError>
}

const none = Effect.fail(
  new OpenIdError({ reason: "unreachable", message: "this engine does not support OpenID Connect" })
)

/**
 * The port of OpenID Connect; an engine without one signs nobody in by it.
 * @since 0.1.0
 */
export class OpenIdClient extends Context.Reference<OpenIdClient>()("@lectern/core/OpenIdClient", {
  defaultValue: (): OpenIdClientService => ({ begin: () => none, complete: () => none })
}) {}
