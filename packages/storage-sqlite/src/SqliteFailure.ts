/** The meaning of SQLite's errors for callers, and waiting for a busy database. */
import { Unavailable } from "@lectern/core/errors/Errors"
import { retriedWhileBusy, type Waiting } from "@lectern/storage-sql/internal/BusyRetry"
import * as Effect from "effect/Effect"
import { ClosedConnection, SqliteError } from "./connections/SqliteConnection.js"

/** The result codes that are not the statement's fault, but that of the file, the disk or another process. */
const unavailable = new Set([
  "BUSY",
  "LOCKED",
  "IOERR",
  "FULL",
  "CANTOPEN",
  "READONLY",
  "PERM",
  "AUTH",
  "NOMEM",
  "PROTOCOL",
  "INTERRUPT",
  "CORRUPT",
  "NOTADB"
])

/** An error of SQLite, in terms for the operator; names the file. */
export class SqliteFileError extends Error {
  constructor(filename: string, cause: unknown) {
    super(`${filename} ${problemOf(cause)}`, { cause })
  }
}

/** The problem with a file, as the end of a sentence. */
export const problemOf = (cause: unknown): string => {
  const message = cause instanceof Error ? cause.message : String(cause)
  switch (codeOf(cause)) {
    case "FULL":
      return `cannot grow: the disk is full (${message})`
    case "CORRUPT":
      return `is damaged (${message}): lectern check tells what is, lectern restore brings back a backup`
    case "NOTADB":
      return "is not a SQLite database"
    case "READONLY":
    case "PERM":
    case "AUTH":
      return `cannot be written: this user may not, or the disk is read-only (${message})`
    case "CANTOPEN":
      return `cannot be opened: it is not there, is a folder, or this user may not (${message})`
    case "IOERR":
      return `cannot be read or written: the disk fails or is full (${message}, ${codeText(cause)})`
    case "BUSY":
      return "is locked by another process"
    default:
      // An error of the system is not from a statement, but from creating a file.
      return cause instanceof Error && "syscall" in cause
        ? `cannot be written: ${message}`
        : `cannot be used: ${message}`
  }
}

const codeText = (cause: unknown): string => (cause instanceof SqliteError ? cause.code : "no code")

/** The primary result code of an error without `SQLITE_`, or `undefined` if it is not an error of SQLite. */
export const codeOf = (cause: unknown): string | undefined => {
  if (cause instanceof SqliteFileError) return codeOf(cause.cause)
  return cause instanceof SqliteError ? cause.code.split("_")[1] : undefined
}

/** Whether another connection holds the lock: the same statement will succeed a little later. */
export const isBusy = (cause: unknown): boolean => codeOf(cause) === "BUSY"

/** How the statements on one file fail. */
export interface Failing {
  /** Fails with `Unavailable` if the database cannot be reached; anything else is a bug, and a defect. */
  readonly failure: (cause: unknown) => Effect.Effect<never, Unavailable>
  /** Runs `run` again for as long as it throws because another connection holds the lock, up to about 10 s. */
  readonly untilFree: <A>(run: () => A, waiting?: Waiting) => Effect.Effect<A, Unavailable>
  /** Runs something immediately; only if another process holds the lock, retries like `untilFree`. */
  readonly attempt: <A>(run: () => A, waiting?: Waiting) => Effect.Effect<A, Unavailable>
}

/** The failures of statements on a file with this name, which is for logs. */
export const failingOn = (filename: string): Failing => {
  const failure: Failing["failure"] = (cause) => {
    const code = codeOf(cause)
    if (code !== undefined && unavailable.has(code)) {
      const message = code === "BUSY" ? "storage is busy" : "storage failed"
      return Effect.fail(new Unavailable({ message, cause: new SqliteFileError(filename, cause) }))
    }
    if (cause instanceof ClosedConnection) {
      return Effect.fail(new Unavailable({ message: "storage is closed", cause }))
    }
    return Effect.die(cause)
  }
  const untilFree: Failing["untilFree"] = (run, waiting) =>
    retriedWhileBusy(
      Effect.suspend(() => {
        try {
          return Effect.succeed(run())
        } catch (cause) {
          return failure(cause)
        }
      }),
      ({ cause }) => isBusy(cause),
      waiting
    )
  return {
    failure,
    untilFree,
    attempt: (run, waiting) => {
      try {
        return Effect.succeed(run())
      } catch (cause) {
        return isBusy(cause) ? untilFree(run, waiting) : failure(cause)
      }
    }
  }
}
