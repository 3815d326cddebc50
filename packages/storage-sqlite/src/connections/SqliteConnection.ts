/**
 * A connection to a SQLite file, over whichever library the program runs on. Everything runs synchronously, and throws a
 * {@link SqliteError} where SQLite reports a failure.
 */

import { named } from "@lectern/storage-sql/internal/Dialect"

/** The values of a statement's parameters: texts, numbers, nulls and bytes. */
export type SqliteParameters = ReadonlyArray<unknown>

/** A prepared statement, whose rows are arrays of values. */
export interface SqliteStatement<Row extends ReadonlyArray<unknown>> {
  /** Runs it to its end; the number of rows that it changed. */
  readonly run: (parameters?: SqliteParameters) => number
  readonly get: (parameters?: SqliteParameters) => Row | undefined
  readonly all: (parameters?: SqliteParameters) => Array<Row>
}

/** How a file is opened. */
export interface ConnectionOptions {
  readonly readOnly?: boolean
  /** Fails if there is no file; a read-only connection never makes one. */
  readonly mustExist?: boolean
  /** The time that SQLite itself waits for a lock, in milliseconds, 0 when absent; that blocks the thread. */
  readonly busyTimeout?: number
  /** What the names of tables and indexes begin with, which statements have in braces; nothing when absent. */
  readonly prefix?: string
}

/** A library that serves SQLite in this process. */
export interface SqliteLibrary {
  readonly name: "better-sqlite3" | "node:sqlite" | "bun:sqlite"
  /** The version of the SQLite in it, such as `3.49.1`. */
  readonly version: string
  /** Opens a file, which is created if it does not exist. Throws what SQLite reports. */
  readonly open: (filename: string, options?: ConnectionOptions) => SqliteConnection
}

/** A library with its version, such as `node:sqlite 3.49.1`. */
export const describeLibrary = ({ name, version }: SqliteLibrary): string => `${name} ${version}`

/** An open connection. */
export interface SqliteConnection {
  readonly library: SqliteLibrary
  /** The path of the file. */
  readonly filename: string
  /** See {@link ConnectionOptions}. */
  readonly prefix: string
  readonly prepare: <Row extends ReadonlyArray<unknown>>(sql: string) => SqliteStatement<Row>
  /** Runs statements without parameters. */
  readonly exec: (sql: string) => void
  /** Sets or reads a pragma: the first value of its first row. */
  readonly pragma: (text: string) => unknown
  readonly isOpen: () => boolean
  readonly inTransaction: () => boolean
  /** Closes it, unless it is closed. */
  readonly close: () => void
}

/** A failure that SQLite reports. */
export class SqliteError extends Error {
  /**
   * @param code the name of the result code, such as `SQLITE_BUSY`, or of the extended one, such as `SQLITE_BUSY_SNAPSHOT`
   */
  constructor(
    message: string,
    readonly code: string,
    cause: unknown
  ) {
    super(message, { cause })
  }
}

/** The connection was closed before this call. */
export class ClosedConnection extends Error {}

/** The names of the primary result codes, by number: https://www.sqlite.org/rescode.html */
const resultCodes = [
  "OK",
  "ERROR",
  "INTERNAL",
  "PERM",
  "ABORT",
  "BUSY",
  "LOCKED",
  "NOMEM",
  "READONLY",
  "INTERRUPT",
  "IOERR",
  "CORRUPT",
  "NOTFOUND",
  "FULL",
  "CANTOPEN",
  "PROTOCOL",
  "EMPTY",
  "SCHEMA",
  "TOOBIG",
  "CONSTRAINT",
  "MISMATCH",
  "MISUSE",
  "NOLFS",
  "AUTH",
  "FORMAT",
  "RANGE",
  "NOTADB"
]

/** The name of the primary result code in an extended one, by number. */
export const resultCodeName = (code: number): string => `SQLITE_${resultCodes[code & 0xff] ?? "ERROR"}`

/** Runs `run` in a transaction that takes the write lock; all of it or nothing. */
export const immediately = <A>(connection: SqliteConnection, run: () => A): A => {
  connection.exec("begin immediate")
  try {
    const result = run()
    connection.exec("commit")
    return result
  } catch (cause) {
    if (connection.inTransaction()) connection.exec("rollback")
    throw cause
  }
}

/** Runs something of a library, whose errors are translated. */
export const attempting =
  (failureOf: (cause: unknown) => unknown) =>
  <A>(run: () => A): A => {
    try {
      return run()
    } catch (cause) {
      throw failureOf(cause)
    }
  }

/** An open file, as a library serves it. */
type OpenFile = Omit<SqliteConnection, "filename" | "library" | "prefix">

/** A library over a way to open files with it. */
export const libraryOf = (
  name: SqliteLibrary["name"],
  open: (filename: string, options: ConnectionOptions) => OpenFile
): SqliteLibrary => {
  const library: SqliteLibrary = {
    name,
    get version() {
      return version
    },
    open: (filename, options = {}) => {
      const { prefix = "" } = options
      const file = open(filename, options)
      return {
        ...file,
        library,
        filename,
        prefix,
        prepare: (sql) => file.prepare(named(prefix, sql)),
        exec: (sql) => file.exec(named(prefix, sql))
      }
    }
  }
  const memory = library.open(":memory:")
  const version = String(memory.prepare("select sqlite_version()").get()?.[0])
  memory.close()
  return library
}
