/** The driver over any `@effect/sql` client of a known dialect. */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Unavailable } from "@lectern/core/errors/Errors"
import type { Change } from "@lectern/core/storage/Storage"
import { Context, Data, Effect, Exit, Option, Scope } from "effect"
import * as Commits from "./Commits.js"
import * as Dialect from "./Dialect.js"
import { retried } from "./Patience.js"
import type { Parameters, SqlDriver, SqlRow } from "./SqlDriver.js"
import { failure, isTransient } from "./SqlFailure.js"

/** What the body of a transaction failed with, told apart from what the transaction itself fails with. */
class BodyFailure<E> extends Data.TaggedClass("BodyFailure")<{ readonly error: E }> {}

const isSqlError = (error: unknown): error is SqlError => error instanceof SqlError

const isTransientFailure = (error: unknown): boolean => {
  if (error instanceof SqlError) return isTransient(error)
  if (error instanceof BodyFailure) return isTransientFailure(error.error)
  return error instanceof Unavailable && isTransientFailure(error.cause)
}

const dialectOf = (sql: SqlClient.SqlClient): Effect.Effect<Dialect.Dialect> =>
  sql.onDialectOrElse({
    sqlite: () => Effect.succeed(Dialect.sqlite),
    pg: () => Effect.succeed(Dialect.postgres),
    orElse: () => Effect.dieMessage("storage needs SQLite or PostgreSQL")
  })

/** Takes an effect out of a transaction that has ended, which a fiber that outlived it still carries around. */
const detached = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.mapInputContext(effect, (context: Context.Context<R>) => {
    const services = new Map(context.unsafeMap)
    services.delete(SqlClient.TransactionConnection.key)
    return Context.unsafeMake<R>(services)
  })

const run = (connection: Connection, statement: string) => connection.executeUnprepared(statement, [], undefined)

/**
 * A driver over the client in context. `reads` is a client of the same database for what is read outside transactions;
 * SQLite needs one, because its client has a single connection, and reads would wait for whole transactions.
 */
export const make = Effect.fnUntraced(function* (
  reads?: SqlClient.SqlClient
): Effect.fn.Return<SqlDriver, never, SqlClient.SqlClient> {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const reader = reads?.withoutTransforms() ?? sql
  const dialect = yield* dialectOf(sql)
  const commits = yield* Commits.make
  let ownCommits = 0

  const announce = (transaction: Commits.Transaction): void => {
    transaction.open = false
    ownCommits++
    commits.publish(transaction.changes)
  }

  const commit = (connection: Connection) =>
    Effect.withFiberRuntime<void, SqlError>((fiber) => {
      const transaction = commits.active(fiber)
      return run(connection, "commit").pipe(
        Effect.tapError(() => Effect.ignore(run(connection, "rollback"))),
        Effect.map(() => transaction && announce(transaction))
      )
    })

  const withTransaction = (connection: Connection) =>
    SqlClient.makeWithTransaction({
      transactionTag: SqlClient.TransactionConnection,
      spanAttributes: [],
      acquireConnection: Effect.succeed([undefined, connection] as const),
      begin: (connection) => run(connection, dialect.begin),
      savepoint: (connection, id) => run(connection, `savepoint nested_${id}`),
      commit,
      rollback: (connection) => run(connection, "rollback"),
      rollbackSavepoint: (connection, id) => run(connection, `rollback to savepoint nested_${id}`)
    })

  /** The connection of the transaction that the fiber is in, or else one reserved for as long as the scope lasts. */
  const connectionIn = (scope: Scope.Scope): Effect.Effect<Connection, SqlError> =>
    Effect.flatMap(Effect.serviceOption(SqlClient.TransactionConnection), (current) =>
      Option.isSome(current) ? Effect.succeed(current.value[0]) : Scope.extend(sql.reserve, scope)
    )

  /** A transaction or savepoint around `effect`, which fails too where a statement in it has failed unheard. */
  const around = <A, E, R>(
    transaction: Commits.Transaction,
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Unavailable, R> => {
    const body = Effect.flatMap(
      effect,
      (value): Effect.Effect<A, Unavailable> =>
        transaction.failure === undefined ? Effect.succeed(value) : Effect.fail(transaction.failure)
    )
    return Effect.scopedWith((scope) =>
      Effect.flatMap(connectionIn(scope), (connection) =>
        withTransaction(connection)(Effect.mapError(body, (error) => new BodyFailure({ error })))
      )
    ).pipe(
      Effect.catchSomeDefect((defect) => (isSqlError(defect) ? Option.some(Effect.fail(defect)) : Option.none())),
      Effect.catchAll((error) => (isSqlError(error) ? failure(error) : Effect.fail(error.error)))
    )
  }

  const outermost = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
    retried(
      Effect.suspend(() => {
        const transaction: Commits.Transaction = { open: true, changes: [] }
        return Effect.locally(detached(around(transaction, effect)), commits.current, transaction).pipe(
          Effect.onExit(() =>
            Effect.sync(() => {
              transaction.open = false
            })
          )
        )
      }),
      isTransientFailure
    )

  const nested = <A, E, R>(
    transaction: Commits.Transaction,
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Unavailable, R> =>
    Effect.suspend(() => {
      const mark = transaction.changes.length
      return Effect.onExit(around(transaction, effect), (exit) =>
        Effect.sync(() => {
          if (Exit.isSuccess(exit)) return
          transaction.changes.length = mark
          transaction.failure = undefined
        })
      )
    })

  const execute = (client: SqlClient.SqlClient, statement: string, parameters: Parameters) =>
    Effect.withFiberRuntime<ReadonlyArray<SqlRow>, Unavailable>((fiber) => {
      const transaction = commits.active(fiber)
      const within = transaction === undefined ? client : sql
      const once = Effect.catchAll(within.unsafe(statement, parameters).values, failure)
      if (transaction === undefined) return retried(detached(once), isTransientFailure)
      return Effect.tapError(once, (error) =>
        Effect.sync(() => {
          transaction.failure = error
        })
      )
    })

  /** Runs a statement that writes, which is a commit of its own outside a transaction. */
  const writing = (statement: string, parameters: Parameters, change?: Change) =>
    Effect.withFiberRuntime<ReadonlyArray<SqlRow>, Unavailable>((fiber) => {
      const current = commits.active(fiber)
      return Effect.map(execute(sql, statement, parameters), (rows) => {
        if (rows.length === 0) return rows
        const transaction: Commits.Transaction = current ?? { open: true, changes: [] }
        if (change !== undefined) transaction.changes.push(change)
        if (current === undefined) announce(transaction)
        return rows
      })
    })

  const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E | Unavailable, R>((fiber) => {
      const current = commits.active(fiber)
      return current === undefined ? outermost(effect) : nested(current, effect)
    })

  return {
    dialect,
    first: (statement, decode) => (parameters) =>
      Effect.map(execute(reader, statement, parameters), ([row]) => (row === undefined ? undefined : decode(row))),
    all: (statement, decode) => (parameters) =>
      Effect.map(execute(reader, statement, parameters), (rows) => rows.map(decode)),
    write: (statement) => {
      const text = `${statement} returning 1`
      return (parameters, change) => Effect.map(writing(text, parameters, change), (rows) => rows.length)
    },
    returning: (statement, decode) => (parameters) =>
      Effect.map(writing(statement, parameters), (rows) => decode(rows[0]!)),
    transaction,
    generation: Effect.withFiberRuntime((fiber) =>
      commits.active(fiber) === undefined
        ? Effect.map(execute(reader, dialect.generation, []), (rows) => Number(rows[0]![0]) + ownCommits)
        : Effect.succeed(commits.unsettled())
    ),
    changes: commits.changes
  }
})
