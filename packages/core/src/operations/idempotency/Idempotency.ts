/**
 * Calls that are made at most once, however often they are sent: the first one under a key does the work, and later ones
 * get its answer. The key is committed together with the work.
 *
 * A call runs in one transaction. One that fetches, sends mail or stores files, or that commits in several steps, claims
 * its key before and completes it afterwards: if it is cut off in between, nobody knows how far it came, so it is neither
 * done again nor answered.
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import {
  Conflict,
  type Invalid,
  invalid,
  KeyReused,
  type LecternError,
  RateLimited,
  Unavailable
} from "../../foundation/errors/Errors.js"
import { sha256Hex } from "../../foundation/ids/PlatformHash.js"
import { sameSecret } from "../../foundation/ids/SameSecret.js"
import { Actor, type Asked } from "../../people/access/Actor.js"
import { callNotes } from "../../people/access/Requirements.js"
import { requireSystem } from "../../people/users/Users.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { attempt, decisive } from "../../storage/transactions/Attempting.js"
import type { IdempotencyKeyRecord, Withheld } from "./IdempotencyKey.js"
import { type FoundKey, IdempotencyKeyRepository } from "./IdempotencyKeyRepository.js"
import { jsonHash } from "./JsonHash.js"
import { isJson, jsonAnswers, type KeptAnswers } from "./KeptAnswers.js"
import { KeptNotes } from "./KeptNotes.js"
import { makeRequireAgain } from "./RequireAgain.js"

export { jsonAnswers, type KeptAnswers } from "./KeptAnswers.js"

/** A call under a key. */
export interface KeyedCall<A> {
  /** 1 to 255 visible ASCII characters; the caller chooses it, a random one for each call. */
  readonly key: string
  /** The name of the key in errors; `idempotencyKey` when absent. */
  readonly field?: string
  /** What is called, with the ids of its targets: the same key under another operation is another key. */
  readonly operation: string
  /** The rest of the input, as JSON: a call under the same key with another one fails. */
  readonly input: unknown
  readonly answers: KeptAnswers<A>
  /** Whether it cannot run in a transaction, because it reads its input as it arrives. */
  readonly streams?: boolean
}

/** The answer of a call under a key. */
export interface KeyedAnswer<A> {
  readonly value: A
  /** Whether it is the answer of an earlier call. */
  readonly isRepeated: boolean
}

/** Makes calls at most once. */
export interface IdempotencyService {
  /**
   * Runs a call, unless the caller has made it under this key within 24 hours: then its answer is repeated, if the
   * caller still has what it required. A call that fails is forgotten. Fails with `KeyReused` if the input was another
   * one, with `Conflict` if the first call has not finished or its answer is not kept, and with `RateLimited` if the
   * caller has used {@link mostKeys} keys.
   */
  readonly once: <A, E, R>(
    call: KeyedCall<A>,
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<KeyedAnswer<A>, E | LecternError, R | Actor>
  /** Deletes the keys that are older than 24 hours; returns their number. Only for the embedding program. */
  readonly clean: () => Asked<number>
}

/** Makes calls at most once. */
export class Idempotency extends Context.Tag("@lectern/core/Idempotency")<Idempotency, IdempotencyService>() {}

/**
 * Runs an effect at most once under a key: again, with the same operation and input, it only repeats the answer, which
 * must be JSON. See {@link IdempotencyService.once}.
 *
 * @example
 * spaces.create(organization, { title }).pipe(idempotent({ key, operation: "create the handbook", input: { title } }))
 * @public
 */
export const idempotent =
  (call: Pick<KeyedCall<unknown>, "key" | "operation" | "input">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | LecternError, R | Actor | Idempotency> =>
    Effect.flatMap(Idempotency, ({ once }) =>
      Effect.map(once({ ...call, answers: jsonAnswers as KeptAnswers<A> }, effect), ({ value }) => value)
    )

/** Makes a call of plain arguments at most once. Fails with `Invalid` if they are not JSON. */
export const plainly = <E, R>(
  once: IdempotencyService["once"],
  call: Pick<KeyedCall<unknown>, "key" | "operation" | "input">,
  effect: Effect.Effect<unknown, E, R>
): Effect.Effect<unknown, E | LecternError, R | Actor> =>
  isJson(call.input)
    ? Effect.map(once({ ...call, answers: jsonAnswers }, effect), ({ value }) => value)
    : Effect.fail(invalid("idempotencyKey", "it cannot be used for calls with bytes, streams or functions"))

/** The time for which a key is kept, in milliseconds: 24 hours. */
export const keyLifetime = 86_400_000

/** The maximum number of keys that are kept of one caller. */
export const mostKeys = 10_000

/** The maximum length of an answer that is kept, with what it required, in UTF-16 units. */
export const longestAnswer = 32_768

/** Inputs may have secrets that can be guessed, so their hashes are keyed. */
const purpose = "idempotency"

const validKey = /^[\x21-\x7e]{1,255}$/

/** Another call under the same key has come first. */
class Overtaken extends Data.TaggedError("Overtaken") {}

const reused = new KeyReused({ message: "the key was used for a call with another input: use a new key for each call" })

const unfinished = new Conflict({
  message:
    "the first call with this key has not finished: try again later. If it was cut off, find out what it has done, and use a new key"
})

const withheldFor: Readonly<Record<Withheld, Conflict>> = {
  secret: new Conflict({
    message: "the call was made, but its answer has a secret, which is shown only once: to make it again, use a new key"
  }),
  large: new Conflict({
    message: "the call was made, but its answer is too large to be repeated: read what it has made"
  }),
  other: new Conflict({ message: "the call was made, but its answer cannot be repeated: read what it has made" })
}

const tooMany = new RateLimited({
  message: `at most ${mostKeys} keys are kept for a caller, each for 24 hours`,
  limit: mostKeys,
  retryAfter: 3_600
})

const callerOf = (field: string): Effect.Effect<string, Invalid, Actor> =>
  Effect.flatMap(Actor, (actor) => {
    if (actor.kind === "visitor")
      return Effect.fail(invalid(field, "visitors cannot use one: it needs an access token"))
    return Effect.succeed(actor.kind === "user" ? actor.user : actor.kind)
  })

/** Whether nothing of a failed call has been done: it failed by itself, and the storage knows it. */
const isUndone = (cause: Cause.Cause<unknown>): boolean => {
  const failure = Cause.failureOption(cause)
  if (Cause.isInterrupted(cause) || Cause.isDie(cause) || Option.isNone(failure)) return false
  return !(failure.value instanceof Unavailable && failure.value.outcome === "unknown")
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const keys = yield* IdempotencyKeyRepository
  const keyring = yield* Keyring
  const requireAgain = yield* makeRequireAgain

  const repeat = <A>(call: KeyedCall<A>, input: string, record: IdempotencyKeyRecord) =>
    Effect.gen(function* () {
      const digests = yield* keyring.digests(purpose, input)
      if (!digests.some((digest) => sameSecret(digest, record.input))) return yield* reused
      if (record.state === "started") return yield* unfinished
      yield* Effect.forEach(record.required, requireAgain, { discard: true })
      if (record.withheld !== undefined) return yield* withheldFor[record.withheld]
      return { value: call.answers.read(record.answer ?? ""), isRepeated: true }
    })

  const answerOf = <A>({ answers }: KeyedCall<A>, value: A, { hasSecret, required }: KeptNotes) => {
    if (hasSecret) return { required, withheld: "secret" as const }
    const answer = answers.write(value)
    if (answer === undefined) return { required, withheld: "other" as const }
    return answer.length + JSON.stringify(required).length > longestAnswer
      ? { required: [], withheld: "large" as const }
      : { required, answer }
  }

  const once: IdempotencyService["once"] = <A, E, R>(call: KeyedCall<A>, effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const { field = "idempotencyKey", key, operation } = call
      if (typeof key !== "string" || !validKey.test(key)) {
        return yield* invalid(field, "expected 1 to 255 visible ASCII characters")
      }
      const caller = yield* callerOf(field)
      const input = yield* jsonHash(call.input)
      const time = yield* Clock.currentTimeMillis
      const id = sha256Hex(JSON.stringify([operation, key]))
      const common = { caller, id, time, input: yield* keyring.digest(purpose, input) }
      const isFresh = (found: FoundKey): found is Stored<IdempotencyKeyRecord> =>
        found !== undefined && found.value.time > time - keyLifetime

      /** The answer of a call that came first, or else the outcome of `otherwise`, unless there are too many keys. */
      const repeatedOr = <B, E2, R2>(otherwise: (found: FoundKey) => Effect.Effect<B, E2, R2>) =>
        Effect.flatMap(
          keys.findAndCount(caller, id),
          ([found, count]): Effect.Effect<B | KeyedAnswer<A>, E2 | LecternError, R2 | Actor> => {
            if (isFresh(found)) return repeat(call, input, found.value)
            return count < mostKeys ? otherwise(found) : Effect.fail(tooMany)
          }
        )

      const put = (found: FoundKey, rest: Pick<IdempotencyKeyRecord, "state" | "required" | "answer" | "withheld">) =>
        Effect.catchTags(keys.put(found, { ...common, ...rest }), {
          Duplicate: () => new Overtaken(),
          VersionMismatch: () => new Overtaken()
        })

      /** The work and the key, to be committed together. */
      const whole = repeatedOr((found) =>
        Effect.gen(function* () {
          const notes = new KeptNotes()
          const value = yield* Effect.locally(effect, callNotes, notes)
          yield* decisive(put(found, { state: "done", ...answerOf(call, value, notes) }))
          return { value, isRepeated: false }
        })
      )

      /** The work between a claim and its completion. */
      const claimed = repeatedOr((found) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            yield* put(found, { state: "started", required: [] })
            const notes = new KeptNotes()
            const exit = yield* Effect.exit(restore(Effect.locally(effect, callNotes, notes)))
            const complete = Exit.isSuccess(exit)
              ? Effect.flatMap(keys.find(caller, id), (claim) =>
                  put(claim, { state: "done", ...answerOf(call, exit.value, notes) })
                )
              : isUndone(exit.cause)
                ? keys.remove(caller, id)
                : Effect.void
            yield* Effect.ignoreLogged(complete)
            return { value: yield* exit, isRepeated: false }
          })
        )
      )

      /** A call that is overtaken, or that fails because it came second, gets the answer of the first one. */
      const orRepeated = <B, E2, R2>(work: Effect.Effect<B, E2 | Overtaken, R2>) =>
        Effect.catchAll(work, (failure) =>
          Effect.flatMap(
            Effect.orElseSucceed(keys.find(caller, id), () => undefined),
            (found): Effect.Effect<KeyedAnswer<A>, Exclude<E2, Overtaken> | LecternError, Actor> => {
              if (isFresh(found)) return repeat(call, input, found.value)
              return failure instanceof Overtaken
                ? Effect.fail(unfinished)
                : Effect.fail(failure as Exclude<E2, Overtaken>)
            }
          )
        )

      const known = yield* keys.find(caller, id)
      if (isFresh(known)) return yield* repeat(call, input, known.value)
      // In a transaction of the embedding program, the call does all that it may do there.
      if (yield* storage.inTransaction) return yield* orRepeated(storage.transaction(whole, []))
      const done = call.streams === true ? Option.none() : yield* orRepeated(attempt(storage, whole))
      if (!Option.isOption(done)) return done
      return Option.isSome(done) ? done.value : yield* orRepeated(claimed)
    })

  return {
    once,
    clean: () =>
      Effect.zipRight(
        requireSystem,
        Effect.flatMap(Clock.currentTimeMillis, (time) => keys.clean(time - keyLifetime))
      )
  }
})

/** {@link Idempotency} over the repositories of the context. */
export const service = serviceOf(Idempotency, make)
