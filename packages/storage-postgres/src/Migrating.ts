/** Creates the tables of a database, and migrates them. */
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/internal/Ddl"
import { named, postgresWith } from "@lectern/storage-sql/internal/Dialect"
import { isMade, latestOf, numberOf, tooNew, tooOld } from "@lectern/storage-sql/internal/SchemaNumbers"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { migrations as engineMigrations, lowest, type Migrations } from "./Migrations.js"
import { stateOf } from "./PostgresFailure.js"
import { messageOf, openError, PostgresOpenError } from "./PostgresOpenError.js"
import type { Connection, PostgresPool } from "./PostgresPool.js"

/** The lowest version of PostgreSQL. */
const lowestVersion = 14

/** The schema of the tables, for PostgreSQL. */
const namespaceOf = (prefix: string): string =>
  prefix === "" ? "current_schema()::regnamespace" : `to_regnamespace('${prefix.slice(0, -1)}')`

/** The lock that is held while tables are created: of the kind shared by all writers, which need not wait for it. */
const locked = "select pg_advisory_xact_lock(0, 1)"

/** The table that records which migrations have run. */
const recordsTable = "schema_migrations"

const suitability = (
  prefix: string
): string => `select current_setting('server_version_num')::int / 10000, pg_encoding_to_char(encoding),
  current_setting('transaction_read_only') = 'on',
  exists (select from pg_attribute
    where attrelid = to_regclass('${prefix}${recordsTable}') and attname = 'migration_id' and not attisdropped),
  exists (select from pg_class where relnamespace = ${namespaceOf(prefix)} and relkind in ('r', 'p'))
  from pg_database where datname = current_database()`

const createRecords = `create table if not exists {${recordsTable}} (
  migration_id integer primary key,
  created_at timestamptz not null default now(),
  name text not null,
  lowest integer not null default 0
)`

/**
 * The last migration, and the lowest last migration of programs that may use the database: 0 if they must know all of them.
 * Databases that are too old may have no column for it.
 */
const recorded = `select migration_id, coalesce((to_jsonb(last) ->> 'lowest')::int, 0)
  from {${recordsTable}} as last order by migration_id desc limit 1`

/** The connection that a database is opened with, and the migrations that it needs. */
interface Opening {
  readonly pool: PostgresPool
  readonly connection: Connection
  readonly migrations: Migrations
}

const ask = ({ connection, pool }: Opening, text: string) =>
  Effect.mapBoth(pool.run(connection, { text: named(pool.prefix, text), name: undefined }, []), {
    onFailure: (cause) => openError(pool.address.name, cause),
    onSuccess: ({ rows }) => rows
  })

const refuse = (reason: PostgresOpenError["reason"], message: string) =>
  Effect.fail(new PostgresOpenError({ reason, message }))

/**
 * The number of the last migration that has run; fails if the database is not one that these migrations can bring up to
 * date, or, to `write`, if it is read-only.
 */
const versionOf = Effect.fnUntraced(function* (opening: Opening, use: "read" | "write" = "write") {
  const { name } = opening.pool.address
  const [[server, encoding, isReadOnly, isOurs, isUsed] = []] = yield* ask(opening, suitability(opening.pool.prefix))
  if (Number(server) < lowestVersion) {
    return yield* refuse("unsuitable", `${name} runs PostgreSQL ${server}: at least ${lowestVersion} is needed`)
  }
  if (encoding !== "UTF8") {
    return yield* refuse("unsuitable", `${name} has the encoding ${encoding}: create it with encoding 'UTF8'`)
  }
  if (isReadOnly === "t" && use === "write") {
    return yield* refuse("read-only", `${name} is read-only: connect to the primary server, with a role that may write`)
  }
  if (isOurs !== "t") {
    return isUsed === "t" ? yield* refuse("foreign", `${name} has the tables of another program`) : 0
  }
  const [[version = 0, needed = 0] = []] = yield* ask(opening, recorded)
  const problem = tooOld(Number(version), opening.migrations)
  if (problem !== undefined) return yield* refuse("older", `${name} ${problem}`)
  const latest = latestOf(opening.migrations)
  if (Number(version) > latest && (Number(needed) === 0 || Number(needed) > latest)) {
    return yield* refuse("newer", `${name} ${tooNew(Number(version), opening.migrations)}`)
  }
  return Number(version)
})

/** Runs missing migrations. */
const migrate = Effect.fnUntraced(function* (opening: Opening, version: number) {
  const { migrations } = opening
  if (version === 0) yield* ask(opening, createRecords)
  for (const [name, statements] of Object.entries(migrations)) {
    const number = numberOf(name)
    if (number <= version) continue
    if (!isMade(name, version, migrations)) for (const statement of statements) yield* ask(opening, statement)
    const title = name.slice(name.indexOf("_") + 1)
    yield* ask(opening, `insert into {${recordsTable}} (migration_id, name) values (${number}, '${title}')`)
  }
  yield* ask(opening, `update {${recordsTable}} set lowest = ${lowest} where migration_id = ${latestOf(migrations)}`)
})

const isMissing = (opening: Opening, tables: ReadonlyArray<Table>) =>
  Effect.map(
    Effect.forEach(tables, ({ name }) => ask(opening, `select to_regclass('${opening.pool.prefix}"${name}"') is null`)),
    (found) => found.some(([row]) => row?.[0] === "t")
  )

const migrationError = (name: string) => (error: PostgresOpenError) => {
  const state = stateOf(error.cause)
  return error.cause === undefined || error.reason === "busy" || state === undefined || state.startsWith("57")
    ? error
    : new PostgresOpenError({
        reason: "migration",
        message: `migrating ${name} failed: ${messageOf(error.cause)}`,
        cause: error.cause
      })
}

/** Goes on, until the transaction ends, in a schema, which is created if it does not exist. */
const inSchema = Effect.fnUntraced(function* (opening: Opening, schema: string) {
  const [[isMissing] = []] = yield* ask(opening, `select to_regnamespace('${schema}') is null`)
  if (isMissing === "t") yield* ask(opening, `create schema ${schema}`)
  yield* ask(opening, `set local search_path = ${schema}`)
})

/** Runs everything in one transaction: one of several processes does it, and the others wait. */
const inTransaction = (opening: Opening, tables: ReadonlyArray<Table>, schema?: string) =>
  Effect.gen(function* () {
    yield* ask(opening, `begin${opening.pool.settings}`)
    yield* ask(opening, locked)
    if (schema !== undefined) yield* inSchema(opening, schema)
    const version = yield* versionOf(opening)
    yield* Effect.mapError(
      Effect.gen(function* () {
        yield* migrate(opening, version)
        for (const statement of createTables(postgresWith(opening.pool.prefix), tables)) yield* ask(opening, statement)
        yield* ask(opening, "commit")
      }),
      migrationError(opening.pool.address.name)
    )
    const latest = latestOf(opening.migrations)
    if (version > 0 && version < latest) {
      yield* Effect.annotateLogs(Effect.logInfo("brought the workspace up to date"), { schema: latest })
    }
  })

/** Creates the missing tables of the engine, and the additional ones, in a schema or in that of the connection. */
export const bringUpToDate = (
  pool: PostgresPool,
  tables: ReadonlyArray<Table>,
  migrations: Migrations = engineMigrations,
  schema?: string
): Effect.Effect<void, PostgresOpenError> =>
  Effect.acquireUseRelease(
    Effect.mapError(pool.take(identity), (cause) => openError(pool.address.name, cause)),
    (connection) => {
      const opening = { connection, migrations, pool }
      if (schema !== undefined) return inTransaction(opening, tables, schema)
      return Effect.gen(function* () {
        const version = yield* versionOf(opening)
        if (version < latestOf(migrations) || (yield* isMissing(opening, tables))) yield* inTransaction(opening, tables)
      })
    },
    (connection, exit) => Effect.sync(() => pool.give(connection, exit._tag === "Failure"))
  )

/** Fails unless a database has a workspace with the current schema. It may be read-only, as on a standby server. */
export const requireUpToDate = (pool: PostgresPool, connection: Connection): Effect.Effect<void, PostgresOpenError> =>
  Effect.flatMap(versionOf({ pool, connection, migrations: engineMigrations }, "read"), (version) => {
    const { name } = pool.address
    const latest = latestOf(engineMigrations)
    if (version === latest) return Effect.void
    // Servers of this version may go on using it, but a copy or a backup would lack what only newer ones know.
    if (version > latest) return refuse("newer", `${name} ${tooNew(version, engineMigrations)}`)
    return version === 0
      ? refuse("older", `there is no workspace in ${name}; lectern start creates one`)
      : refuse(
          "older",
          `${name} has schema ${version}, and this version of Lectern works on ${latest}: lectern start brings it up to date`
        )
  })
