/**
 * The expected schema of a file: the one that its migrations and declarations create in an empty database in memory.
 */
import type { Table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/internal/Ddl"
import { sqlite } from "@lectern/storage-sql/internal/Dialect"
import { sqliteLibrary } from "./connections/Libraries.js"
import type { SqliteConnection } from "./connections/SqliteConnection.js"
import { type Migrations, statementsOf } from "./Migration.js"
import { migrations as engineMigrations } from "./Migrations.js"

/** The table that records which migrations have run, or, if they walk, have begun. */
export const recordsTable = "schema_migrations"

/** What the names of a workspace's tables begin with in the database of an application. */
export const sharedPrefix = "lectern_"

interface Shape {
  /** The columns of each table: name, type and whether it may be null. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  /** The statement of each index. */
  readonly indexes: ReadonlyMap<string, string>
}

const shapeOf = (database: SqliteConnection): Shape => {
  const tables = new Map<string, Set<string>>()
  const columns = database
    .prepare<[string, string, string, number]>(
      `select m.name, p.name, p.type, p."notnull" from sqlite_schema as m join pragma_table_info(m.name) as p
      where m.type = 'table' and m.name not like 'sqlite_%'`
    )
    .all()
  for (const [table, name, type, notNull] of columns) {
    const known = tables.get(table) ?? new Set<string>()
    const kind = `${type.toLowerCase()}${notNull === 1 ? " not null" : ""}`.trim()
    tables.set(table, known.add(kind === "" ? name : `${name} (${kind})`))
  }
  const indexes = database
    .prepare<[string, string]>("select name, sql from sqlite_schema where type = 'index' and sql is not null")
    .all()
  return { tables, indexes: new Map(indexes) }
}

const shapeMadeBy = (statements: ReadonlyArray<string>, prefix: string): Shape => {
  const database = sqliteLibrary().open(":memory:", { prefix })
  try {
    for (const statement of statements) database.exec(statement)
    return shapeOf(database)
  } finally {
    database.close()
  }
}

type Tables = Shape["tables"]

/** Statements that do not change which tables and columns there are: two thirds of all, and of the time they take. */
const ofNoTable = /^\s*(?:create\s+(?:unique\s+)?index|drop\s+index|insert|update|delete)\b/i

const known = new WeakMap<Migrations, Tables>()

/** The tables that migrations make, by their names without a prefix. */
const expectedTables = (migrations: Migrations): Tables => {
  const tables =
    known.get(migrations) ??
    shapeMadeBy(
      statementsOf(migrations).filter((sql) => !ofNoTable.test(sql)),
      ""
    ).tables
  known.set(migrations, tables)
  return tables
}

/** The tables of a workspace in a file: those whose names begin with its prefix. */
export const tableNames = (database: SqliteConnection): ReadonlyArray<string> =>
  database
    .prepare<[string]>("select name from sqlite_schema where type = 'table' and substr(name, 1, length(?)) = ?")
    .all([database.prefix, database.prefix])
    .flat()

/** The tables that no migration creates, which belong to other parts. */
export const foreignTables = (migrations: Migrations, tables: ReadonlyArray<Table>): ReadonlyArray<Table> =>
  tables.filter(({ name }) => !expectedTables(migrations).has(name))

/** Whether a connection without a prefix is to the database of an application that has a workspace among its tables. */
export const isShared = (database: SqliteConnection): boolean =>
  tableNames(database).includes(sharedPrefix + recordsTable)

/**
 * The tables and columns that a file lacks, or that differ from its migrations and from the declarations of additional
 * tables; foreign ones do not count.
 */
export const tableProblems = (
  database: SqliteConnection,
  migrations: Migrations,
  besides: ReadonlyArray<Table> = []
): ReadonlyArray<string> => {
  const { tables } = shapeOf(database)
  const declared = besides.length === 0 ? [] : shapeMadeBy(createTables(sqlite, besides), "").tables
  return [...expectedTables(migrations), ...declared].flatMap(([name, columns]) => {
    const table = database.prefix + name
    const actual = tables.get(table)
    if (actual === undefined) return [`it has no table ${table}`]
    return [
      ...[...columns]
        .filter((column) => !actual.has(column))
        .map((column) => `its table ${table} has no column ${column}`),
      ...[...actual]
        .filter((column) => !columns.has(column))
        .map((column) => `its table ${table} has an unknown column ${column}`)
    ]
  })
}

/** An index that a file lacks, or that differs. */
interface WrongIndex {
  readonly index: string
  /** The statement that creates it. */
  readonly sql: string
  readonly problem: string
}

/** The indexes that a file lacks, or that differ. */
export const wrongIndexes = (database: SqliteConnection): ReadonlyArray<WrongIndex> => {
  const { indexes } = shapeOf(database)
  return [...shapeMadeBy(statementsOf(engineMigrations), database.prefix).indexes].flatMap(([index, sql]) => {
    const actual = indexes.get(index)
    if (actual === sql) return []
    return [
      { index, sql, problem: actual === undefined ? `it has no index ${index}` : `its index ${index} is another one` }
    ]
  })
}
