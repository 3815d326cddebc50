/** The application's own data: releases in a table, by `@effect/sql`. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Makes the table of releases, if there is none. */
export const createTable = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`create table if not exists releases (version text primary key, day text not null) strict`
)

/** Records a release. */
export const add = (version: string, day: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into releases (version, day) values (${version}, ${day})`)

/** The versions of all releases. */
export const versions = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly version: string }>`select version from releases order by version`, (rows) =>
    rows.map(({ version }) => version)
  )
)
