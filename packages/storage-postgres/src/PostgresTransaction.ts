/** Transactions: their connection, their locks, their savepoints, and how they end. */
import { Unavailable } from "@lectern/core/errors/Errors"
import { type Lock, lockNumbers, locksToTake } from "@lectern/core/storage/Locks"
import type { Change } from "@lectern/core/storage/Storage"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { LocalLock, LocalLocks } from "./LocalLocks.js"
import { closed, commitFailure, isClosed, isTransient, unavailable, violatedIndex } from "./PostgresFailure.js"
import { type Connection, failure, type PostgresPool, type Restore } from "./PostgresPool.js"

/** A transaction that fibers are in. */
export interface PostgresTransaction {
  readonly connection: Connection
  /** False once it has ended. */
  open: boolean
  /** Why it can no longer commit: a statement has failed, after which PostgreSQL accepts no others. */
  failure: Unavailable | undefined
  /** The locks that it holds, in order; when absent, it holds every lock. */
  held: ReadonlyArray<Lock> | undefined
  readonly changes: Array<Change>
  /** The additions to counters before it commits, by counter name. */
  added: Map<string, number>
  /** The current nesting of savepoints. */
  depth: number
  /** The number of savepoints not yet sent to PostgreSQL, because nothing was written since. */
  readonly unsaved: Array<string>
  /** The locks of this process. */
  local: ReadonlyArray<LocalLock>
}

/** The state that a transaction returns to when an inner one fails. */
interface Mark {
  readonly savepoint: string
  readonly changes: number
  readonly added: ReadonlyMap<string, number>
}

/** Begins, locks and ends transactions. */
export interface PostgresTransactions {
  /**
   * Runs `use` in a new transaction, uninterruptible except for the effects that it restores. Without `locks`, it
   * excludes all other writers.
   */
  readonly begun: <A, E, R>(
    locks: ReadonlyArray<Lock> | undefined,
    use: (transaction: PostgresTransaction, restore: Restore) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | Unavailable, R>
  /** Takes those locks that are not held yet. */
  readonly lock: (transaction: PostgresTransaction, locks: ReadonlyArray<Lock>) => Effect.Effect<void, Unavailable>
  /** Commits or rolls back, according to the exit of the body. */
  readonly finished: <A, E>(
    transaction: PostgresTransaction,
    exit: Exit.Exit<A, E>
  ) => Effect.Effect<A, E | Unavailable>
  /** Begins an inner transaction. */
  readonly mark: (transaction: PostgresTransaction) => Mark
  /** Creates savepoints for the inner transactions that have none yet. To be called before anything is written. */
  readonly save: (transaction: PostgresTransaction) => Effect.Effect<void, Unavailable>
  /** Ends an inner transaction, according to its exit. */
  readonly left: <A, E>(
    transaction: PostgresTransaction,
    mark: Mark,
    exit: Exit.Exit<A, E>
  ) => Effect.Effect<A, E | Unavailable>
}

/** The first number of the lock that every writer shares, and that a transaction without locks holds exclusively. */
const everything = 0

const locked = (kind: number, id: number, shared = false): string =>
  `select pg_advisory_xact_lock${shared ? "_shared" : ""}(${kind}, ${id})`

const lockedAll = (locks: ReadonlyArray<Lock>): ReadonlyArray<string> =>
  locks.map((lock) => {
    const [kind, id] = lockNumbers(lock)
    return locked(kind, id, lock.shared)
  })

const localOf = (lock: Lock): LocalLock => ({
  key: lockNumbers(lock).join(),
  mode: lock.shared === true ? "shared" : "exclusive"
})

const localAll = (locks: ReadonlyArray<Lock> | undefined): ReadonlyArray<LocalLock> => [
  { key: "all", mode: locks === undefined ? "exclusive" : "shared" },
  ...(locks ?? []).map(localOf)
]

const asUnavailable = (cause: unknown): Unavailable => (cause instanceof Unavailable ? cause : unavailable(cause))

/** Whether a transaction that failed with this may succeed if it is retried. */
export const mayRunAgain = (error: unknown): boolean =>
  error instanceof Unavailable && (isTransient(error.cause) || violatedIndex(error.cause) !== undefined)

/**
 * Keeps a transaction from committing after a statement of the application failed in it. It is run again only if the
 * database could not help that: a collision with a row of the application will not go away.
 */
export const poisonByApplication = (transaction: PostgresTransaction, cause: unknown): void =>
  poison(transaction, isTransient(cause) ? cause : new Error("a statement of the application failed", { cause }))

/** Keeps a transaction from committing. */
export const poison = (transaction: PostgresTransaction, cause: unknown): void => {
  transaction.failure ??= asUnavailable(cause)
}

/** Notes the changes of a transaction so far; the answer restores that, and lets it go on after a failed statement. */
export const restoring = (transaction: PostgresTransaction): (() => void) => {
  const changes = transaction.changes.length
  const added = new Map(transaction.added)
  const { failure } = transaction
  return () => {
    transaction.changes.splice(changes)
    transaction.added = new Map(added)
    transaction.failure = failure
  }
}

/** Applies the additions of transactions to the counters. */
const addToCounters = `insert into {counters} as known (name, value)
  select * from unnest($1::text[], $2::bigint[]) as added (name, value) order by name
  on conflict (name) do update set value = known.value + excluded.value`

/** The transactions over a pool. */
export const make = (pool: PostgresPool, locals: LocalLocks): PostgresTransactions => {
  const add = pool.statement(addToCounters)

  const send = (transaction: PostgresTransaction, text: string): Effect.Effect<void, Unavailable> =>
    transaction.failure === undefined
      ? Effect.catchAll(Effect.asVoid(pool.send(transaction.connection, text)), (cause) => {
          poison(transaction, cause)
          return failure(cause)
        })
      : Effect.fail(transaction.failure)

  /** A connection on which a transaction has begun; if one turns out to be lost, another is tried. */
  const begin = (text: string, restore: Restore, left: number): Effect.Effect<Connection, Unavailable> =>
    Effect.flatMap(Effect.catchAll(pool.take(restore), failure), (connection) =>
      Effect.matchCauseEffect(restore(pool.send(connection, text)), {
        onSuccess: () => Effect.succeed(connection),
        onFailure: (cause): Effect.Effect<Connection, Unavailable> => {
          pool.give(connection, true)
          const error = Cause.failureOption(cause)
          if (error._tag === "None") return Effect.failCause(Cause.stripFailures(cause))
          return left > 0 && isClosed(error.value) ? begin(text, restore, left - 1) : failure(error.value)
        }
      })
    )

  const begun: PostgresTransactions["begun"] = (locks, use) =>
    Effect.uninterruptibleMask((restore) => {
      const held = locks === undefined ? undefined : locksToTake([], locks)
      const local = localAll(held)
      const all = held === undefined ? [locked(everything, 0)] : [locked(everything, 0, true), ...lockedAll(held)]
      const text = `begin isolation level read committed${pool.settings}; ${all.join("; ")}`
      return Effect.flatMap(restore(locals.take(local)), () => {
        const taken: { local: ReadonlyArray<LocalLock> } = { local }
        const whole = Effect.flatMap(begin(text, restore, pool.connections), (connection) => {
          const transaction: PostgresTransaction = {
            connection,
            open: true,
            failure: undefined,
            held,
            changes: [],
            added: new Map(),
            depth: 0,
            unsaved: [],
            local
          }
          return Effect.ensuring(
            use(transaction, restore),
            Effect.sync(() => {
              taken.local = transaction.local
            })
          )
        })
        return Effect.ensuring(
          whole,
          Effect.sync(() => locals.give(taken.local))
        )
      })
    })

  const flush = (transaction: PostgresTransaction): Effect.Effect<void, unknown> => {
    const { added } = transaction
    if (added.size === 0) return Effect.void
    return pool.run(transaction.connection, add, [[...added.keys()], [...added.values()]])
  }

  const rollback = (transaction: PostgresTransaction): Effect.Effect<void> =>
    Effect.match(pool.send(transaction.connection, "rollback"), {
      onSuccess: () => pool.give(transaction.connection, false),
      onFailure: () => pool.give(transaction.connection, true)
    })

  const commit = (transaction: PostgresTransaction): Effect.Effect<void, Unavailable> =>
    Effect.matchEffect(pool.send(transaction.connection, "commit"), {
      onSuccess: ({ command }) => {
        pool.give(transaction.connection, false)
        // PostgreSQL reports this without failing if an earlier statement has failed.
        return command === "COMMIT"
          ? Effect.void
          : Effect.fail(unavailable(new Error("the transaction was rolled back")))
      },
      onFailure: (cause) => {
        pool.give(transaction.connection, true)
        return Effect.fail(commitFailure(cause))
      }
    })

  const finished: PostgresTransactions["finished"] = (transaction, exit) => {
    transaction.open = false
    const { failure } = transaction
    const failed = (error: Unavailable) => Effect.zipRight(rollback(transaction), Effect.fail(error))
    // Whatever its body makes of that, it may succeed if it is run again.
    if (failure !== undefined && isTransient(failure.cause) && !Exit.isInterrupted(exit)) return failed(failure)
    if (Exit.isFailure(exit)) return Effect.zipRight(rollback(transaction), exit)
    if (failure !== undefined) return failed(failure)
    return Effect.matchEffect(flush(transaction), {
      onFailure: (cause) => failed(asUnavailable(cause)),
      onSuccess: () => Effect.zipRight(commit(transaction), exit)
    })
  }

  const save: PostgresTransactions["save"] = (transaction) => {
    const savepoints = transaction.unsaved.splice(0)
    return Effect.forEach(savepoints, (savepoint) => send(transaction, `savepoint ${savepoint}`), { discard: true })
  }

  const mark: PostgresTransactions["mark"] = (transaction) => {
    const savepoint = `nested_${++transaction.depth}`
    transaction.unsaved.push(savepoint)
    return { savepoint, changes: transaction.changes.length, added: new Map(transaction.added) }
  }

  const left = <A, E>(
    transaction: PostgresTransaction,
    { added, changes, savepoint }: Mark,
    exit: Exit.Exit<A, E>
  ): Effect.Effect<A, E | Unavailable> => {
    transaction.depth--
    const wasSaved = !transaction.unsaved.includes(savepoint)
    if (!wasSaved) transaction.unsaved.length = transaction.unsaved.indexOf(savepoint)
    const { connection, failure: failed } = transaction
    if (Exit.isSuccess(exit) && failed === undefined) {
      return wasSaved ? Effect.zipRight(send(transaction, `release ${savepoint}`), exit) : exit
    }
    transaction.changes.length = changes
    transaction.added = new Map(added)
    const outcome: Effect.Effect<A, E | Unavailable> = Exit.isFailure(exit) ? exit : Effect.fail(failed ?? closed)
    if (!wasSaved) return outcome
    return Effect.matchEffect(pool.send(connection, `rollback to ${savepoint}; release ${savepoint}`), {
      onSuccess: () => {
        transaction.failure = undefined
        return outcome
      },
      onFailure: (cause) => {
        poison(transaction, cause)
        return outcome
      }
    })
  }

  return {
    begun,
    lock: (transaction, locks) =>
      Effect.suspend(() => {
        const { held } = transaction
        if (held === undefined) return Effect.void
        const more = locksToTake(held, locks)
        if (more.length === 0) return Effect.void
        const local = more.map(localOf)
        return Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(restore(locals.take(local)), () => {
            transaction.local = [...transaction.local, ...local]
            transaction.held = [...held, ...more]
            return send(transaction, lockedAll(more).join("; "))
          })
        )
      }),
    finished,
    mark,
    save,
    left
  }
}
