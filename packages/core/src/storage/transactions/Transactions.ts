/**
 * Transactions of the embedding program around several calls of the engine and, where both share a database, around
 * statements of its own.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Lock } from "../rows/Locks.js"
import { Storage } from "../rows/Storage.js"
import { serviceOf } from "../services/Service.js"

/** How a transaction runs. */
export interface TransactionOptions {
  /**
   * The locks of everything that it writes, from `storage/Locks`: of two transactions with a lock in common, one waits
   * for the other. When absent, it excludes all other writers.
   */
  readonly locks?: ReadonlyArray<Lock>
}

/** Runs transactions of the embedding program. */
export interface TransactionsService {
  /**
   * Runs a program in a transaction: everything that it writes is committed together or, when it fails, dies or is
   * interrupted, not at all. It is run again if the database could not commit it because of others, so it should do
   * nothing else that lasts. Inside, calls fail that fetch, send mail or store files. Fails with `Unavailable` if the storage does.
   */
  readonly run: <A, E, R>(
    program: Effect.Effect<A, E, R>,
    options?: TransactionOptions
  ) => Effect.Effect<A, E | Unavailable, R>
}

/** Transactions of the embedding program. */
export class Transactions extends Context.Tag("@lectern/core/Transactions")<Transactions, TransactionsService>() {}

/** The transaction of the embedding program that a fiber was forked in; it may have ended. */
const current = FiberRef.unsafeMake<{ isOpen: boolean } | undefined>(undefined)

/** Runs `refused` instead of `effect` inside a transaction of the embedding program. */
export const outsideTransactions = <A, E, R, E2>(
  effect: Effect.Effect<A, E, R>,
  refused: () => Effect.Effect<never, E2>
): Effect.Effect<A, E | E2, R> =>
  Effect.withFiberRuntime<A, E | E2, R>((fiber) => (fiber.getFiberRef(current)?.isOpen === true ? refused() : effect))

/** {@link Transactions} over the storage of the context. */
export const service = serviceOf(
  Transactions,
  Effect.map(
    Storage,
    ({ transaction }): TransactionsService => ({
      run: (program, { locks } = {}) =>
        Effect.suspend(() => {
          const own = { isOpen: true }
          return Effect.ensuring(
            transaction(Effect.locally(program, current, own), locks),
            Effect.sync(() => {
              own.isOpen = false
            })
          )
        })
    })
  )
)
