import { SqlClient } from "@effect/sql"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import { Effect } from "effect"

/** Creates the tables that were declared since the file was made. */
export const changeRequests = (tables: ReadonlyArray<Table>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(createTables(sqlite, tables), (statement) => sql.unsafe(statement), { discard: true })
  )
