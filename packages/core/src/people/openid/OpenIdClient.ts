/**
 * OpenID Connect, through one port: core decides what is requested, and which provider is trusted for what.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** An OpenID provider, and this service's registration there. */
export interface OpenIdConfiguration {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret?: Redacted.Redacted
}

/** The values that an attempt to sign in is bound to. All are random, and belong to one browser and one provider. */
export interface OpenIdAttempt {
  /** The URL that the provider sends the browser back to. */
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** The verifier of PKCE (RFC 7636), 43 to 128 characters. */
  readonly verifier: string
  /** Whether the provider must ask the person to authenticate again. */
  readonly fresh: boolean
}

/**
 * The verified claims of a provider about a person: the claims of its ID token, and of its user info if the token lacks
 * an e-mail address.
 */
export type OpenIdClaims = Readonly<Record<string, unknown>>

/**
 * The failure of a sign-in with a provider: `denied` by the provider or the person, `unreachable` means no answer in
 * time, `refused` an answer that failed verification. `message` is safe to show, `cause` is for logs.
 */
export class OpenIdError extends Data.TaggedError("OpenIdError")<{
  readonly reason: "denied" | "unreachable" | "refused"
  readonly message: string
  readonly cause?: unknown
}> {}

/** Speaks OpenID Connect: the code flow with PKCE and a nonce. */
export interface OpenIdClientService {
  /** The URL of the provider at which an attempt begins. */
  readonly begin: (provider: OpenIdConfiguration, attempt: OpenIdAttempt) => Effect.Effect<string, OpenIdError>
  /**
   * The claims that an attempt ends with. `answer` is the URL that the browser was sent back to, with its query. State,
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

/** The port of OpenID Connect; without it, nobody can sign in that way. */
export class OpenIdClient extends Context.Reference<OpenIdClient>()("@lectern/core/OpenIdClient", {
  defaultValue: (): OpenIdClientService => ({ begin: () => none, complete: () => none })
}) {}
