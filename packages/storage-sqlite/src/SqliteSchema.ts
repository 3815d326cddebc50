/** What a file's schema must be: that which all migrations make, run on an empty database in memory. */
import Sqlite from "better-sqlite3"
import * as Migrations from "./Migrations.js"

interface Shape {
  /** The columns of each table: name, type and whether it may be null. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  /** The statement of each index. */
  readonly indexes: ReadonlyMap<string, string>
}

const shapeOf = (database: Sqlite.Database): Shape => {
  const tables = new Map<string, Set<string>>()
  const columns = database
    .prepare<[], [string, string, string, number]>(
      `select m.name, p.name, p.type, p."notnull" from sqlite_schema as m join pragma_table_info(m.name) as p
      where m.type = 'table' and m.name not like 'sqlite_%'`
    )
    .raw()
    .all()
  for (const [table, name, type, notNull] of columns) {
    const known = tables.get(table) ?? new Set<string>()
    tables.set(table, known.add(`${name} ${type.toLowerCase()}${notNull === 1 ? " not null" : ""}`.trim()))
  }
  const indexes = database
    .prepare<[], [string, string]>("select name, sql from sqlite_schema where type = 'index' and sql is not null")
    .raw()
    .all()
  return { tables, indexes: new Map(indexes) }
}

let known: Shape | undefined

const expected = (): Shape => {
  if (known !== undefined) return known
  const database = new Sqlite(":memory:")
  try {
    for (const statement of Migrations.allStatements) database.exec(statement)
    known = shapeOf(database)
    return known
  } finally {
    database.close()
  }
}

/** The tables and columns that a file lacks, or has in another way; tables that are not the engine's do not count. */
export const tableProblems = (database: Sqlite.Database): ReadonlyArray<string> => {
  const { tables } = shapeOf(database)
  return [...expected().tables].flatMap(([table, columns]) => {
    const actual = tables.get(table)
    if (actual === undefined) return [`it has no table ${table}`]
    return [
      ...[...columns].filter((column) => !actual.has(column)).map((column) => `its table ${table} lacks ${column}`),
      ...[...actual]
        .filter((column) => !columns.has(column))
        .map((column) => `its table ${table} has ${column} besides`)
    ]
  })
}

/** The indexes that a file lacks, or has in another way. */
export const indexProblems = (database: Sqlite.Database): ReadonlyArray<string> => {
  const { indexes } = shapeOf(database)
  return [...expected().indexes].flatMap(([index, sql]) => {
    const actual = indexes.get(index)
    return actual === sql
      ? []
      : [actual === undefined ? `it has no index ${index}` : `its index ${index} is another one`]
  })
}
