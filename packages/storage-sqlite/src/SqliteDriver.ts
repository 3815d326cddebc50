/**
 * The database behind the storage: a read-only connection for reads, which never wait, and one writer, which a
 * transaction has to itself. Statements run synchronously, each prepared once.
 */

import { Unavailable } from "@lectern/core/errors/Errors"
import { isOverdue, turn } from "@lectern/core/internal/foundation/scheduling/Turns"
import type { Change } from "@lectern/core/storage/Storage"
import { busyTimeout } from "@lectern/storage-sql/internal/BusyRetry"
import * as Commits from "@lectern/storage-sql/internal/Commits"
import { sqliteWith } from "@lectern/storage-sql/internal/Dialect"
import {
  type Connection,
  inOwnTransaction,
  isInOwnTransaction,
  type Joining,
  joined,
  type Reserving,
  reserving
} from "@lectern/storage-sql/internal/JoinedTransactions"
import type { Parameters, SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import * as Checkpoints from "./Checkpoints.js"
import { failureOf } from "./connections/BetterSqlite.js"
import type { SqliteConnection, SqliteStatement } from "./connections/SqliteConnection.js"
import type { SharedWriter } from "./SharedWriter.js"
import { failingOn, isBusy } from "./SqliteFailure.js"
import * as SqliteReader from "./SqliteReader.js"

/** The two connections to one file. */
export interface Connections {
  readonly reader: SqliteConnection
  readonly writer: SqliteConnection
}

/** An application's client, whose connection is the writer. */
export interface Sharing {
  readonly client: Reserving
  readonly writer: SharedWriter
}

/** A driver that can be closed. */
export interface SqliteDriver extends SqlDriver {
  /** Waits for the running transaction and closes both connections; later calls fail with `Unavailable`. */
  readonly close: Effect.Effect<void>
}

type Statement = SqliteStatement<SqlRow>

/** Prepares a statement when it is first run: the tables it names may not exist before a transaction has run. */
const lazily = (prepare: () => Statement): (() => Statement) => {
  let statement: Statement | undefined
  return () => {
    statement ??= prepare()
    return statement
  }
}

/** After how much work a transaction checks whether to yield, in statements of up to {@link ofAStatement}: short ones never do. */
const inATurn = 64

/** How many bytes of a statement are as much work as another statement. */
const ofAStatement = 16_384

const bytesOf = (parameter: Parameters[number]): number => {
  if (typeof parameter === "string") return parameter.length
  return ArrayBuffer.isView(parameter) ? parameter.byteLength : 0
}

/** The work of a statement that writes. */
const workOf = (parameters: Parameters): number => {
  let bytes = 0
  for (const parameter of parameters) bytes += bytesOf(parameter)
  return 1 + bytes / ofAStatement
}

/** The time spent in the queue for the writer counts against the time to wait for other processes. */
const deadline = (): number => Date.now() + busyTimeout

/** The driver over two open connections to the same file; `sharing` if the writer is an application's. */
export const make = ({ reader, writer }: Connections, sharing?: Sharing): Effect.Effect<SqliteDriver> =>
  Effect.gen(function* () {
    const { attempt, failure, untilFree } = failingOn(writer.filename)
    const commits = yield* Commits.make
    const lock = yield* Effect.makeSemaphore(1)
    const prepared = (sql: string) =>
      sharing === undefined ? writer.prepare(sql) : { run: (): void => writer.exec(sql) }
    const begin = prepared("begin immediate")
    const commit = prepared("commit")
    const rollback = prepared("rollback")
    const savepoint = prepared("savepoint nested")
    const release = prepared("release nested")
    const rollbackTo = prepared("rollback to nested")
    /** How many commits of this writer may have changed something that is cached. */
    let moved = 0
    let [version, known] = [0, ""]
    // SQLite's number on the writer counts the commits of others. An application may commit on a writer that it lends.
    const ofOthers = sharing === undefined ? writer.prepare<[number]>("pragma data_version") : undefined
    const versionNow = (): number => {
      const now = `${moved} ${ofOthers?.get()?.[0]}`
      if (now !== known) version++
      known = now
      return version
    }
    const reads = SqliteReader.make(reader, ofOthers === undefined ? undefined : versionNow)
    const checkpoints = Checkpoints.make(writer, (effect) =>
      sharing === undefined
        ? lock.withPermits(1)(effect)
        : Effect.ignore(
            reserving(
              sharing.client,
              () => effect,
              ({ cause }) => failure(failureOf(cause))
            )
          )
    )

    /**
     * SQLite rolls a transaction back by itself when the disk is full, for example. The transaction then accepts no
     * more statements.
     */
    const lost = Effect.fail(new Unavailable({ message: "storage failed", cause: "SQLite ended the transaction" }))

    /** Runs a statement of a transaction; a long transaction yields between its statements. */
    const inTurn = <A>(
      transaction: Commits.Transaction,
      work: number,
      run: () => Effect.Effect<A, Unavailable>
    ): Effect.Effect<A, Unavailable> => {
      const before = transaction.work ?? 0
      transaction.work = before + work
      const asks = Math.floor(before / inATurn) < Math.floor(transaction.work / inATurn)
      return asks && isOverdue() ? Effect.zipRight(turn, Effect.suspend(run)) : run()
    }

    const reading = <A>(sql: string, run: (statement: Statement, parameters: Parameters) => A) => {
      const outside = lazily(() => reader.prepare<SqlRow>(sql))
      const inside = lazily(() => writer.prepare<SqlRow>(sql))
      return (parameters: Parameters): Effect.Effect<A, Unavailable> =>
        Effect.withFiberRuntime((fiber) => {
          const transaction = commits.active(fiber)
          if (transaction === undefined) {
            if (sharing !== undefined && isInOwnTransaction(fiber)) return inOwnTransaction
            return attempt(() => reads.read(() => run(outside(), parameters)))
          }
          return inTurn(transaction, 1, () =>
            writer.inTransaction() ? attempt(() => run(inside(), parameters)) : lost
          )
        })
    }

    const writing =
      <A>(run: (transaction: Commits.Transaction | undefined, parameters: Parameters, change?: Change) => A) =>
      (parameters: Parameters, change?: Change): Effect.Effect<A, Unavailable> => {
        const alone = (): A => {
          reads.refresh()
          const result = run(undefined, parameters, change)
          if (change?.uncached !== true) moved++
          checkpoints.committed(workOf(parameters))
          return result
        }
        const inside: Effect.Effect<A, Unavailable> = Effect.withFiberRuntime((fiber) => {
          const transaction = commits.active(fiber)
          if (transaction === undefined) return lost
          transaction.wrote = true
          if (change?.uncached !== true) transaction.movedCached = true
          return inTurn(transaction, workOf(parameters), () =>
            writer.inTransaction() ? attempt(() => run(transaction, parameters, change)) : lost
          )
        })
        return Effect.withFiberRuntime((fiber) => {
          if (commits.active(fiber) !== undefined) return inside
          if (sharing !== undefined) return transactionOf(fiber, inside)
          if (!writer.inTransaction()) {
            try {
              return Effect.succeed(alone())
            } catch (cause) {
              if (!isBusy(cause)) return failure(cause)
            }
          }
          return lock.withPermits(1)(untilFree(alone, { until: deadline() }))
        })
      }

    const enter = (): void => {
      reads.refresh()
      begin.run()
    }

    const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>, until?: number): Effect.Effect<A, E | Unavailable, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(attempt(enter, until === undefined ? { restore } : { restore, until }), () => {
          const transaction: Commits.Transaction = { open: true, changes: [] }
          const body = Effect.zipRight(FiberRef.set(commits.current, transaction), Effect.exit(restore(effect)))
          const left = Effect.zipLeft(body, FiberRef.set(commits.current, undefined))
          return Effect.flatMap(left, (exit): Effect.Effect<A, E | Unavailable> => {
            transaction.open = false
            if (!writer.inTransaction()) return Exit.isSuccess(exit) ? lost : exit
            try {
              reads.refresh()
              if (Exit.isFailure(exit)) rollback.run()
              else commit.run()
            } catch (cause) {
              if (writer.inTransaction()) rollback.run()
              return failure(cause)
            }
            if (Exit.isFailure(exit)) return exit
            if (transaction.movedCached === true) moved++
            commits.publish(transaction.changes)
            checkpoints.committed(transaction.work ?? 0)
            return exit
          })
        })
      )

    const nested = <A, E, R>(
      transaction: Commits.Transaction,
      effect: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | Unavailable, R> =>
      Effect.uninterruptibleMask((restore) => {
        if (!writer.inTransaction()) return lost
        return Effect.flatMap(
          attempt(() => savepoint.run()),
          () => {
            const mark = transaction.changes.length
            return Effect.flatMap(Effect.exit(restore(effect)), (exit): Effect.Effect<A, E | Unavailable> => {
              if (!writer.inTransaction()) return Exit.isSuccess(exit) ? lost : exit
              try {
                if (Exit.isFailure(exit)) {
                  rollbackTo.run()
                  transaction.changes.length = mark
                }
                release.run()
                return exit
              } catch (cause) {
                return failure(cause)
              }
            })
          }
        )
      })

    /** A transaction on the application's connection, which its statements can join. */
    const shared = <A, E, R>(
      { client, writer: lent }: Sharing,
      effect: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | Unavailable, R> => {
      const until = deadline()
      const body = (connection: Connection) =>
        Effect.withFiberRuntime<A, E, R>((fiber) => {
          const transaction = commits.active(fiber)
          const joining: Joining = {
            isOpen: () => transaction?.open === true,
            before: Effect.sync(() => {
              if (transaction !== undefined) transaction.wrote = true
            }),
            failed: lent.failed,
            mark: () => {
              const changes = transaction?.changes.length ?? 0
              return () => transaction?.changes.splice(changes)
            }
          }
          return joined(connection, joining, effect)
        })
      return reserving(
        client,
        (connection) => {
          lent.take(connection)
          return outermost(body(connection), until)
        },
        ({ cause }) => failure(failureOf(cause))
      )
    }

    const transactionOf = <A, E, R>(
      fiber: Fiber.RuntimeFiber<unknown, unknown>,
      effect: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | Unavailable, R> => {
      const current = commits.active(fiber)
      if (current !== undefined) return nested(current, effect)
      if (sharing === undefined) {
        return Effect.flatMap(lock.withPermitsIfAvailable(1)(outermost(effect)), (done) =>
          Option.isSome(done) ? Effect.succeed(done.value) : lock.withPermits(1)(outermost(effect, deadline()))
        )
      }
      return isInOwnTransaction(fiber) ? inOwnTransaction : shared(sharing, effect)
    }

    const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
      Effect.withFiberRuntime((fiber) => transactionOf(fiber, effect))

    const close = Effect.sync(() => {
      reads.close()
      if (sharing === undefined) writer.pragma("wal_checkpoint(truncate)")
      writer.close()
    })

    return {
      dialect: sqliteWith(writer.prefix),
      first: (sql, decode) =>
        reading(sql, (statement, parameters) => {
          const row = statement.get(parameters)
          return row === undefined ? undefined : decode(row)
        }),
      all: (sql, decode) => reading(sql, (statement, parameters) => statement.all(parameters).map(decode)),
      write: (sql) => {
        const statement = lazily(() => writer.prepare<SqlRow>(sql))
        return writing((transaction, parameters, change) => {
          const affected = statement().run(parameters)
          if (affected > 0 && change !== undefined) {
            if (transaction === undefined) commits.publish([change])
            else transaction.changes.push(change)
          }
          return affected
        })
      },
      returning: (sql, decode) => {
        const statement = lazily(() => writer.prepare<SqlRow>(sql))
        return writing((_, parameters) => decode(statement().get(parameters)!))
      },
      writeAll: (sql, decode) => {
        const statement = lazily(() => writer.prepare<SqlRow>(sql))
        return writing((_, parameters) => statement().all(parameters).map(decode))
      },
      transaction,
      // No other connection commits while a transaction is open, so one that has not written yet sees the committed
      // state.
      generation: Effect.withFiberRuntime((fiber) =>
        commits.active(fiber)?.wrote === true ? Effect.succeed(commits.unsettled()) : attempt(reads.version)
      ),
      inTransaction: commits.inTransaction,
      changes: commits.changes,
      close: Effect.uninterruptible(Effect.zipRight(checkpoints.close, lock.withPermits(1)(close)))
    }
  })
