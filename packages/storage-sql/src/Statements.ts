/** The texts of all statements on a declared table. Columns always come in the order of the declaration. */
import { sortColumns, type Table } from "@lectern/core/storage/Table"
import { indexName, jsonColumn, versionColumn } from "./Ddl.js"
import { type Dialect, quote } from "./Dialect.js"
import type { Condition, Stretch } from "./Ranges.js"

/** Numbers the placeholders of one statement. */
const numbering = (dialect: Dialect): (() => string) => {
  let position = 0
  return () => dialect.parameter(++position)
}

const all = (columns: ReadonlyArray<string>, next: () => string): string =>
  columns.map((column) => `${quote(column)} = ${next()}`).join(" and ")

/** The columns of a table, in the order of its declaration. */
export const columnsOf = (table: Table): ReadonlyArray<string> => Object.keys(table.columns)

/** The columns that an update sets: all but the key. */
export const settable = (table: Table): ReadonlyArray<string> =>
  columnsOf(table).filter((column) => !table.key.includes(column))

/** The unique indexes other than the key, by name. */
export const uniqueIndexes = (table: Table): ReadonlyArray<readonly [name: string, on: ReadonlyArray<string>]> =>
  Object.entries(table.indexes).flatMap(([name, index]) => (index.unique === true ? [[name, index.on] as const] : []))

const selection = (table: Table, columns = columnsOf(table)): string =>
  [...columns.map(quote), versionColumn, jsonColumn].join(", ")

/** One row. Parameters: the key. */
export const get = (dialect: Dialect, table: Table): string =>
  `select ${selection(table)} from ${dialect.table(table.name)} where ${all(table.key, numbering(dialect))}`

/** Adds a row unless it collides. Parameters: the columns, the JSON. */
export const insert = (dialect: Dialect, table: Table): string => {
  const next = numbering(dialect)
  const values = [...columnsOf(table).map(next), "1", next()].join(", ")
  return `insert into ${dialect.table(table.name)} (${selection(table)}) values (${values}) on conflict do nothing`
}

/**
 * Replaces a row of the expected version unless it would collide. Parameters: the settable columns, the JSON, the
 * key, the version, and for each unique index its columns and the key.
 */
export const update = (dialect: Dialect, table: Table): string => {
  const next = numbering(dialect)
  const sets = [
    ...settable(table).map((column) => `${quote(column)} = ${next()}`),
    `${versionColumn} = ${versionColumn} + 1`,
    `${jsonColumn} = ${next()}`
  ]
  const target = `${all(table.key, next)} and ${versionColumn} = ${next()}`
  const free = uniqueIndexes(table).map(([, on]) => ` and not exists (${other(dialect, table, on, next)})`)
  return `update ${dialect.table(table.name)} set ${sets.join(", ")} where ${target}${free.join("")}`
}

const other = (dialect: Dialect, table: Table, on: ReadonlyArray<string>, next: () => string): string =>
  `select 1 from ${dialect.table(table.name)} as other where ${all(on, next)} and not (${all(table.key, next)})`

/** Whether another row has these values of a unique index. Parameters: the index's columns, the key. */
export const taken = (dialect: Dialect, table: Table, on: ReadonlyArray<string>): string =>
  other(dialect, table, on, numbering(dialect))

/** Whether a row of this version exists. Parameters: the key, the version. */
export const atVersion = (dialect: Dialect, table: Table): string => {
  const next = numbering(dialect)
  return `select 1 from ${dialect.table(table.name)} where ${all(table.key, next)} and ${versionColumn} = ${next()}`
}

/** Removes a row. Parameters: the key. */
export const remove = (dialect: Dialect, table: Table): string =>
  `delete from ${dialect.table(table.name)} where ${all(table.key, numbering(dialect))}`

const rowValue = (terms: ReadonlyArray<string>): string => (terms.length === 1 ? terms[0]! : `(${terms.join(", ")})`)

const condition = ({ columns, comparison, values }: Condition, next: () => string, dialect: Dialect): string => {
  const left = rowValue(columns.map(quote))
  if (comparison === "any of") return `${left} ${dialect.anyOf(next())}`
  return values.length === 0 ? `${left} ${comparison}` : `${left} ${comparison} ${rowValue(values.map(next))}`
}

const where = (stretch: Stretch, next: () => string, dialect: Dialect): string =>
  stretch.length === 0 ? "" : ` where ${stretch.map((each) => condition(each, next, dialect)).join(" and ")}`

/** The shape of some stretches. The text of a statement depends on it, and on the table. */
export const shapeOf = (stretches: ReadonlyArray<Stretch>): string =>
  stretches.map((stretch) => stretch.map(({ columns, comparison }) => columns.join() + comparison).join("&")).join("|")

/**
 * The rows of some stretches of an index in its order, with these columns, which include all that it sorts by.
 * Parameters: the parameters of the stretches, then the limit and the number of rows to skip.
 */
export const scan = (
  dialect: Dialect,
  table: Table,
  index: string | undefined,
  stretches: ReadonlyArray<Stretch>,
  reverse: boolean,
  limited: boolean,
  skipping = false,
  columns: ReadonlyArray<string> = columnsOf(table)
): string => {
  const next = numbering(dialect)
  const source = `${dialect.table(table.name)}${dialect.using(indexName(table, index ?? "key"))}`
  const selects = stretches.map(
    (stretch) => `select ${selection(table, columns)} from ${source}${where(stretch, next, dialect)}`
  )
  const order = sortColumns(table, index).map((column) => {
    const nulls = reverse ? dialect.nulls.descending : dialect.nulls.ascending
    return `${quote(column)}${reverse ? " desc" : ""}${table.columns[column]?.endsWith("?") ? nulls : ""}`
  })
  const part = `${limited ? ` limit ${next()}` : ""}${limited && skipping ? ` offset ${next()}` : ""}`
  return `${selects.join(" union all ")} order by ${order.join(", ")}${part}`
}

/** The number of rows in some stretches of an index. Parameters: the parameters of the stretches. */
export const count = (
  dialect: Dialect,
  table: Table,
  index: string | undefined,
  stretches: ReadonlyArray<Stretch>
): string => {
  const next = numbering(dialect)
  const source = `${dialect.table(table.name)}${dialect.using(indexName(table, index ?? "key"))}`
  const counts = stretches.map((stretch) => `(select count(*) from ${source}${where(stretch, next, dialect)})`)
  return `select ${counts.join(" + ")}`
}

/** Adds to a counter and returns it. Parameters: its name, the addend. */
export const increment = (dialect: Dialect): string => {
  const next = numbering(dialect)
  return (
    `insert into ${dialect.table("counters")} as known (name, value) values (${next()}, ${next()}) ` +
    "on conflict (name) do update set value = known.value + excluded.value returning value"
  )
}

/** A counter's value. Parameters: its name. */
export const counter = (dialect: Dialect): string =>
  `select value from ${dialect.table("counters")} where name = ${dialect.parameter(1)}`
