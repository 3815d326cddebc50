/** The connection of an application's `SqlClient`, as the writer of a workspace in its database. */
import { named } from "@lectern/storage-sql/internal/Dialect"
import type { Connection, SqlError } from "@lectern/storage-sql/internal/JoinedTransactions"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { failureOf } from "./connections/BetterSqlite.js"
import {
  ClosedConnection,
  type SqliteConnection,
  type SqliteLibrary,
  type SqliteStatement
} from "./connections/SqliteConnection.js"

/** The statement that begins every transaction. */
const begin = "begin immediate"

/** How long SQLite itself waits for the lock of another process, in milliseconds; that blocks the thread. */
const lockTimeout = 5

/** A writer that has no connection of its own. */
export interface SharedWriter extends SqliteConnection {
  /** Takes over a connection that the client has lent, until the next one. */
  readonly take: (connection: Connection) => void
  /** Looks whether SQLite has ended the transaction after a statement of the application failed. */
  readonly failed: () => void
}

/** Runs a statement of the client, which does not wait for anything. Throws what SQLite reports. */
const now = <A>(effect: Effect.Effect<A, SqlError>): A => {
  const exit = Effect.runSyncExit(effect)
  if (Exit.isSuccess(exit)) return exit.value
  const error = Cause.failureOption(exit.cause)
  throw error._tag === "Some" ? failureOf(error.value.cause) : Cause.squash(exit.cause)
}

/** A writer over the connections that a client lends. */
export const make = (library: SqliteLibrary, filename: string, prefix: string): SharedWriter => {
  let connection: Connection | undefined
  let isOpen = true
  let inTransaction = false
  let ownTimeout: unknown

  const lent = (): Connection => {
    if (!isOpen || connection === undefined) throw new ClosedConnection("the connection is closed")
    return connection
  }
  const values = (sql: string, parameters: ReadonlyArray<unknown> = []) => now(lent().executeValues(sql, parameters))
  const raw = (sql: string, parameters: ReadonlyArray<unknown> = []) => now(lent().executeRaw(sql, parameters))

  const beginNow = (): void => {
    ownTimeout ??= values("pragma busy_timeout")[0]?.[0]
    raw(`pragma busy_timeout = ${lockTimeout}`)
    try {
      raw(begin)
      inTransaction = true
    } finally {
      raw(`pragma busy_timeout = ${Number(ownTimeout)}`)
    }
  }

  const failed = (): void => {
    if (!inTransaction) return
    try {
      // This succeeds only outside a transaction.
      raw("begin")
    } catch {
      return
    }
    raw("rollback")
    inTransaction = false
  }

  const attempt = <A>(run: () => A): A => {
    try {
      return run()
    } catch (cause) {
      failed()
      throw cause
    }
  }

  const exec = (sql: string): void => {
    if (sql === begin) beginNow()
    else attempt(() => raw(sql))
    if (sql === "commit" || sql === "rollback") inTransaction = false
  }

  const prepare = <Row extends ReadonlyArray<unknown>>(statement: string): SqliteStatement<Row> => {
    const sql = named(prefix, statement)
    const all = (parameters: ReadonlyArray<unknown> = []) => attempt(() => values(sql, parameters) as Array<Row>)
    return {
      run: (parameters = []) =>
        attempt(() => {
          const result = raw(sql, parameters)
          return typeof result === "object" && result !== null && "changes" in result ? Number(result.changes) : 0
        }),
      get: (parameters) => all(parameters)[0],
      all
    }
  }

  return {
    library,
    filename,
    prefix,
    prepare,
    exec,
    pragma: (text) => values(`pragma ${text}`)[0]?.[0],
    isOpen: () => isOpen,
    inTransaction: () => inTransaction,
    close: () => {
      isOpen = false
    },
    take: (next) => {
      connection = next
    },
    failed
  }
}
