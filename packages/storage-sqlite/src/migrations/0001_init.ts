import { SqlClient } from "@effect/sql"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import { Effect } from "effect"
import * as SqliteBlobStore from "../SqliteBlobStore.js"
import * as SqliteSearchIndex from "../SqliteSearchIndex.js"

/** Creates the declared tables, the search index and the blobs. */
export const init = (tables: ReadonlyArray<Table>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      [...createTables(sqlite, tables), ...SqliteSearchIndex.createTables, ...SqliteBlobStore.createTables],
      (statement) => sql.unsafe(statement),
      { discard: true }
    )
  )
