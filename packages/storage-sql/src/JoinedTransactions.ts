/**
 * Transactions that statements of the application join, through its `SqlClient`: what of `@effect/sql` that needs. Its
 * modules are not loaded, since most programs do not have them.
 */
import { Unavailable } from "@lectern/core/errors/Errors"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** An error of a `SqlClient`; `cause` is that of its driver. */
export class SqlError extends Data.TaggedError("SqlError")<{ readonly message: string; readonly cause: unknown }> {}

type Rows = ReadonlyArray<unknown>
type Transform = ((rows: ReadonlyArray<never>) => Rows) | undefined

/** A connection of a `SqlClient`. */
export interface Connection {
  readonly execute: (sql: string, parameters: Rows, transform: Transform) => Effect.Effect<Rows, SqlError>
  readonly executeRaw: (sql: string, parameters: Rows) => Effect.Effect<unknown, SqlError>
  readonly executeStream: (sql: string, parameters: Rows, transform: Transform) => Stream.Stream<unknown, SqlError>
  readonly executeValues: (sql: string, parameters: Rows) => Effect.Effect<ReadonlyArray<Rows>, SqlError>
  readonly executeUnprepared: (sql: string, parameters: Rows, transform: Transform) => Effect.Effect<Rows, SqlError>
}

/** A `SqlClient`, which lends a connection until a scope closes. */
export interface Reserving {
  readonly reserve: Effect.Effect<Connection, SqlError, Scope.Scope>
}

/** The connection of the transaction that a fiber is in, and the depth of its savepoints. */
interface TransactionConnection {
  readonly _: unique symbol
}
const TransactionConnection = Context.GenericTag<TransactionConnection, readonly [Connection, number]>(
  "@effect/sql/SqlClient/TransactionConnection"
)

/** The connections that transactions of Lectern lend to statements of the application. */
const lent = new WeakSet<Connection>()

/** Whether a fiber is in a transaction that the application has begun itself, of which nobody tells Lectern the end. */
export const isInOwnTransaction = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean => {
  const found = Context.getOption(fiber.currentContext, TransactionConnection)
  return found._tag === "Some" && !lent.has(found.value[0])
}

/** The failure of calls in such a transaction. */
export const inOwnTransaction = Effect.fail(
  new Unavailable({
    message:
      "the program has begun a transaction of its own, which Lectern cannot be part of: use lectern.transaction instead of withTransaction"
  })
)

/** Uses a connection while nobody else does, until `use` ends. */
export const reserving = <A, E, R>(
  client: Reserving,
  use: (connection: Connection) => Effect.Effect<A, E, R>,
  failure: (error: SqlError) => Effect.Effect<never, Unavailable>
): Effect.Effect<A, E | Unavailable, R> =>
  Effect.acquireUseRelease(
    Scope.make(),
    (scope) => Effect.flatMap(Effect.catchAll(Scope.extend(client.reserve, scope), failure), use),
    (scope, exit) => Scope.close(scope, exit)
  )

/** What a transaction does about the statements of the application in it. */
export interface Joining {
  readonly isOpen: () => boolean
  /** Comes before each of them. */
  readonly before: Effect.Effect<void, Unavailable>
  /** Comes after one that failed. */
  readonly failed: (cause: unknown) => void
  /** Notes what has happened so far; the answer restores that, after a savepoint of the application was rolled back. */
  readonly mark: () => () => void
}

/** Statements that end a transaction, or would begin one. */
const ofWholeTransaction =
  /^\s*(?:begin|commit|end|abort|start\s+transaction|rollback(?!\s+(?:transaction\s+)?to\b))\b/i

const savepoint = /^\s*savepoint\s+"?(\w+)/i
const rollbackTo = /^\s*rollback\s+(?:transaction\s+)?to\s+(?:savepoint\s+)?"?(\w+)/i

const refuse = (message: string) => Effect.fail(new SqlError({ message, cause: new Error(message) }))

/** Runs the body of a transaction, in which statements of the application's `SqlClient` are part of it. */
export const joined = <A, E, R>(
  connection: Connection,
  { before, failed, isOpen, mark }: Joining,
  body: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const marks = new Map<string, () => void>()
  const part = <B>(sql: string, run: Effect.Effect<B, SqlError>): Effect.Effect<B, SqlError> =>
    Effect.suspend(() => {
      if (!isOpen()) return refuse("the transaction has ended")
      if (ofWholeTransaction.test(sql)) return refuse("lectern.transaction begins and ends the transaction itself")
      const begun = savepoint.exec(sql)?.[1]
      if (begun !== undefined) marks.set(begun, mark())
      const undone = rollbackTo.exec(sql)?.[1]
      const done = undone === undefined ? run : Effect.tap(run, () => Effect.sync(() => marks.get(undone)?.()))
      return Effect.zipRight(
        Effect.mapError(before, (cause) => new SqlError({ message: cause.message, cause })),
        Effect.tapError(done, ({ cause }) => Effect.sync(() => failed(cause)))
      )
    })
  const own: Connection = {
    execute: (sql, ...rest) => part(sql, connection.execute(sql, ...rest)),
    executeRaw: (sql, parameters) => part(sql, connection.executeRaw(sql, parameters)),
    executeStream: (sql, ...rest) =>
      Stream.unwrap(Effect.as(part(sql, Effect.void), connection.executeStream(sql, ...rest))),
    executeValues: (sql, parameters) => part(sql, connection.executeValues(sql, parameters)),
    executeUnprepared: (sql, ...rest) => part(sql, connection.executeUnprepared(sql, ...rest))
  }
  lent.add(own)
  return Effect.mapInputContext(body, (context: Context.Context<R>) =>
    Context.add(context, TransactionConnection, [own, 0])
  )
}
