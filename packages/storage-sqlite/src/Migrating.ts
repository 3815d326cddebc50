/** Migrates files to the current schema. */
import { turn } from "@lectern/core/internal/foundation/scheduling/Turns"
import { isMade, latestOf, numberOf, tooNew, tooOld } from "@lectern/storage-sql/internal/SchemaNumbers"
import * as Effect from "effect/Effect"
import type { SqliteConnection } from "./connections/SqliteConnection.js"
import { isWalk, type Migrations, type Walk } from "./Migration.js"
import { copyBefore } from "./SqliteCopy.js"
import { isBusy } from "./SqliteFailure.js"
import { messageOf, openError, patiently, SqliteOpenError } from "./SqliteOpenError.js"
import { recordsTable, tableNames } from "./SqliteSchema.js"

/** The migration state of a file. */
interface State {
  /** The number of the last migration that has run or begun; 0 in a new file. */
  readonly version: number
  /** The position of that migration in its walk, until it has ended. */
  readonly cursor?: number
}

/** The progress of a walk, in rows. */
interface Progress {
  readonly migration: string
  readonly rows: number
  readonly total: number
}

/** The work of one transaction: a piece of a walk, everything that was left, or nothing because everything is done. */
type Step = Progress | "finished" | "nothing"

/** The counters in which a file stores the position of a walk. */
const cursorOf = (migration: string): string => `${migration} cursor`
const rowsOf = (migration: string): string => `${migration} rows`
const totalOf = (migration: string): string => `${migration} total`

const counter = (database: SqliteConnection, name: string): number | undefined =>
  database.prepare<[number]>("select value from {counters} where name = ?").get([name])?.[0]

const setCounter = (database: SqliteConnection, name: string, value: number): void => {
  database.prepare("insert or replace into {counters} (name, value) values (?, ?)").run([name, value])
}

/** Whether the records of migrations are those of this program: others have a table of that name too. */
const hasRecords = (database: SqliteConnection): boolean =>
  database
    .prepare("select 1 from pragma_table_info(?) where name = 'migration_id'")
    .get([database.prefix + recordsTable]) !== undefined

/** The migration state of a file; fails if it is not one that these migrations can bring up to date. */
const stateOf = (
  filename: string,
  database: SqliteConnection,
  migrations: Migrations
): Effect.Effect<State, SqliteOpenError> =>
  Effect.flatMap(
    Effect.try({
      try: (): State | undefined => {
        const tables = tableNames(database)
        if (tables.length === 0) return { version: 0 }
        if (!hasRecords(database)) return undefined
        const version = Number(database.prepare(`select max(migration_id) from {${recordsTable}}`).get()?.[0] ?? 0)
        const begun = Object.entries(migrations).find(([name]) => numberOf(name) === version)
        const cursor = begun && isWalk(begun[1]) ? counter(database, cursorOf(begun[0])) : undefined
        return cursor === undefined ? { version } : { version, cursor }
      },
      catch: (cause) => openError(filename, cause)
    }),
    (state) => {
      if (state === undefined) {
        return Effect.fail(
          new SqliteOpenError({ reason: "foreign", message: `${filename} is the database of another program` })
        )
      }
      const problem = tooOld(state.version, migrations)
      if (problem !== undefined) {
        return Effect.fail(new SqliteOpenError({ reason: "older", message: `${filename} ${problem}` }))
      }
      if (state.version > latestOf(migrations)) {
        const message = `${filename} ${tooNew(state.version, migrations)}`
        return Effect.fail(new SqliteOpenError({ reason: "newer", message }))
      }
      return Effect.succeed(state)
    }
  )

const isDone = ({ cursor, version }: State, migrations: Migrations): boolean =>
  version === latestOf(migrations) && cursor === undefined

/** Fails if a file has an earlier schema, or its migration has not been completed. */
export const requireUpToDate = (
  filename: string,
  database: SqliteConnection,
  migrations: Migrations
): Effect.Effect<void, SqliteOpenError> =>
  Effect.flatMap(stateOf(filename, database, migrations), (state) => {
    if (isDone(state, migrations)) return Effect.void
    const message =
      state.cursor === undefined
        ? `${filename} has schema ${state.version}, and this version of Lectern works on ${latestOf(migrations)}: lectern start brings it up to date, and keeps a copy`
        : `${filename} is only partly brought up to schema ${state.version}: lectern start finishes it`
    return Effect.fail(new SqliteOpenError({ reason: "older", message }))
  })

/** Runs the next piece of a walk, if there is one. */
const advanceWalk = (
  database: SqliteConnection,
  migration: string,
  walk: Walk,
  after: number
): Progress | undefined => {
  const [last, count] = database
    .prepare<[number | null, number]>(
      `select max(rowid), count(*) from (select rowid from "{${walk.table}}" where rowid > ? order by rowid limit ?)`
    )
    .get([after, walk.rows]) ?? [null, 0]
  if (last === null) {
    database
      .prepare("delete from {counters} where name in (?, ?, ?)")
      .run([cursorOf(migration), rowsOf(migration), totalOf(migration)])
    return undefined
  }
  const total =
    counter(database, totalOf(migration)) ??
    database.prepare<[number]>(`select count(*) from "{${walk.table}}"`).get()?.[0] ??
    0
  walk.piece(database, { after, last })
  const rows = (counter(database, rowsOf(migration)) ?? 0) + count
  setCounter(database, cursorOf(migration), last)
  setCounter(database, rowsOf(migration), rows)
  setCounter(database, totalOf(migration), total)
  return { migration, rows, total }
}

/** Runs missing migrations, up to and including the next piece of a walk; returns the progress. */
const advance = (database: SqliteConnection, migrations: Migrations, { cursor, version }: State): Step => {
  database.exec(
    `create table if not exists {${recordsTable}} (
      migration_id integer primary key not null,
      created_at datetime not null default current_timestamp,
      name varchar(255) not null
    )`
  )
  const record = database.prepare(`insert into {${recordsTable}} (migration_id, name) values (?, ?)`)
  for (const [name, migration] of Object.entries(migrations)) {
    const number = numberOf(name)
    const begun = number === version && cursor !== undefined
    if (number <= version && !begun) continue
    if (!begun) record.run([number, name.slice(name.indexOf("_") + 1)])
    if (isMade(name, version, migrations)) continue
    if (isWalk(migration)) {
      const progress = advanceWalk(database, name, migration, begun ? cursor : 0)
      if (progress !== undefined) return progress
    } else for (const statement of migration) database.exec(statement)
  }
  return "finished"
}

const migrationError = (filename: string, cause: unknown): SqliteOpenError =>
  isBusy(cause)
    ? openError(filename, cause)
    : new SqliteOpenError({
        reason: "migration",
        message: `migrating ${filename} failed: ${messageOf(cause)}`,
        cause
      })

/**
 * One transaction of a migration. It takes the write lock before it reads the state of the file, so that every step
 * runs once, however many processes try, and the copy is of the file before any change.
 */
const step = (
  filename: string,
  database: SqliteConnection,
  migrations: Migrations
): Effect.Effect<Step, SqliteOpenError> =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => database.exec("begin immediate"), catch: (cause) => openError(filename, cause) }),
    () =>
      Effect.gen(function* () {
        const state = yield* stateOf(filename, database, migrations)
        if (isDone(state, migrations)) return "nothing"
        if (state.version > 0 && state.cursor === undefined) yield* copyBefore(filename, state.version)
        return yield* Effect.try({
          try: () => {
            const done = advance(database, migrations, state)
            database.exec("commit")
            return done
          },
          catch: (cause) => migrationError(filename, cause)
        })
      }),
    () =>
      Effect.sync(() => {
        if (database.inTransaction()) database.exec("rollback")
      })
  )

const percentOf = ({ rows, total }: Progress): number => Math.floor((100 * rows) / Math.max(total, 1))

/**
 * Migrates a file to the current schema. Before a file that is not empty is changed, a copy of it is kept. The progress
 * of long migrations is logged, at most once per percent.
 */
export const migrate = (
  filename: string,
  database: SqliteConnection,
  migrations: Migrations
): Effect.Effect<void, SqliteOpenError> =>
  Effect.gen(function* () {
    const before = yield* patiently(stateOf(filename, database, migrations))
    if (isDone(before, migrations)) return
    let told: string | undefined
    for (;;) {
      const done = yield* patiently(step(filename, database, migrations))
      if (done === "nothing") return
      if (done === "finished") break
      const percent = `${percentOf(done)}%`
      if (`${done.migration} ${percent}` !== told) {
        yield* Effect.annotateLogs(Effect.logInfo("bringing the workspace up to date"), { ...done, percent })
      }
      told = `${done.migration} ${percent}`
      yield* turn
    }
    if (before.version === 0) return
    yield* Effect.annotateLogs(Effect.logInfo("brought the workspace up to date"), { schema: latestOf(migrations) })
  })
