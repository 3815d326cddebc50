/**
 * The schema's history: each migration is the list of statements that it ran on the day it was written, and never
 * changes again. They do not look at today's declarations, so that a file of any age and a new one end up the same,
 * which a test compares with the declared tables.
 */
import { Migrator, SqlClient, type SqlError } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { Effect } from "effect"
import { init } from "./migrations/0001_init.js"
import { resources } from "./migrations/0002_resources.js"
import { sites } from "./migrations/0003_sites.js"
import { changeRequests } from "./migrations/0004_change_requests.js"
import { contentIo } from "./migrations/0005_content_io.js"
import { undecidedConflicts } from "./migrations/0006_undecided_conflicts.js"
import { uploads } from "./migrations/0007_uploads.js"
import { remnants } from "./migrations/0008_remnants.js"

/** The table that records which migrations have run. */
export const migrationsTable = "schema_migrations"

/** The statements of each migration, by its number and name. A new one gets the next number. */
const migrations: Readonly<Record<string, ReadonlyArray<string>>> = {
  "0001_init": init,
  "0002_resources": resources,
  "0003_sites": sites,
  "0004_change_requests": changeRequests,
  "0005_content_io": contentIo,
  "0006_undecided_conflicts": undecidedConflicts,
  "0007_uploads": uploads,
  "0008_remnants": remnants
}

/** The number of the last migration that this program knows. */
export const latest = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** The statements of all migrations in their order, which make the schema that this program knows. */
export const allStatements: ReadonlyArray<string> = Object.entries(migrations)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, statements]) => statements)

type Statements = Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>

const runAll = (statements: ReadonlyArray<string>): Statements =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  )

const loader = Migrator.fromRecord(
  Object.fromEntries(Object.entries(migrations).map(([name, statements]) => [name, runAll(statements)]))
)

/** Runs the migrations that the file lacks, all or none. May come back early where another process is at it. */
export const run = (filename: string) =>
  Migrator.make({})({ loader, table: migrationsTable }).pipe(
    Effect.provide(SqliteClient.layer({ filename })),
    Effect.scoped
  )
