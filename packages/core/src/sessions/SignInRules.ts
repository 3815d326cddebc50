import * as Context from "effect/Context"

/**
 * What a server asks of those who sign in. Times are in milliseconds.
 * @since 0.1.0
 */
export interface SignInRulesValue {
  /** Whether everybody needs a second factor: a passkey, or a password with codes of an authenticator app. */
  readonly secondFactor: "optional" | "required"
  /** How long a session lasts that is not used. */
  readonly idle: number
  /** How long a session lasts at most. */
  readonly lifetime: number
  /** For how long a proof is fresh, as credentials, tokens and administration need it. */
  readonly fresh: number
  /** For how long a session waits for its second factor. */
  readonly waiting: number
}

const minute = 60_000
const day = 24 * 60 * minute

/**
 * A week without use, a month at most; proofs are fresh for 10 minutes.
 * @since 0.1.0
 */
export const signInRules: SignInRulesValue = {
  secondFactor: "optional",
  idle: 7 * day,
  lifetime: 30 * day,
  fresh: 10 * minute,
  waiting: 10 * minute
}

/**
 * The rules of an engine.
 * @since 0.1.0
 */
export class SignInRules extends Context.Reference<SignInRules>()("@lectern/core/SignInRules", {
  defaultValue: () => signInRules
}) {}
