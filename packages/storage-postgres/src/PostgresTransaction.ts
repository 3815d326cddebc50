/** Transactions: their connection, their locks, their savepoints, and how they end. */
import { Unavailable } from "@lectern/core/errors/Errors"
import { type Lock, lockNumbers, locksToTake } from "@lectern/core/storage/Locks"
import type { Change } from "@lectern/core/storage/Storage"
import { Cause, Effect, Exit } from "effect"
import type { LocalLock, LocalLocks } from "./LocalLocks.js"
import { closed, commitFailure, isClosed, isTransient, unavailable, violatedIndex } from "./PostgresFailure.js"
import { type Connection, failure, type PostgresPool } from "./PostgresPool.js"

/** A transaction that fibers are in. */
export interface PostgresTransaction {
  readonly connection: Connection
  /** False once it has ended. */
  open: boolean
  /** Why it cannot commit any more: a statement has failed, after which PostgreSQL takes no others. */
  failure: Unavailable | undefined
  /** The locks that it holds, in their order; it holds every lock when absent. */
  held: ReadonlyArray<Lock> | undefined
  readonly changes: Array<Change>
  /** What is added to counters before it commits, by their names. */
  added: Map<string, number>
  /** How many savepoints there are around what runs now. */
  depth: number
  /** Those of them that PostgreSQL has not been told of, because nothing was written since. */
  readonly unsaved: Array<string>
  /** The locks of this process. */
  local: ReadonlyArray<LocalLock>
}

/** What a transaction goes back to when an inner one fails. */
interface Mark {
  readonly savepoint: string
  readonly changes: number
  readonly added: ReadonlyMap<string, number>
}

/** Lets an effect be interrupted again. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** What begins, locks and ends transactions. */
export interface PostgresTransactions {
  /** Runs `use` in a new transaction, uninterruptible but for what it restores. Without `locks`, nobody else may write. */
  readonly begun: <A, E, R>(
    locks: ReadonlyArray<Lock> | undefined,
    use: (transaction: PostgresTransaction, restore: Restore) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | Unavailable, R>
  /** Takes those locks that are not held yet. */
  readonly lock: (transaction: PostgresTransaction, locks: ReadonlyArray<Lock>) => Effect.Effect<void, Unavailable>
  /** Commits or rolls back, as the exit of the body says. */
  readonly finished: <A, E>(
    transaction: PostgresTransaction,
    exit: Exit.Exit<A, E>
  ) => Effect.Effect<A, E | Unavailable>
  /** Begins an inner transaction. */
  readonly mark: (transaction: PostgresTransaction) => Mark
  /** Makes savepoints of the inner transactions that have none yet. Before anything is written. */
  readonly save: (transaction: PostgresTransaction) => Effect.Effect<void, Unavailable>
  /** Ends an inner transaction, as its exit says. */
  readonly left: <A, E>(
    transaction: PostgresTransaction,
    mark: Mark,
    exit: Exit.Exit<A, E>
  ) => Effect.Effect<A, E | Unavailable>
}

/** The first number of the lock that every writer shares, and that a transaction without locks has to itself. */
const everything = 0

const locked = (kind: number, id: number, shared = false): string =>
  `select pg_advisory_xact_lock${shared ? "_shared" : ""}(${kind}, ${id})`

const lockedAll = (locks: ReadonlyArray<Lock>): ReadonlyArray<string> =>
  locks.map((lock) => {
    const [kind, id] = lockNumbers(lock)
    return locked(kind, id)
  })

const localOf = (lock: Lock): LocalLock => ({ key: lockNumbers(lock).join(), mode: "exclusive" })

const localAll = (locks: ReadonlyArray<Lock> | undefined): ReadonlyArray<LocalLock> => [
  { key: "all", mode: locks === undefined ? "exclusive" : "shared" },
  ...(locks ?? []).map(localOf)
]

const asUnavailable = (cause: unknown): Unavailable => (cause instanceof Unavailable ? cause : unavailable(cause))

/** Whether a transaction that failed with this may well succeed when it runs again. */
export const mayRunAgain = (error: unknown): boolean =>
  error instanceof Unavailable && (isTransient(error.cause) || violatedIndex(error.cause) !== undefined)

/** Keeps a transaction from committing. */
export const poison = (transaction: PostgresTransaction, cause: unknown): void => {
  transaction.failure ??= asUnavailable(cause)
}

/** Where the counters that transactions have added to are brought up to date. */
const addToCounters = `insert into counters (name, value)
  select * from unnest($1::text[], $2::bigint[]) as added (name, value) order by name
  on conflict (name) do update set value = counters.value + excluded.value`

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

  /** A connection on which a transaction has begun; of those that turn out to be gone, another is tried. */
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
        // PostgreSQL says so, and fails not, where an earlier statement has failed.
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
    if (Exit.isFailure(exit)) return Effect.zipRight(rollback(transaction), exit)
    const failed = (error: Unavailable) => Effect.zipRight(rollback(transaction), Effect.fail(error))
    if (transaction.failure !== undefined) return failed(transaction.failure)
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
