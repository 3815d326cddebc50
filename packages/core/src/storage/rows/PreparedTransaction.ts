/**
 * Transactions that need slow computations. These are done before the transaction, from what can be read then, and
 * looked up inside: a transaction that misses one is abandoned, the computations are done, and it runs again.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** Abandons a transaction: a slow computation was not done before it, or only for an earlier state. */
export class Unprepared extends Data.TaggedError("Unprepared") {}

const isUnprepared = (error: unknown): error is Unprepared => error instanceof Unprepared

/** The number of times that a transaction is abandoned because what it reads has changed meanwhile. */
const tries = 5

/**
 * Runs a transaction that may fail with {@link Unprepared}, and `prepare` each time that it does; before it too if it is
 * known to be slow. If what it reads keeps changing, it is `forced` in the end, and then has to do the computations
 * itself.
 */
export const preparedTransaction = <A, E, R>(
  transact: (forced: boolean) => Effect.Effect<A, E | Unprepared, R>,
  prepare: Effect.Effect<unknown, E, R>,
  isSlow = false
): Effect.Effect<A, Exclude<E, Unprepared>, R> => {
  const attempt = (left: number): Effect.Effect<A, E | Unprepared, R> =>
    left === 0
      ? transact(true)
      : Effect.catchIf(transact(false), isUnprepared, () => Effect.zipRight(prepare, attempt(left - 1)))
  const whole = isSlow ? Effect.zipRight(prepare, attempt(tries)) : attempt(tries)
  return Effect.catchIf(whole, isUnprepared, Effect.die)
}
