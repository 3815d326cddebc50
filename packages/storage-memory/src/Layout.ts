/** Prepared table declarations: the place of each table, and the mapping of rows to keys of its indexes. */
import { type Columns, compareValues, sortColumns, type Table, type Value } from "@lectern/core/storage/Table"

/** Sorts after every value. */
const top = Symbol("top")

/**
 * A place in an index: the values of its sort columns. As a bound it may be shorter, and then sorts before everything
 * that starts with it, or end in {@link top}, and then sorts after everything that starts with it.
 */
export type Key = ReadonlyArray<Value | typeof top>

/** The order of keys. */
export const compareKeys = (a: Key, b: Key): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a[i]!
    const y = b[i]!
    if (x === y) continue
    if (x === top) return 1
    if (y === top) return -1
    const order = compareValues(x, y)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** The bound after everything that starts with `values`. */
export const after = (values: Key): Key => [...values, top]

/** An index of a table; the primary key is one too. */
export interface IndexLayout {
  readonly name: string
  /** The columns it sorts by. */
  readonly columns: ReadonlyArray<string>
  /** The number of leading columns in which no two rows may be equal; 0 for an index that is not unique. */
  readonly unique: number
}

/** A table: its place among the tables of its storage, and its indexes, the primary key first. */
export interface TableLayout {
  readonly table: Table
  readonly place: number
  readonly columns: ReadonlyArray<string>
  readonly indexes: ReadonlyArray<IndexLayout>
  /** The place of an index among the indexes by its name; `key` and no name are the primary key. */
  readonly indexPlaces: ReadonlyMap<string | undefined, number>
}

/** The tables of a storage by name. */
export type Layout = ReadonlyMap<string, TableLayout>

const tableLayout = (table: Table, place: number): TableLayout => {
  const key: IndexLayout = { name: "key", columns: table.key, unique: 0 }
  const declared = Object.entries(table.indexes).map(
    ([name, index]): IndexLayout => ({
      name,
      columns: sortColumns(table, name),
      unique: index.unique === true ? index.on.length : 0
    })
  )
  const indexes = [key, ...declared]
  const places = indexes.map(({ name }, i) => [name, i] as const)
  const indexPlaces = new Map<string | undefined, number>([[undefined, 0], ...places])
  return { table, place, columns: Object.keys(table.columns), indexes, indexPlaces }
}

/** Prepares tables; throws if two have the same name. */
export const layoutOf = (tables: ReadonlyArray<Table>): Layout => {
  const layout = new Map(tables.map((table, place) => [table.name, tableLayout(table, place)]))
  if (layout.size < tables.length) throw new Error("two tables have the same name")
  return layout
}

/** The layout of a table; throws if the storage was made without it. */
export const find = (layout: Layout, table: Table): TableLayout => {
  const found = layout.get(table.name)
  if (found === undefined) throw new Error(`the storage has no table ${table.name}`)
  return found
}

/** The place of an index; throws if the table does not declare it. */
export const indexPlace = (layout: TableLayout, index: string | undefined): number => {
  const place = layout.indexPlaces.get(index)
  if (place === undefined) throw new Error(`table ${layout.table.name} has no index ${index}`)
  return place
}

/** The key of a row with these columns in an index. */
export const keyOf = (index: IndexLayout, columns: Columns<Table>): ReadonlyArray<Value> =>
  index.columns.map((column) => columns[column] ?? null)

const isOfType = (type: string, value: Value): boolean => {
  if (value === null) return type.endsWith("?")
  return type.startsWith("text") ? typeof value === "string" : Number.isSafeInteger(value)
}

/** A copy of the columns that the table declares; throws if one is not of its declared type. */
export const checked = (layout: TableLayout, columns: Columns<Table>): Columns<Table> => {
  const copy: Record<string, Value> = {}
  for (const column of layout.columns) {
    const value = columns[column] ?? null
    const type = layout.table.columns[column]!
    if (!isOfType(type, value)) throw new Error(`${layout.table.name}.${column}: expected ${type}, got ${value}`)
    copy[column] = value
  }
  return copy
}

/** The order of plain names. */
export const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
