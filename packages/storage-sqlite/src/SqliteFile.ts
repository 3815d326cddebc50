/** Opening a file: its two connections, once its schema is the one that this program knows. */
import { chmodSync, closeSync, openSync } from "node:fs"
import type { Table } from "@lectern/core/storage/Table"
import { tables as engineTables } from "@lectern/core/storage/Tables"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import { retried } from "@lectern/storage-sql/Patience"
import Sqlite from "better-sqlite3"
import { Cause, Effect, type Scope } from "effect"
import * as Migrations from "./Migrations.js"
import type { Connections } from "./SqliteDriver.js"
import { codeOf, isBusy } from "./SqliteFailure.js"
import { SqliteOpenError } from "./SqliteOpenError.js"

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
  if (code === "BUSY") {
    return new SqliteOpenError({ reason: "busy", message: `${filename} is locked by another process`, cause })
  }
  return new SqliteOpenError({ reason: "unreachable", message: `cannot open ${filename}: ${messageOf(cause)}`, cause })
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
      if ((yield* versionOf(filename, database)) === Migrations.latest) return
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
    yield* createForeign(filename, writer, tables)
    const reader = yield* connect(filename, { readonly: true }, [])
    return { reader, writer }
  })
