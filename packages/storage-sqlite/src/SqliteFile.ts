/** Opening a file: its two connections, once its schema is the one that this program knows. */
import { accessSync, chmodSync, closeSync, constants, openSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { tables as engineTables } from "@lectern/core/engine/Tables"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import { retried } from "@lectern/storage-sql/Patience"
import Sqlite from "better-sqlite3"
import { Cause, Effect, type Scope } from "effect"
import * as Migrations from "./Migrations.js"
import { copyBefore } from "./SqliteCopy.js"
import type { Connections } from "./SqliteDriver.js"
import { codeOf, isBusy, problemOf } from "./SqliteFailure.js"
import { SqliteOpenError } from "./SqliteOpenError.js"
import { tableProblems } from "./SqliteSchema.js"

/**
 * How long SQLite itself waits for a lock, in milliseconds. It blocks the whole process meanwhile, so it is short;
 * longer waits are ours, see `untilFree`.
 */
const lockTimeout = 5

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const openError = (filename: string, cause: unknown): SqliteOpenError => {
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

/** Why a path cannot be opened, as far as the file system tells. */
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

/** Runs a step of opening; where another process is in the way, again and again for about 10 s. */
const patiently = <A>(step: Effect.Effect<A, SqliteOpenError>): Effect.Effect<A, SqliteOpenError> =>
  retried(step, (error) => error.reason === "busy")

const connect = (
  filename: string,
  options: Sqlite.Options,
  pragmas: ReadonlyArray<string>
): Effect.Effect<Sqlite.Database, SqliteOpenError, Scope.Scope> =>
  Effect.acquireRelease(
    patiently(
      Effect.suspend(() => {
        let database: Sqlite.Database | undefined
        try {
          database = new Sqlite(filename, { ...options, timeout: lockTimeout })
          for (const pragma of pragmas) database.pragma(pragma)
          return Effect.succeed(database)
        } catch (cause) {
          database?.close()
          return Effect.fail(openError(filename, cause))
        }
      })
    ),
    (database) => Effect.sync(() => database.close())
  )

/** The number of the last migration that a file has seen, 0 where it is new. */
const versionOf = (filename: string, database: Sqlite.Database): Effect.Effect<number, SqliteOpenError> =>
  Effect.flatMap(
    Effect.try({
      try: () => {
        const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all()
        if (tables.length === 0) return 0
        if (!tables.includes(Migrations.migrationsTable)) return undefined
        const last = database.prepare(`select max(migration_id) from ${Migrations.migrationsTable}`).pluck().get()
        return Number(last ?? 0)
      },
      catch: (cause) => openError(filename, cause)
    }),
    (version) => {
      if (version === undefined) {
        return Effect.fail(
          new SqliteOpenError({ reason: "foreign", message: `${filename} is the database of another program` })
        )
      }
      if (version > Migrations.latest) {
        return Effect.fail(
          new SqliteOpenError({
            reason: "newer",
            message: `${filename} has schema ${version}, but this version of Lectern knows schemas up to ${Migrations.latest}: use the newer version`
          })
        )
      }
      return Effect.succeed(version)
    }
  )

const innermost = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "cause" in cause && cause.cause !== undefined
    ? innermost(cause.cause)
    : cause

/** Brings a file up to date, which one of the processes that open it at once does while the others wait. */
const migrate = (filename: string, database: Sqlite.Database): Effect.Effect<void, SqliteOpenError> =>
  patiently(
    Effect.gen(function* () {
      const version = yield* versionOf(filename, database)
      if (version === Migrations.latest) return
      if (version > 0) yield* copyBefore(filename, database, version)
      const exit = yield* Effect.exit(Migrations.run(filename))
      if ((yield* versionOf(filename, database)) === Migrations.latest) return
      const cause = exit._tag === "Failure" ? innermost(Cause.squash(exit.cause)) : undefined
      if (cause === undefined || isBusy(cause)) {
        const message = `${filename} is being brought up to date by another process`
        return yield* new SqliteOpenError({ reason: "busy", message, cause })
      }
      const message = `bringing ${filename} up to date failed: ${messageOf(cause)}`
      return yield* new SqliteOpenError({ reason: "migration", message, cause })
    })
  )

/** Fails where a file of today's schema does not have the tables that today's migrations make. */
const requireWhole = (filename: string, database: Sqlite.Database): Effect.Effect<void, SqliteOpenError> =>
  patiently(
    Effect.flatMap(
      Effect.try({ try: () => tableProblems(database), catch: (cause) => openError(filename, cause) }),
      ([problem]) =>
        problem === undefined
          ? Effect.void
          : Effect.fail(
              new SqliteOpenError({
                reason: "damaged",
                message: `${filename} is damaged: ${problem}; lectern restore brings back a backup`
              })
            )
    )
  )

/** Creates what is missing of tables that are not the engine's: those have migrations. */
const createForeign = (
  filename: string,
  database: Sqlite.Database,
  tables: ReadonlyArray<Table>
): Effect.Effect<void, SqliteOpenError> => {
  const engine = new Set(engineTables.map(({ name }) => name))
  const foreign = tables.filter(({ name }) => !engine.has(name))
  if (foreign.length === 0) return Effect.void
  return patiently(
    Effect.try({
      try: () => {
        for (const statement of createTables(sqlite, foreign)) database.exec(statement)
      },
      catch: (cause) => openError(filename, cause)
    })
  )
}

/**
 * Creates a missing file for its owner alone, whatever the umask; SQLite gives the files beside it the same permissions.
 * What is there keeps the permissions that somebody chose. Where that fails, opening says why.
 */
const createPrivate = (filename: string): void => {
  try {
    closeSync(openSync(filename, "wx", 0o600))
    chmodSync(filename, 0o600)
  } catch {
    // It exists, or it cannot be created, which SQLite is about to report.
  }
}

/** Opens a file, which is created if it is not there, for as long as the scope lasts. */
export const open = (
  filename: string,
  tables: ReadonlyArray<Table>
): Effect.Effect<Connections, SqliteOpenError, Scope.Scope> =>
  Effect.gen(function* () {
    if (filename === "" || filename.includes(":memory:")) {
      const message = "SQLite in memory would lose everything when it is closed: use @lectern/storage-memory instead"
      return yield* new SqliteOpenError({ reason: "memory", message })
    }
    yield* Effect.sync(() => createPrivate(filename))
    const writer = yield* connect(filename, {}, ["journal_mode = wal", "synchronous = normal", "foreign_keys = on"])
    yield* migrate(filename, writer)
    yield* requireWhole(filename, writer)
    yield* createForeign(filename, writer, tables)
    const reader = yield* connect(filename, { readonly: true }, [])
    return { reader, writer }
  })

/** Opens an existing file of today's schema only for reading. */
export const openToCopy = (filename: string): Effect.Effect<Sqlite.Database, SqliteOpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const database = yield* connect(filename, { readonly: true, fileMustExist: true }, [])
    const version = yield* patiently(versionOf(filename, database))
    if (version < Migrations.latest) {
      const message = `${filename} has schema ${version}, and this version of Lectern works on ${Migrations.latest}: lectern start brings it up to date, and keeps a copy`
      return yield* new SqliteOpenError({ reason: "older", message })
    }
    yield* requireWhole(filename, database)
    return database
  })

/**
 * {@link openToCopy}, and holds one snapshot of the file for as long as the scope lasts: what others write meanwhile is
 * not seen, and does not have to wait.
 */
export const openSnapshot = (filename: string): Effect.Effect<Sqlite.Database, SqliteOpenError, Scope.Scope> =>
  Effect.tap(openToCopy(filename), (database) =>
    patiently(
      Effect.try({
        try: () => {
          database.exec("begin")
          database.prepare("select count(*) from sqlite_schema").get()
        },
        catch: (cause) => openError(filename, cause)
      })
    )
  )
