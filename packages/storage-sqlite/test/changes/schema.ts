/** The schema that a file is compared with. */
import { createHash } from "node:crypto"
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { sqlite } from "@lectern/storage-sql/Dialect"
import Sqlite from "better-sqlite3"

/** Looks at a file. */
export const using = <A>(filename: string, look: (database: Sqlite.Database) => A): A => {
  const database = new Sqlite(filename)
  try {
    return look(database)
  } finally {
    database.close()
  }
}

/** The columns of each table, whatever their order, and the statements of its indexes. */
export const schemaOf = (database: Sqlite.Database, tables: ReadonlyArray<Table>): ReadonlyArray<unknown> =>
  tables.map(({ name }) => [
    name,
    database.prepare('select name, type, "notnull", pk from pragma_table_info(?) order by name').all(name),
    database
      .prepare("select name, sql from sqlite_schema where type = 'index' and tbl_name = ? order by name")
      .all(name)
  ])

/** {@link schemaOf} of the tables as they are declared. */
export const declaredSchema = (tables: ReadonlyArray<Table>): ReadonlyArray<unknown> =>
  using(":memory:", (database) => {
    for (const statement of createTables(sqlite, tables)) database.exec(statement)
    return schemaOf(database, tables)
  })

/** The numbers of the migrations that are recorded. */
export const recordsOf = (database: Sqlite.Database): ReadonlyArray<unknown> =>
  database.prepare("select migration_id from schema_migrations order by 1").pluck().all()

/** Every row of every table, as one hash for each. */
export const rowsOf = (database: Sqlite.Database): ReadonlyArray<readonly [table: string, hash: string]> =>
  database
    .prepare<[], string>("select name from sqlite_schema where type = 'table' order by name")
    .pluck()
    .all()
    .map((table) => {
      const hash = createHash("sha256")
      for (const row of database.prepare(`select * from "${table}" order by 1, 2`).raw().iterate()) {
        hash.update(JSON.stringify(row))
      }
      return [table, hash.digest("hex")] as const
    })
