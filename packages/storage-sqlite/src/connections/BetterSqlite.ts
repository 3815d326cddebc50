/** Connections by better-sqlite3. */
import type Sqlite from "better-sqlite3"
import {
  attempting,
  ClosedConnection,
  libraryOf,
  SqliteError,
  type SqliteLibrary,
  type SqliteParameters,
  type SqliteStatement
} from "./SqliteConnection.js"

/** An error of better-sqlite3, as one of the port. */
export const failureOf = (cause: unknown): unknown => {
  if (!(cause instanceof Error)) return cause
  if (cause.name === "SqliteError" && "code" in cause) return new SqliteError(cause.message, String(cause.code), cause)
  if (cause.message.startsWith("Cannot open database because")) {
    return new SqliteError(cause.message, "SQLITE_CANTOPEN", cause)
  }
  return cause.message === "The database connection is not open"
    ? new ClosedConnection("the connection is closed", { cause })
    : cause
}

const attempt = attempting(failureOf)

const statementOf = <Row extends ReadonlyArray<unknown>>(
  database: Sqlite.Database,
  sql: string
): SqliteStatement<Row> => {
  const statement = attempt(() => database.prepare<[SqliteParameters], Row>(sql))
  if (statement.reader) statement.raw()
  return {
    run: (parameters = []) => attempt(() => statement.run(parameters).changes),
    get: (parameters = []) => attempt(() => statement.get(parameters)),
    all: (parameters = []) => attempt(() => statement.all(parameters))
  }
}

/** The library, from its module. Throws if its binary cannot be loaded. */
export const libraryFrom = (Database: typeof Sqlite): SqliteLibrary =>
  libraryOf("better-sqlite3", (filename, { busyTimeout = 0, mustExist = false, readOnly = false }) => {
    const database = attempt(
      () =>
        new Database(filename, {
          readonly: readOnly,
          fileMustExist: mustExist || readOnly,
          timeout: busyTimeout
        })
    )
    return {
      prepare: (sql) => statementOf(database, sql),
      exec: (sql) => void attempt(() => database.exec(sql)),
      pragma: (text) => attempt(() => database.pragma(text, { simple: true })),
      isOpen: () => database.open,
      inTransaction: () => database.inTransaction,
      close: () => attempt(() => void database.close())
    }
  })
