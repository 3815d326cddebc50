/** The tables and indexes of a list of declarations. */
import { sortColumns, type Table } from "@lectern/core/storage/Table"
import { type Dialect, quote } from "./Dialect.js"

/** The column that holds a row's version. */
export const versionColumn = "row_version"

/** The column that holds a row's JSON text. */
export const jsonColumn = "row_json"

/** The name of an index in the database, where all tables share one namespace; `key` is the name of the key's index. */
export const indexName = (table: Table, index: string): string => `${table.name}_${index}`

const columnType = (dialect: Dialect, type: Table["columns"][string]): string =>
  `${type.startsWith("text") ? dialect.text : dialect.integer}${type.endsWith("?") ? "" : " not null"}`

const list = (columns: ReadonlyArray<string>): string => columns.map(quote).join(", ")

/**
 * The indexes of a table, each with the statement that creates it. An index has all of {@link sortColumns}, so that scanning it needs no sorting. A unique one can only have its own
 * columns, which suffice for sorting if they are never null.
 */
export const createIndexes = (
  dialect: Dialect,
  table: Table
): ReadonlyArray<readonly [name: string, statement: string]> => [
  [
    indexName(table, "key"),
    `create unique index if not exists ${dialect.index(indexName(table, "key"))} on ${dialect.table(table.name)} (${list(table.key)})`
  ],
  ...Object.entries(table.indexes).map(([name, index]) => {
    const columns = index.unique === true ? index.on : sortColumns(table, name)
    const sorted = columns.map(
      (column) => quote(column) + (table.columns[column]?.endsWith("?") ? dialect.nulls.ascending : "")
    )
    const kind = index.unique === true ? "unique index" : "index"
    const known = indexName(table, name)
    return [
      known,
      `create ${kind} if not exists ${dialect.index(known)} on ${dialect.table(table.name)} (${sorted.join(", ")})`
    ] as const
  })
]

const createTable = (dialect: Dialect, table: Table): string => {
  const columns = Object.entries(table.columns).map(([name, type]) => `${quote(name)} ${columnType(dialect, type)}`)
  const own = [`${versionColumn} ${dialect.integer} not null`, `${jsonColumn} ${dialect.text} not null`]
  return `create table if not exists ${dialect.table(table.name)} (${[...columns, ...own].join(", ")})${dialect.tableOptions}`
}

/** The statements that create these tables, their indexes and the counters, as far as they are missing, in order. */
export const createTables = (dialect: Dialect, tables: ReadonlyArray<Table>): ReadonlyArray<string> => [
  `create table if not exists ${dialect.table("counters")} (name ${dialect.text} primary key, value ${dialect.integer} not null)${dialect.tableOptions}`,
  ...tables.flatMap((table) => [
    createTable(dialect, table),
    ...createIndexes(dialect, table).map(([, statement]) => statement)
  ])
]
