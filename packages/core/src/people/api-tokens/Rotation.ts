/** Rotates a token: another one with the same rights takes its place. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Conflict } from "../../foundation/errors/Errors.js"
import { timestamp } from "../../foundation/ids/Time.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Actor } from "../access/Actor.js"
import type { ApiTokenRecord, RotateApiToken } from "./ApiToken.js"
import { ApiTokenRepository } from "./ApiTokenRepository.js"
import { makeMinting, ownExpiry } from "./Minting.js"

/** The default time for which a rotated token keeps working, in seconds. */
const usualOverlap = 86_400

const earlier = (time: string | undefined, other: string | undefined): string | undefined =>
  time === undefined || (other !== undefined && other < time) ? other : time

/**
 * Creates a token with the fields of another, in a transaction, and makes the other one expire. The new token lasts as
 * long as the old one, but does not outlive the token of a caller who rotates one other than their own.
 */
export const makeRotation = Effect.gen(function* () {
  const tokens = yield* ApiTokenRepository
  const mint = yield* makeMinting
  return Effect.fnUntraced(function* (read: Stored<ApiTokenRecord>, { overlap = usualOverlap }: RotateApiToken) {
    if (read.value.fixed === true) {
      return yield* new Conflict({ message: "the token comes from the configuration, and is changed there" })
    }
    const { createdAt: _at, expiresAt, hash: _hash, id, ...fields } = read.value
    const actor = yield* Actor
    const own = actor.kind === "user" && actor.token?.id === id ? undefined : ownExpiry(actor)
    const lasts = earlier(expiresAt, own === undefined ? undefined : timestamp(own))
    const made = yield* mint({ ...fields, ...(lasts !== undefined && { expiresAt: lasts }) })
    if (overlap === 0) yield* tokens.remove(id)
    else {
      const until = timestamp((yield* Clock.currentTimeMillis) + overlap * 1000)
      yield* tokens.replace(read, { ...read.value, expiresAt: earlier(expiresAt, until) ?? until })
    }
    return made
  })
})
