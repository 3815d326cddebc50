/** The database behind the storage: statements on any connection, and transactions that each have their own. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { Lock } from "@lectern/core/storage/Locks"
import type { Change } from "@lectern/core/storage/Storage"
import { retriedWhileBusy } from "@lectern/storage-sql/internal/BusyRetry"
import * as Commits from "@lectern/storage-sql/internal/Commits"
import { isNowhere, postgresWith } from "@lectern/storage-sql/internal/Dialect"
import { inOwnTransaction, isInOwnTransaction, joined } from "@lectern/storage-sql/internal/JoinedTransactions"
import type { Parameters, SqlDriver } from "@lectern/storage-sql/internal/SqlDriver"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as LocalLocks from "./LocalLocks.js"
import { commitFailure, isLost } from "./PostgresFailure.js"
import { failure, type PostgresPool, type Result, type Statement } from "./PostgresPool.js"
import type { PostgresTransaction } from "./PostgresTransaction.js"
import * as Transaction from "./PostgresTransaction.js"
import type { SharedPool } from "./SharedPool.js"

/** A driver that knows its transactions. */
export interface PostgresDriver extends SqlDriver {
  /**
   * Runs statements atomically: in the caller's transaction, which fails if they do, else in a new one with these
   * locks.
   */
  readonly together: <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    locks?: ReadonlyArray<Lock>
  ) => Effect.Effect<A, E | Unavailable, R>
  /** Reads the bytes that a query without parameters selects, from one column of at most one row. */
  readonly bytes: (query: string) => Effect.Effect<Uint8Array | undefined, Unavailable>
  /** See `StorageService.lock`. */
  readonly lock: (locks: ReadonlyArray<Lock>) => Effect.Effect<void, Unavailable>
  /** The transaction that the fiber is in. */
  readonly active: (fiber: Fiber.RuntimeFiber<unknown, unknown>) => PostgresTransaction | undefined
  /** Waits for running transactions, and closes all connections; later calls fail with `Unavailable`. */
  readonly close: Effect.Effect<void>
}

/** The result of a statement that finds nothing. */
export const nothing: Result = { rows: [], affected: 0, command: "SELECT" }

/** The driver over a pool; `shared` if its connections are an application's. */
export const make = (pool: PostgresPool, shared?: SharedPool): Effect.Effect<PostgresDriver> =>
  Effect.gen(function* () {
    const commits = yield* Commits.make
    const current = FiberRef.unsafeMake<PostgresTransaction | undefined>(undefined)
    const transactions = Transaction.make(pool, LocalLocks.make())

    const active: PostgresDriver["active"] = (fiber) => {
      const transaction = fiber.getFiberRef(current)
      return transaction?.open === true ? transaction : undefined
    }

    const isElsewhere = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
      shared !== undefined && isInOwnTransaction(fiber)

    /** The body of a transaction, which statements of the application can join. */
    const bodyOf = <A, E, R>(
      transaction: PostgresTransaction,
      effect: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E, R> =>
      shared === undefined
        ? effect
        : joined(
            shared.lent(transaction.connection),
            {
              isOpen: () => transaction.open,
              before: Effect.suspend(() => transactions.save(transaction)),
              failed: (cause) => Transaction.poisonByApplication(transaction, cause),
              mark: () => Transaction.restoring(transaction)
            },
            effect
          )

    /** Runs an effect in a transaction, which can no longer commit if the effect fails. */
    const poisoning = <A>(
      transaction: PostgresTransaction,
      run: Effect.Effect<A, unknown>
    ): Effect.Effect<A, Unavailable> =>
      transaction.failure === undefined
        ? Effect.catchAll(run, (cause) => {
            Transaction.poison(transaction, cause)
            return failure(cause)
          })
        : Effect.fail(transaction.failure)

    const inside = (
      transaction: PostgresTransaction,
      statement: Statement,
      parameters: Parameters
    ): Effect.Effect<Result, Unavailable> =>
      poisoning(transaction, pool.run(transaction.connection, statement, parameters))

    const read = (statement: Statement, parameters: Parameters): Effect.Effect<Result, Unavailable> =>
      parameters.some(isNowhere)
        ? Effect.succeed(nothing)
        : Effect.withFiberRuntime((fiber) => {
            const transaction = active(fiber)
            if (transaction !== undefined) return inside(transaction, statement, parameters)
            return isElsewhere(fiber)
              ? inOwnTransaction
              : Effect.catchAll(pool.once(statement, parameters, pool.connections), failure)
          })

    const writeInside = (
      transaction: PostgresTransaction,
      statement: Statement,
      parameters: Parameters
    ): Effect.Effect<Result, Unavailable> =>
      transaction.unsaved.length === 0
        ? inside(transaction, statement, parameters)
        : Effect.zipRight(transactions.save(transaction), inside(transaction, statement, parameters))

    const outermost = <A, E, R>(
      effect: Effect.Effect<A, E, R>,
      locks: ReadonlyArray<Lock> | undefined
    ): Effect.Effect<A, E | Unavailable, R> => {
      const attempt = transactions.begun(locks, (transaction, restore) =>
        Effect.flatMap(
          Effect.zipLeft(
            Effect.zipRight(FiberRef.set(current, transaction), Effect.exit(restore(bodyOf(transaction, effect)))),
            FiberRef.set(current, undefined)
          ),
          (exit) =>
            Effect.tap(transactions.finished(transaction, exit), () =>
              Effect.sync(() => commits.publish(transaction.changes))
            )
        )
      )
      return retriedWhileBusy(attempt, Transaction.mayRunAgain)
    }

    const nested = <A, E, R>(
      transaction: PostgresTransaction,
      effect: Effect.Effect<A, E, R>,
      locks: ReadonlyArray<Lock>
    ): Effect.Effect<A, E | Unavailable, R> =>
      Effect.zipRight(
        transactions.lock(transaction, locks),
        Effect.uninterruptibleMask((restore) => {
          const mark = transactions.mark(transaction)
          return Effect.flatMap(Effect.exit(restore(effect)), (exit) => transactions.left(transaction, mark, exit))
        })
      )

    const transaction: SqlDriver["transaction"] = (effect, locks) =>
      Effect.withFiberRuntime((fiber) => {
        const known = active(fiber)
        if (known !== undefined) return nested(known, effect, locks ?? [])
        return isElsewhere(fiber) ? inOwnTransaction : outermost(effect, locks)
      })

    const together: PostgresDriver["together"] = (effect, locks) =>
      Effect.withFiberRuntime((fiber) => {
        const known = active(fiber)
        if (known === undefined) return isElsewhere(fiber) ? inOwnTransaction : outermost(effect, locks)
        return Effect.onError(effect, (cause) => Effect.sync(() => Transaction.poison(known, Cause.squash(cause))))
      })

    /** A statement that is its own transaction. */
    const alone = (statement: Statement, parameters: Parameters): Effect.Effect<Result, Unavailable> =>
      Effect.catchAll(pool.once(statement, parameters, 0), (cause) =>
        isLost(cause) ? Effect.fail(commitFailure(cause)) : failure(cause)
      )

    const write = (statement: Statement, parameters: Parameters, change?: Change): Effect.Effect<Result, Unavailable> =>
      Effect.withFiberRuntime((fiber) => {
        const known = active(fiber)
        if (known === undefined && isElsewhere(fiber)) return inOwnTransaction
        const written = known === undefined ? alone(statement, parameters) : writeInside(known, statement, parameters)
        return Effect.map(written, (result) => {
          if (result.affected > 0 && change !== undefined) {
            if (known === undefined) commits.publish([change])
            else known.changes.push(change)
          }
          return result
        })
      })

    return {
      dialect: postgresWith(pool.prefix),
      first: (sql, decode) => {
        const statement = pool.statement(sql)
        return (parameters) =>
          Effect.map(read(statement, parameters), ({ rows: [row] }) => (row === undefined ? undefined : decode(row)))
      },
      all: (sql, decode) => {
        const statement = pool.statement(sql)
        return (parameters) => Effect.map(read(statement, parameters), ({ rows }) => rows.map(decode))
      },
      write: (sql) => {
        const statement = pool.statement(sql)
        return (parameters, change) => Effect.map(write(statement, parameters, change), ({ affected }) => affected)
      },
      returning: (sql, decode) => {
        const statement = pool.statement(sql)
        return (parameters) => Effect.map(write(statement, parameters), ({ rows }) => decode(rows[0]!))
      },
      writeAll: (sql, decode) => {
        const statement = pool.statement(sql)
        return (parameters) => Effect.map(write(statement, parameters), ({ rows }) => rows.map(decode))
      },
      bytes: (query) =>
        Effect.withFiberRuntime((fiber) => {
          const known = active(fiber)
          if (known !== undefined) return poisoning(known, pool.bytes(known.connection, query))
          return isElsewhere(fiber)
            ? inOwnTransaction
            : Effect.catchAll(pool.bytesOnce(query, pool.connections), failure)
        }),
      transaction,
      together,
      lock: (locks) =>
        Effect.withFiberRuntime((fiber) => {
          const known = active(fiber)
          return known === undefined ? Effect.void : transactions.lock(known, locks)
        }),
      inTransaction: Effect.withFiberRuntime((fiber) => Effect.succeed(active(fiber) !== undefined)),
      active,
      generation: undefined,
      changes: commits.changes,
      close: pool.close
    }
  })
