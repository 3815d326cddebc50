/**
 * Attempts to sign in with an OpenID provider. An attempt lives in a cookie of the browser, and nothing is stored:
 * state, nonce and verifier derive from the cookie and the provider, so that none of them works in another browser, for
 * another provider, or after the cookie was tampered with.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Ids } from "../../foundation/ids/Ids.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { parser } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import { refusals } from "../identities/Refusals.js"
import type { OpenIdAttempt } from "./OpenIdClient.js"

/** The maximum time that a person may take at the provider, in milliseconds. */
export const attemptLifetime = 15 * 60_000

/** The purpose of an attempt: a new session, a fresh proof for the current one, or connecting its account. */
export const Intent = Schema.Literal("sign-in", "confirm", "connect")
/** @see {@link Intent} */
export type Intent = typeof Intent.Type

const Kept = Schema.Struct({ secret: text(43, 43), at: Schema.Number, intent: Intent, next: text(0, 500) })

/** The content of an attempt's cookie, in addition to the secret. */
export type Kept = typeof Kept.Type

const parseKept = parser(Schema.compose(Schema.StringFromBase64Url, Schema.parseJson(Kept)))
const write = Schema.encodeSync(Schema.compose(Schema.StringFromBase64Url, Schema.parseJson(Kept)))

/** The values that bind an attempt to a provider with this redirect URI. */
export const attemptOf = (cookie: Redacted.Redacted<string>, redirectUri: string, intent: Intent): OpenIdAttempt => {
  const derive = (what: string) => secretHash(`openid ${what}\n${redirectUri}\n${Redacted.value(cookie)}`)
  return {
    redirectUri,
    state: derive("state"),
    nonce: derive("nonce"),
    verifier: derive("verifier"),
    fresh: intent !== "sign-in"
  }
}

/** The cookie of a new attempt. The address to go to afterwards is omitted if it is long. */
export const newAttempt = Effect.fnUntraced(function* (intent: Intent, next: string) {
  const secret = yield* (yield* Ids).secret
  const at = yield* Clock.currentTimeMillis
  return Redacted.make(write({ secret, at, intent, next: next.length > 500 ? "" : next }))
})

/** The content of an attempt's cookie, unless it is malformed or expired. */
export const keptOf = Effect.fnUntraced(function* (cookie: Redacted.Redacted<string> | undefined) {
  if (cookie === undefined) return yield* refusals.noAttempt
  const kept = yield* Effect.mapError(parseKept(Redacted.value(cookie)), () => refusals.noAttempt)
  const age = (yield* Clock.currentTimeMillis) - kept.at
  return age >= 0 && age < attemptLifetime ? kept : yield* refusals.noAttempt
})
