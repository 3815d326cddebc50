/** @since 0.1.0 */
import * as Context from "effect/Context"
import type { SessionRecord } from "./Session.js"

/** The rules of signing in to a server. Times are in milliseconds. */
export interface SignInRulesValue {
  /** Whether everybody needs a second factor: a passkey, or a password with codes of an authenticator app. */
  readonly secondFactor: "optional" | "required"
  /** The lifetime of an unused session. */
  readonly idle: number
  /** The maximum lifetime of a session. */
  readonly lifetime: number
  /** The time for which a proof counts as fresh, as required for credentials, tokens and administration. */
  readonly fresh: number
  /** The time for which a session waits for its second factor. */
  readonly waiting: number
}

const minute = 60_000
const day = 24 * 60 * minute

/** The default rules: sessions end after a week without use or after a month; proofs are fresh for 10 minutes. */
export const signInRules: SignInRulesValue = {
  secondFactor: "optional",
  idle: 7 * day,
  lifetime: 30 * day,
  fresh: 10 * minute,
  waiting: 10 * minute
}

/** The rules of an engine. */
export class SignInRules extends Context.Reference<SignInRules>()("@lectern/core/SignInRules", {
  defaultValue: () => signInRules
}) {}

/** Whether a session has neither ended nor been idle for too long. */
export const isLive = ({ endsAt, lastUsedAt }: SessionRecord, time: number, { idle }: SignInRulesValue): boolean =>
  time < Math.min(endsAt, lastUsedAt + idle)
