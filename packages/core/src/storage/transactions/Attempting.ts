/** Runs attempts: see `Attempts`. This is apart from it because only calls under idempotency keys need it. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { StorageService } from "../rows/Storage.js"
import { type Attempt, abandoned, currentAttempt, isInner } from "./Attempts.js"

/**
 * Runs a program in one transaction, or none of it: `None` if it does something that belongs outside. The program may be
 * run several times, and must not be inside a transaction. Inner transactions take their locks; where these cannot be
 * taken in the order of locks, the program is run again and excludes all other writers.
 */
export const attempt = <A, E, R>(
  { transaction }: Pick<StorageService, "transaction">,
  program: Effect.Effect<A, E, R>
): Effect.Effect<Option.Option<A>, E | Unavailable, R> => {
  const run = (isExclusive: boolean): Effect.Effect<Option.Option<A>, E | Unavailable, R> =>
    Effect.suspend(() => {
      const state: Attempt = { isExclusive, isOpen: true, leaves: false, needsAll: false }
      const body = Effect.flatMap(program, (value) =>
        state.leaves || state.needsAll ? Effect.die(abandoned) : Effect.succeed(Option.some(value))
      )
      return transaction(Effect.locally(body, currentAttempt, state), isExclusive ? undefined : []).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            state.isOpen = false
          })
        ),
        Effect.catchAllCause((cause) => {
          if (Cause.isInterrupted(cause)) return Effect.failCause(cause)
          if (state.leaves) return Effect.succeed(Option.none<A>())
          return state.needsAll ? run(true) : Effect.failCause(cause)
        })
      )
    })
  return run(false)
}

/** Marks a write in an attempt that needs no lock, and fails the attempt if it fails: it takes no savepoint. */
export const decisive = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.locally(write, isInner, true)
