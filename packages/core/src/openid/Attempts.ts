/**
 * Attempts to sign in with an OpenID provider. A browser keeps one as its cookie, and nothing is stored: state, nonce and
 * verifier derive from the cookie and from the provider, so that none of them works in another browser, for another
 * provider, or after what the cookie says was changed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { refusals } from "../identities/Refusals.js"
import { Ids } from "../ids/Ids.js"
import { secretHash } from "../ids/SecretHash.js"
import { parser } from "../schema/Input.js"
import { text } from "../schema/Text.js"
import type { OpenIdAttempt } from "./OpenIdClient.js"

/** How long a person may take at the provider, in milliseconds. */
export const attemptLifetime = 15 * 60_000

/** What an attempt is for: a new session, another proof for the one there is, or the connection of its account. */
export const Intent = Schema.Literal("sign-in", "confirm", "connect")
/**
 * @see {@link Intent}
 * @since 0.1.0
 */
export type Intent = typeof Intent.Type

const Kept = Schema.Struct({ secret: text(43, 43), at: Schema.Number, intent: Intent, next: text(0, 500) })

/** What a browser keeps of an attempt, besides the secret. */
export type Kept = typeof Kept.Type

const parseKept = parser(Schema.compose(Schema.StringFromBase64Url, Schema.parseJson(Kept)))
const write = Schema.encodeSync(Schema.compose(Schema.StringFromBase64Url, Schema.parseJson(Kept)))

/** What an attempt is bound to at a provider with this redirect URI. */
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

/** The cookie of a new attempt. Where somebody goes afterwards is left out where it is long. */
export const newAttempt = Effect.fnUntraced(function* (intent: Intent, next: string) {
  const secret = yield* (yield* Ids).secret
  const at = yield* Clock.currentTimeMillis
  return Redacted.make(write({ secret, at, intent, next: next.length > 500 ? "" : next }))
})

/** What the cookie of an attempt says, unless it is none or too old. */
export const keptOf = Effect.fnUntraced(function* (cookie: Redacted.Redacted<string> | undefined) {
  if (cookie === undefined) return yield* refusals.noAttempt
  const kept = yield* Effect.mapError(parseKept(Redacted.value(cookie)), () => refusals.noAttempt)
  const age = (yield* Clock.currentTimeMillis) - kept.at
  return age >= 0 && age < attemptLifetime ? kept : yield* refusals.noAttempt
})
