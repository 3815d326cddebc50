/** The schema that a file is compared with. */
import { createHash } from "node:crypto"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import type { SqliteConnection } from "../../src/connections/SqliteConnection.js"
import { inspect, valuesOf } from "../inspecting.js"

/** The columns of each table, whatever their order, and the statements of its indexes. */
export const schemaOf = (database: SqliteConnection, tables: ReadonlyArray<Table>): ReadonlyArray<unknown> =>
  tables.map(({ name }) => [
    name,
    database.prepare('select name, type, "notnull", pk from pragma_table_info(?) order by name').all([name]),
    database
      .prepare("select name, sql from sqlite_schema where type = 'index' and tbl_name = ? order by name")
      .all([name])
  ])

/** {@link schemaOf} of the tables as they are declared. */
export const declaredSchema = (tables: ReadonlyArray<Table>): ReadonlyArray<unknown> =>
  inspect(":memory:", (database) => {
    for (const statement of createTables(sqlite, tables)) database.exec(statement)
    return schemaOf(database, tables)
  })

/** The numbers of the migrations that are recorded. */
export const recordsOf = (database: SqliteConnection): ReadonlyArray<unknown> =>
  valuesOf(database, "select migration_id from schema_migrations order by 1")

/** Every row of every table, as one hash for each. */
export const rowsOf = (database: SqliteConnection): ReadonlyArray<readonly [table: string, hash: string]> =>
  valuesOf(database, "select name from sqlite_schema where type = 'table' order by name").map((table) => {
    const hash = createHash("sha256")
    for (const row of database.prepare(`select * from "${table}" order by 1, 2`).all()) hash.update(JSON.stringify(row))
    return [String(table), hash.digest("hex")] as const
  })
