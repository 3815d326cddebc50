/**
 * The schema's history. A released migration never changes. One that follows a new table declaration runs
 * `createTables` again: it creates what is missing.
 */
import { Migrator, type SqlClient, type SqlError } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-node"
import type { Table } from "@lectern/core/storage/Table"
import { Effect } from "effect"
import { init } from "./migrations/0001_init.js"
import { resources } from "./migrations/0002_resources.js"
import { sites } from "./migrations/0003_sites.js"
import { changeRequests } from "./migrations/0004_change_requests.js"
import { contentIo } from "./migrations/0005_content_io.js"

/** The table that records which migrations have run. */
export const migrationsTable = "schema_migrations"

const migrations = (
  tables: ReadonlyArray<Table>
): Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>> => ({
  "0001_init": init(tables),
  "0002_resources": resources(tables),
  "0003_sites": sites(tables),
  "0004_change_requests": changeRequests(tables),
  "0005_content_io": contentIo(tables)
})

/** The number of the last migration that this program knows. */
export const latest = Math.max(...Object.keys(migrations([])).map((name) => Number.parseInt(name, 10)))

/** Runs the migrations that the file lacks, all or none. May come back early where another process is at it. */
export const run = (filename: string, tables: ReadonlyArray<Table>) =>
  Migrator.make({})({ loader: Migrator.fromRecord(migrations(tables)), table: migrationsTable }).pipe(
    Effect.provide(SqliteClient.layer({ filename })),
    Effect.scoped
  )
