/** Connections by `node:sqlite`, from Node 22.16. */
import { statSync } from "node:fs"
import {
  attempting,
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
    options: { readonly readOnly: boolean; readonly timeout: number }
  ) => Database
  readonly StatementSync: { readonly prototype: Statement }
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
  readonly setReadBigInts: (enabled: boolean) => void
}

/** The messages of SQLite by result code: Deno passes no code on where a file is opened or a text is executed. */
const messages: ReadonlyArray<readonly [message: string, code: string]> = [
  ["database is locked", "BUSY"],
  ["constraint failed", "CONSTRAINT"],
  ["unable to open database file", "CANTOPEN"],
  ["file is not a database", "NOTADB"],
  ["database disk image is malformed", "CORRUPT"],
  ["attempt to write a readonly database", "READONLY"],
  ["disk I/O error", "IOERR"],
  ["database or disk is full", "FULL"]
]

const codeOfMessage = (text: string): string =>
  `SQLITE_${messages.find(([message]) => text.includes(message))?.[1] ?? "ERROR"}`

const failure = (cause: unknown): unknown => {
  if (!(cause instanceof Error) || !("code" in cause)) return cause
  if (cause.code === "ERR_SQLITE_ERROR") {
    const { message } = cause
    const code = "errcode" in cause ? resultCodeName(Number(cause.errcode)) : codeOfMessage(message)
    return new SqliteError(message, code, cause)
  }
  if (cause.code === "ERR_INVALID_STATE") return new ClosedConnection("the connection is closed", { cause })
  return cause
}

const attempt = attempting(failure)

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_OUT_OF_RANGE"

const withoutBigInts = (row: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  row.map((value) => (typeof value === "bigint" ? Number(value) : value))

const statementOf = <Row extends ReadonlyArray<unknown>>(database: Database, sql: string): SqliteStatement<Row> => {
  const statement = attempt(() => database.prepare(sql))
  statement.setReturnArrays(true)
  const onlyReads = /^\s*(select|pragma)\b/i.test(sql)
  /** Reads again, after a failure, with integers above 2^53 rounded: Node refuses them, other libraries round them. */
  const rounding = (cause: unknown, parameters: SqliteParameters): Array<Row> => {
    if (!onlyReads || !isTooLarge(cause)) throw failure(cause)
    statement.setReadBigInts(true)
    try {
      const rows = attempt(() => statement.all(...parameters)) as Array<Row>
      return rows.map((row) => withoutBigInts(row) as Row)
    } finally {
      statement.setReadBigInts(false)
    }
  }
  return {
    run: (parameters = []) => attempt(() => Number(statement.run(...parameters).changes)),
    get: (parameters = []) => {
      try {
        return statement.get(...parameters) as Row | undefined
      } catch (cause) {
        return rounding(cause, parameters)[0]
      }
    },
    all: (parameters = []) => {
      try {
        return statement.all(...parameters) as Array<Row>
      } catch (cause) {
        return rounding(cause, parameters)
      }
    }
  }
}

/** The library, from its module. Throws if that is of an earlier version, which lacks something that is used here. */
export const libraryFrom = ({ DatabaseSync, StatementSync }: NodeSqlite): SqliteLibrary => {
  // What else is used came with it.
  if (!("setReturnArrays" in StatementSync.prototype)) throw new Error("the SQLite of this Node is too old")
  return libraryOf("node:sqlite", (filename, { busyTimeout = 0, mustExist = false, readOnly = false }) => {
    if (mustExist && !statSync(filename, { throwIfNoEntry: false })?.isFile()) {
      throw new SqliteError("unable to open database file", "SQLITE_CANTOPEN", undefined)
    }
    const database = attempt(() => new DatabaseSync(filename, { readOnly, timeout: busyTimeout }))
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
}
