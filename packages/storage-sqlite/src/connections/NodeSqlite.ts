/** Connections by `node:sqlite`, from Node 22.16. */
import { statSync } from "node:fs"
import {
  ClosedConnection,
  libraryOf,
  resultCodeName,
  SqliteError,
  type SqliteLibrary,
  type SqliteParameters,
  type SqliteStatement
} from "./SqliteConnection.js"

/** The part of `node:sqlite` that is used here: https://nodejs.org/api/sqlite.html */
export interface NodeSqlite {
  readonly DatabaseSync: new (
    filename: string,
    options: { readonly readOnly: boolean; readonly timeout?: number }
  ) => Database
}
interface Database {
  readonly isOpen: boolean
  readonly isTransaction: boolean
  readonly prepare: (sql: string) => Statement
  readonly exec: (sql: string) => void
  readonly close: () => void
}
interface Statement {
  readonly run: (...parameters: SqliteParameters) => { readonly changes: number | bigint }
  readonly get: (...parameters: SqliteParameters) => unknown
  readonly all: (...parameters: SqliteParameters) => Array<unknown>
  readonly setReturnArrays: (enabled: boolean) => void
}

const failure = (cause: unknown): unknown => {
  if (!(cause instanceof Error) || !("code" in cause)) return cause
  if (cause.code === "ERR_SQLITE_ERROR" && "errcode" in cause && typeof cause.errcode === "number") {
    return new SqliteError(cause.message, resultCodeName(cause.errcode), cause)
  }
  if (cause.code === "ERR_INVALID_STATE") return new ClosedConnection("the connection is closed", { cause })
  return cause
}

const attempt = <A>(run: () => A): A => {
  try {
    return run()
  } catch (cause) {
    throw failure(cause)
  }
}

const statementOf = <Row extends ReadonlyArray<unknown>>(database: Database, sql: string): SqliteStatement<Row> => {
  const statement = attempt(() => database.prepare(sql))
  statement.setReturnArrays(true)
  return {
    run: (parameters = []) => attempt(() => Number(statement.run(...parameters).changes)),
    get: (parameters = []) => attempt(() => statement.get(...parameters) as Row | undefined),
    all: (parameters = []) => attempt(() => statement.all(...parameters) as Array<Row>)
  }
}

/** The library, from its module. */
export const libraryFrom = ({ DatabaseSync }: NodeSqlite): SqliteLibrary =>
  libraryOf("node:sqlite", (filename, { busyTimeout, mustExist = false, readOnly = false }) => {
    if (mustExist && !statSync(filename, { throwIfNoEntry: false })?.isFile()) {
      throw new SqliteError("unable to open database file", "SQLITE_CANTOPEN", undefined)
    }
    const database = attempt(
      () => new DatabaseSync(filename, { readOnly, ...(busyTimeout !== undefined && { timeout: busyTimeout }) })
    )
    return {
      prepare: (sql) => statementOf(database, sql),
      exec: (sql) => attempt(() => database.exec(sql)),
      pragma: (text) => statementOf(database, `pragma ${text}`).get()?.[0],
      isOpen: () => database.isOpen,
      inTransaction: () => database.isOpen && database.isTransaction,
      close: () => {
        if (database.isOpen) attempt(() => database.close())
      }
    }
  })
