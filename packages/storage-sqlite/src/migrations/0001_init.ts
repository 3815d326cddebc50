import { SqlClient } from "@effect/sql"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import { Effect } from "effect"
import * as SqliteSearchIndex from "../SqliteSearchIndex.js"

/** Each blob in one row, until `0005_content_io`. */
const blobs = "create table blobs (hash text primary key, bytes blob not null) strict"

/** Creates the declared tables, the search index and the blobs. */
export const init = (tables: ReadonlyArray<Table>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      [...createTables(sqlite, tables), ...SqliteSearchIndex.createTables, blobs],
      (statement) => sql.unsafe(statement),
      { discard: true }
    )
  )
