/** Opening a file: its two connections, once its schema is the current one. */
import { chmodSync, closeSync, openSync } from "node:fs"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/internal/Ddl"
import { sqliteWith } from "@lectern/storage-sql/internal/Dialect"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { sqliteLibrary } from "./connections/Libraries.js"
import type { ConnectionOptions, SqliteConnection, SqliteLibrary } from "./connections/SqliteConnection.js"
import { migrate, requireUpToDate } from "./Migrating.js"
import type { Migrations } from "./Migration.js"
import { migrations as engineMigrations } from "./Migrations.js"
import type { Connections } from "./SqliteDriver.js"
import { messageOf, openError, patiently, SqliteOpenError } from "./SqliteOpenError.js"
import { foreignTables, isShared, sharedPrefix, tableProblems } from "./SqliteSchema.js"

/**
 * How long SQLite itself waits for a lock, in milliseconds. That blocks the whole process, so it is short; for longer
 * waits see `untilFree`.
 */
const lockTimeout = 5

/** The library of this process; fails if there is none. */
const library: Effect.Effect<SqliteLibrary, SqliteOpenError> = Effect.try({
  try: sqliteLibrary,
  catch: (cause) => new SqliteOpenError({ reason: "library", message: messageOf(cause), cause })
})

const connect = (
  filename: string,
  options: ConnectionOptions,
  pragmas: ReadonlyArray<string>
): Effect.Effect<SqliteConnection, SqliteOpenError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.flatMap(library, (library) =>
      patiently(
        Effect.suspend(() => {
          let connection: SqliteConnection | undefined
          try {
            connection = library.open(filename, { ...options, busyTimeout: lockTimeout })
            for (const pragma of pragmas) connection.pragma(pragma)
            return Effect.succeed(connection)
          } catch (cause) {
            connection?.close()
            return Effect.fail(openError(filename, cause))
          }
        })
      )
    ),
    (connection) => Effect.sync(() => connection.close())
  )

/** Connects to an existing file, in which the workspace may be among the tables of an application. */
const connectToWorkspace: typeof connect = (filename, options, pragmas) =>
  Effect.gen(function* () {
    const connection = yield* connect(filename, options, pragmas)
    const shared = yield* patiently(
      Effect.try({ try: () => isShared(connection), catch: (cause) => openError(filename, cause) })
    )
    return shared ? yield* connect(filename, { ...options, prefix: sharedPrefix }, pragmas) : connection
  })

/** Fails if a table of a file that is up to date is missing or has other columns than declared. */
const requireWhole = (
  filename: string,
  database: SqliteConnection,
  migrations: Migrations,
  foreign: ReadonlyArray<Table> = []
): Effect.Effect<void, SqliteOpenError> =>
  patiently(
    Effect.flatMap(
      Effect.try({
        try: () => tableProblems(database, migrations, foreign),
        catch: (cause) => openError(filename, cause)
      }),
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

/** Creates missing tables other than the engine's, which have migrations. */
const createForeign = (
  filename: string,
  database: SqliteConnection,
  foreign: ReadonlyArray<Table>
): Effect.Effect<void, SqliteOpenError> =>
  patiently(
    Effect.try({
      try: () => {
        for (const statement of createTables(sqliteWith(database.prefix), foreign)) database.exec(statement)
      },
      catch: (cause) => openError(filename, cause)
    })
  )

/**
 * Creates a missing file readable only by its owner, whatever the umask; SQLite gives the files beside it the same
 * permissions. An existing file keeps its permissions. If this fails, opening the file reports why.
 */
const createPrivate = (filename: string): void => {
  try {
    closeSync(openSync(filename, "wx", 0o600))
    chmodSync(filename, 0o600)
  } catch {
    // It exists, or it cannot be created, which SQLite is about to report.
  }
}

/**
 * Opens a file, which is created if it does not exist, until the scope closes, and migrates it. `tables` are created
 * besides those of the engine, and of the migrations. The file may be the database of an application that has a
 * workspace among its tables.
 */
export const open = (
  filename: string,
  tables: ReadonlyArray<Table>,
  migrations: Migrations = engineMigrations
): Effect.Effect<Connections, SqliteOpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const writer = yield* migrated(filename, tables, migrations)
    const reader = yield* connect(filename, { prefix: writer.prefix, readOnly: true }, [])
    return { reader, writer }
  })

/**
 * Migrates the tables of the workspace in the database of an application, and opens a connection to read them until the
 * scope closes.
 */
export const openShared = (
  filename: string,
  tables: ReadonlyArray<Table>
): Effect.Effect<SqliteConnection, SqliteOpenError, Scope.Scope> =>
  Effect.zipRight(
    Effect.scoped(migrated(filename, tables, engineMigrations, sharedPrefix)),
    connect(filename, { prefix: sharedPrefix, readOnly: true }, [])
  )

/** A connection that writes, to a file with the current schema. */
const migrated = (
  filename: string,
  tables: ReadonlyArray<Table>,
  migrations: Migrations,
  prefix?: string
): Effect.Effect<SqliteConnection, SqliteOpenError, Scope.Scope> =>
  Effect.gen(function* () {
    if (typeof filename !== "string") {
      const message = "filename: expected the path of a file, such as workspace.db"
      return yield* new SqliteOpenError({ reason: "unreachable", message })
    }
    if (filename === "" || filename.includes(":memory:")) {
      const message = "SQLite in memory would lose everything when it is closed: use @lectern/storage-memory instead"
      return yield* new SqliteOpenError({ reason: "memory", message })
    }
    yield* library
    yield* Effect.sync(() => createPrivate(filename))
    const connected = prefix === undefined ? connectToWorkspace : connect
    const writer = yield* connected(filename, { ...(prefix !== undefined && { prefix }) }, [
      "journal_mode = wal",
      "synchronous = normal",
      "foreign_keys = on"
    ])
    yield* migrate(filename, writer, migrations)
    const foreign = tables.length === 0 ? [] : foreignTables(migrations, tables)
    if (foreign.length > 0) yield* createForeign(filename, writer, foreign)
    yield* requireWhole(filename, writer, migrations, foreign)
    return writer
  })

/** Opens an existing file with the current schema, read-only. */
export const openToCopy = (filename: string): Effect.Effect<SqliteConnection, SqliteOpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const database = yield* connectToWorkspace(filename, { readOnly: true }, [])
    yield* patiently(requireUpToDate(filename, database, engineMigrations))
    yield* requireWhole(filename, database, engineMigrations)
    return database
  })

/** Opens an existing file with the current schema to repair what is derived in it, whether or not others use it. */
export const openToRepair = (filename: string): Effect.Effect<SqliteConnection, SqliteOpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const database = yield* connectToWorkspace(filename, { mustExist: true }, ["synchronous = normal"])
    yield* patiently(requireUpToDate(filename, database, engineMigrations))
    yield* requireWhole(filename, database, engineMigrations)
    return database
  })

/**
 * {@link openToCopy}, and holds one snapshot of the file until the scope closes: later writes of others are not seen,
 * and do not have to wait.
 */
export const openSnapshot = (filename: string): Effect.Effect<SqliteConnection, SqliteOpenError, Scope.Scope> =>
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
