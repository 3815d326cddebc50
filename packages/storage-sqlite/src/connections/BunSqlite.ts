/** Connections by `bun:sqlite`, in Bun. */
import {
  attempting,
  ClosedConnection,
  libraryOf,
  SqliteError,
  type SqliteLibrary,
  type SqliteParameters,
  type SqliteStatement
} from "./SqliteConnection.js"

/** The part of `bun:sqlite` that is used here: https://bun.com/docs/runtime/sqlite */
export interface BunSqlite {
  readonly Database: new (
    filename: string,
    options: { readonly readonly?: boolean; readonly readwrite?: boolean; readonly create?: boolean }
  ) => Database
}
interface Database {
  readonly inTransaction: boolean
  readonly prepare: (sql: string) => Statement
  readonly exec: (sql: string) => unknown
  readonly close: () => void
}
interface Statement {
  readonly run: (...parameters: SqliteParameters) => { readonly changes: number }
  readonly finalize: () => void
  readonly values: (...parameters: SqliteParameters) => Array<ReadonlyArray<unknown>>
}

const failure = (cause: unknown): unknown =>
  cause instanceof Error && cause.name === "SQLiteError" && "code" in cause
    ? new SqliteError(cause.message, String(cause.code), cause)
    : cause

const attempt = attempting(failure)

/** The library, from its module. */
export const libraryFrom = ({ Database }: BunSqlite): SqliteLibrary =>
  libraryOf("bun:sqlite", (filename, { busyTimeout = 0, mustExist = false, readOnly = false }) => {
    const database = attempt(
      () => new Database(filename, readOnly ? { readonly: true } : { readwrite: true, create: !mustExist })
    )
    let isOpen = true
    // A connection with statements stays open until the garbage collector has found all of them.
    const statements = new Set<Statement>()
    // Bun itself says about a closed database only that it is misused.
    const whileOpen = <A>(run: () => A): A => {
      if (!isOpen) throw new ClosedConnection("the connection is closed")
      return attempt(run)
    }
    const prepare = <Row extends ReadonlyArray<unknown>>(sql: string): SqliteStatement<Row> => {
      const statement = whileOpen(() => database.prepare(sql))
      statements.add(statement)
      const all = (parameters: SqliteParameters = []) => whileOpen(() => statement.values(...parameters) as Array<Row>)
      return {
        run: (parameters = []) => whileOpen(() => statement.run(...parameters).changes),
        get: (parameters) => all(parameters)[0],
        all
      }
    }
    database.exec(`pragma busy_timeout = ${busyTimeout}`)
    return {
      prepare,
      exec: (sql) => whileOpen(() => void database.exec(sql)),
      pragma: (text) => prepare(`pragma ${text}`).get()?.[0],
      isOpen: () => isOpen,
      inTransaction: () => isOpen && database.inTransaction,
      close: () => {
        if (!isOpen) return
        isOpen = false
        for (const statement of statements) statement.finalize()
        database.close()
      }
    }
  })
