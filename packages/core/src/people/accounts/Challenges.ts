/**
 * Challenges: texts that a browser or an identity provider has to bring back. A challenge carries its own expiry and
 * purpose, authenticated by the server's key, so that issuing one stores nothing; a used one is remembered until it
 * expires, so that it works once.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { invalid } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { parser } from "../../foundation/schema/Input.js"
import { UsedOnceRepository } from "../sign-in/UsedOnceRepository.js"

/** A purpose of challenges: each kind has keys of its own. */
export interface ChallengeKind<E> {
  readonly kind: string
  /** In milliseconds. */
  readonly lifetime: number
  /** The failure for a text that is not a challenge, has expired or was used before. */
  readonly refusal: E
}

const malformed = invalid("passkey", "expected the response of a browser")
const expired = invalid("passkey", "this took too long or was tried already; try again")

const parseResponse = parser(
  Schema.Struct({ id: Schema.String, response: Schema.Struct({ clientDataJSON: Schema.String }) })
)
const parseClientData = parser(Schema.parseJson(Schema.Struct({ challenge: Schema.String })))

const textOf = (base64url: string): string => atob(base64url.replaceAll("-", "+").replaceAll("_", "/"))

/** The challenge and the credential that a browser says its answer is for: neither is checked yet. */
export const claimOf = (response: unknown) =>
  Effect.gen(function* () {
    const { id, response: signed } = yield* parseResponse(response)
    const data = yield* Effect.try(() => textOf(signed.clientDataJSON))
    const { challenge } = yield* parseClientData(data)
    return { id, challenge: yield* Effect.try(() => textOf(challenge)) }
  }).pipe(Effect.mapError(() => malformed))

/** Issues and redeems challenges of a kind; `purpose` names the subject of one, such as a session. */
export const makeChallengesOf = Effect.fnUntraced(function* <E>({ kind, lifetime, refusal }: ChallengeKind<E>) {
  const keyring = yield* Keyring
  const ids = yield* Ids
  const used = yield* UsedOnceRepository
  // Without keys a digest proves nothing, so a secret that only this process knows is added.
  const own = yield* ids.secret

  const sign = (purpose: string, content: string) =>
    Effect.flatMap(keyring.current, (key) => keyring.digest(kind, `${key === "" ? own : ""}\n${purpose}\n${content}`))

  const create = Effect.fnUntraced(function* (purpose: string) {
    const content = `${(yield* Clock.currentTimeMillis) + lifetime}.${yield* ids.secret}`
    return `${content}.${yield* sign(purpose, content)}`
  })

  /** Redeems a challenge of this purpose. */
  const take = Effect.fnUntraced(function* (purpose: string, challenge: string) {
    const at = challenge.lastIndexOf(".")
    const content = challenge.slice(0, at)
    const expiresAt = Number.parseInt(content, 10)
    const isOwn = sameSecret(challenge.slice(at + 1), yield* sign(purpose, content))
    if (!isOwn || !(expiresAt > (yield* Clock.currentTimeMillis))) return yield* Effect.fail(refusal)
    if (!(yield* used.use(kind, content, expiresAt))) return yield* Effect.fail(refusal)
  })

  return { create, take }
})

/** Issues and redeems the challenges that passkeys sign. */
export const makeChallenges = makeChallengesOf({ kind: "passkey-challenge", lifetime: 5 * 60_000, refusal: expired })
