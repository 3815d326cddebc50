/** Creates tokens, never stronger than the token of the caller that creates them. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Forbidden, type Invalid, invalid } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now, timestamp } from "../../foundation/ids/Time.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Actor, type ActorValue } from "../access/Actor.js"
import { notingSecret } from "../access/Requirements.js"
import { makeCallerNow } from "../sessions/CallerNow.js"
import { type ApiToken, ApiTokenId, type ApiTokenRecord } from "./ApiToken.js"
import { ApiTokenRepository } from "./ApiTokenRepository.js"
import { included } from "./TokenScope.js"
import { hashOf, tokenText } from "./TokenText.js"

/** The time when a caller's own token stops working, in milliseconds since 1970, if it does. */
export const ownExpiry = (actor: ActorValue): number | undefined =>
  actor.kind === "user" ? actor.token?.expires : undefined

/**
 * The time when a token is to stop working, `undefined` for never: the given one, in the field `field`, else that of
 * the caller's own token. `Invalid` if it is in the past, `Forbidden` if it is after the expiry of the caller's own
 * token.
 */
export const expiryOf = (
  field: string,
  given: string | undefined
): Effect.Effect<string | undefined, Invalid | Forbidden, Actor> =>
  Effect.gen(function* () {
    const own = ownExpiry(yield* Actor)
    if (given === undefined) return own === undefined ? undefined : timestamp(own)
    const expires = Date.parse(given)
    if (expires <= (yield* Clock.currentTimeMillis)) return yield* invalid(field, "expected a time in the future")
    if (own !== undefined && expires > own) {
      return yield* new Forbidden({ message: "a token cannot make one that outlives it" })
    }
    return timestamp(expires)
  })

/** A token as answered; `lastUsedAt` is the time of its last use. */
export const tokenAnswer = (token: ApiTokenRecord, lastUsedAt: string | undefined): ApiToken => {
  const { organization, scope = "admin", spaces } = token.limits ?? {}
  return {
    object: "api-token",
    id: token.id,
    label: token.label,
    createdAt: token.createdAt,
    ...(token.expiresAt !== undefined && { expiresAt: token.expiresAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    scopes: included(scope),
    ...(organization !== undefined && { organization }),
    ...(spaces !== undefined && { spaces })
  }
}

/** The fields of a token that its creator decides. */
export type TokenFields = Omit<ApiTokenRecord, "id" | "hash" | "createdAt" | "fixed">

/**
 * The standing of a token that a caller makes: never above the caller's own. If the account has a second factor, a
 * session must have proved it recently to make a token at all.
 */
const standingOf = (actor: ActorValue): { readonly secondFactor: boolean; readonly exempt: boolean } => {
  const isSystem = actor.kind === "system"
  if (actor.kind !== "user") return { secondFactor: isSystem, exempt: isSystem }
  const { session, token } = actor
  return { secondFactor: (session ?? token)?.secondFactor === true, exempt: token?.exempt === true }
}

/**
 * Creates tokens, in a transaction; returns each with its secret. `secondFactor` and `exempt` are upper limits: the
 * token records the current standing of its creator within them.
 */
export const makeMinting = Effect.gen(function* () {
  const tokens = yield* ApiTokenRepository
  const ids = yield* Ids
  const { callerNow } = yield* makeCallerNow
  return Effect.fnUntraced(function* ({ exempt, secondFactor, ...fields }: TokenFields) {
    const maker = standingOf(yield* callerNow)
    const token = tokenText(yield* ids.secret)
    yield* notingSecret
    const record: ApiTokenRecord = {
      id: ApiTokenId.make(yield* ids.next),
      ...fields,
      ...(secondFactor && maker.secondFactor && { secondFactor }),
      ...(exempt && maker.exempt && { exempt }),
      hash: hashOf(token),
      createdAt: yield* now
    }
    yield* withoutConflict(tokens.insert(record))
    return { token, record }
  })
})
