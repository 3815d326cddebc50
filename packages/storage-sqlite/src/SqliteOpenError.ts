/** The reason why a file could not be opened as a workspace. */
import { accessSync, constants, statSync } from "node:fs"
import { dirname } from "node:path"
import { retriedWhileBusy } from "@lectern/storage-sql/internal/BusyRetry"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import { codeOf, problemOf } from "./SqliteFailure.js"

/**
 * The file cannot be used. `message` is one sentence for the operator, and names the file. `reason`: `memory` no file
 * was named · `library` no library for SQLite can be loaded · `unreachable` it cannot be opened or created · `not-a-database` it is something else · `foreign` it is
 * another program's database · `newer` a newer version of this program has written it · `busy` other processes did not
 * let go of it · `migration` bringing it up to date failed, and the transaction that failed changed nothing · `older`
 * it is of an earlier version, and is only to be read, or is too old to be brought up to date · `damaged` its pages or its tables are not what they must be.
 */
export class SqliteOpenError extends Data.TaggedError("SqliteOpenError")<{
  readonly message: string
  readonly reason:
    | "memory"
    | "library"
    | "unreachable"
    | "not-a-database"
    | "foreign"
    | "newer"
    | "older"
    | "busy"
    | "migration"
    | "damaged"
  readonly cause?: unknown
}> {}

/** The message of an error. */
export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** The reason why a file cannot be opened, from the error of SQLite. */
export const openError = (filename: string, cause: unknown): SqliteOpenError => {
  const code = codeOf(cause)
  if (code === "NOTADB") {
    return new SqliteOpenError({ reason: "not-a-database", message: `${filename} is not a SQLite database`, cause })
  }
  if (code === "CORRUPT") {
    return new SqliteOpenError({ reason: "damaged", message: `${filename} ${problemOf(cause)}`, cause })
  }
  if (code === "BUSY") {
    return new SqliteOpenError({ reason: "busy", message: `${filename} is locked by another process`, cause })
  }
  const why = unreachableText(filename) ?? messageOf(cause)
  return new SqliteOpenError({ reason: "unreachable", message: `cannot open ${filename}: ${why}`, cause })
}

/** The reason why a path cannot be opened, as far as the file system reports it. */
const unreachableText = (filename: string): string | undefined => {
  const folder = dirname(filename)
  const at = (path: string) => statSync(path, { throwIfNoEntry: false })
  const may = (path: string, mode: number): boolean => {
    try {
      accessSync(path, mode)
      return true
    } catch {
      return false
    }
  }
  try {
    const file = at(filename)
    if (file?.isDirectory()) return "it is a folder"
    if (file !== undefined && !may(filename, constants.R_OK | constants.W_OK))
      return "this user may not read and write it"
    const above = at(folder)
    if (above === undefined) return `there is no folder ${folder}`
    if (!above.isDirectory()) return `${folder} is not a folder`
    return may(folder, constants.W_OK | constants.X_OK) ? undefined : `this user may not write into ${folder}`
  } catch {
    return undefined
  }
}

/** Runs a step of opening; retries for about 10 s if another process holds the lock. */
export const patiently = <A>(step: Effect.Effect<A, SqliteOpenError>): Effect.Effect<A, SqliteOpenError> =>
  retriedWhileBusy(step, (error) => error.reason === "busy")
