/** What SQLite's errors mean to a caller, and how long a busy database is waited for. */
import { Unavailable } from "@lectern/core/errors/Errors"
import { retried, type Waiting } from "@lectern/storage-sql/Patience"
import Sqlite from "better-sqlite3"
import { Effect } from "effect"

/** The result codes that are no fault of the statement: the file, the disk or another process is in the way. */
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

/** The primary result code of an error without `SQLITE_`, or `undefined` for what is no error of SQLite's. */
export const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Sqlite.SqliteError ? cause.code.split("_")[1] : undefined

/** Whether another connection holds the lock: the same statement will succeed a little later. */
export const isBusy = (cause: unknown): boolean => codeOf(cause) === "BUSY"

/** Fails with `Unavailable` where the database cannot be reached; anything else is a bug, and a defect. */
export const failure = (cause: unknown): Effect.Effect<never, Unavailable> => {
  const code = codeOf(cause)
  if (code !== undefined && unavailable.has(code)) {
    const message = code === "BUSY" ? "storage is busy" : "storage failed"
    return Effect.fail(new Unavailable({ message, cause }))
  }
  if (cause instanceof TypeError && cause.message === "The database connection is not open") {
    return Effect.fail(new Unavailable({ message: "storage is closed", cause }))
  }
  return Effect.die(cause)
}

/** Runs `run` again for as long as it throws because another connection holds the lock, up to about 10 s. */
export const untilFree = <A>(run: () => A, waiting?: Waiting): Effect.Effect<A, Unavailable> =>
  retried(
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
