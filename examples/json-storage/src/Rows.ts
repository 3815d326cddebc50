/** The content of a storage as one value that never changes, and the statements on it. */
import { type Change, Duplicate, type Scan, VersionMismatch } from "@lectern/core/storage/Storage"
import { type Columns, compareValues, type Row, sortColumns, type Table, type Value } from "@lectern/core/storage/Table"
import { Either } from "effect"

/** The rows of each table, and the counters. */
export interface Content {
  readonly rows: ReadonlyMap<string, ReadonlyArray<Row>>
  readonly counters: ReadonlyMap<string, number>
}

/** The next content, and the changes of rows that lead to it. */
export interface Written {
  readonly content: Content
  readonly changes: ReadonlyArray<Change>
}

type Values = ReadonlyArray<Value>

const valuesOf = (on: ReadonlyArray<string>, columns: Columns<Table>): Values => on.map((name) => columns[name] ?? null)

const compare = (a: Values, b: Values): number =>
  a.map((value, i) => compareValues(value, b[i] ?? null)).find((difference) => difference !== 0) ?? 0

const rowsOf = ({ rows }: Content, { name }: Table): ReadonlyArray<Row> => rows.get(name) ?? []

/** The row with a key. */
export const get = (content: Content, table: Table, key: Values): Row | undefined =>
  rowsOf(content, table).find(({ columns }) => compare(valuesOf(table.key, columns), key) === 0)

const written = (content: Content, table: Table, rows: ReadonlyArray<Row>, key: Values, kind: Change["kind"]) => ({
  content: { ...content, rows: new Map(content.rows).set(table.name, rows) },
  changes: [{ table: table.name, key, kind }]
})

/** Adds a row to others, unless one of them has its key, or its values of a unique index, of which none is null. */
const put = (content: Content, table: Table, others: ReadonlyArray<Row>, row: Row, kind: Change["kind"]) => {
  const collides = (on: ReadonlyArray<string>) =>
    others.some(({ columns }) => compare(valuesOf(on, columns), valuesOf(on, row.columns)) === 0)
  const index = Object.keys(table.indexes).find((name) => {
    const { on, unique } = table.indexes[name]!
    return unique === true && !valuesOf(on, row.columns).includes(null) && collides(on)
  })
  const taken = collides(table.key) ? "key" : index
  return taken === undefined
    ? Either.right(written(content, table, [...others, row], valuesOf(table.key, row.columns), kind))
    : Either.left(new Duplicate({ table: table.name, index: taken }))
}

/** Adds a row at version 1. */
export const insert = (
  content: Content,
  table: Table,
  columns: Columns<Table>,
  json: string
): Either.Either<Written, Duplicate> =>
  put(content, table, rowsOf(content, table), { columns, version: 1, json }, "insert")

/** Replaces the row with the key of these columns if it has this version. */
export const update = (
  content: Content,
  table: Table,
  columns: Columns<Table>,
  json: string,
  version: number
): Either.Either<Written, Duplicate | VersionMismatch> => {
  const old = get(content, table, valuesOf(table.key, columns))
  if (old?.version !== version) return Either.left(new VersionMismatch({ table: table.name }))
  const others = rowsOf(content, table).filter((row) => row !== old)
  return put(content, table, others, { columns, version: version + 1, json }, "update")
}

/** Removes the row with a key, if there is one. */
export const remove = (content: Content, table: Table, key: Values): Written => {
  const old = get(content, table, key)
  const others = rowsOf(content, table).filter((row) => row !== old)
  return old === undefined ? { content, changes: [] } : written(content, table, others, key, "delete")
}

/** The value of a counter. */
export const counter = ({ counters }: Content, name: string): number => counters.get(name) ?? 0

/** Adds to a counter. */
export const increment = (content: Content, name: string, by: number): Written => ({
  content: { ...content, counters: new Map(content.counters).set(name, counter(content, name) + by) },
  changes: []
})

/** Whether a position in an index has the prefix of a scan, and next a value that the scan covers. */
const isIn = ({ anyOf, gt, gte, lt, lte, prefix = [] }: Scan, position: Values): boolean => {
  const next = position[prefix.length] ?? null
  return (
    compare(prefix, position) === 0 &&
    anyOf?.includes(next) !== false &&
    (gt === undefined || compareValues(next, gt) > 0) &&
    (gte === undefined || compareValues(next, gte) >= 0) &&
    (lt === undefined || compareValues(next, lt) < 0) &&
    (lte === undefined || compareValues(next, lte) <= 0)
  )
}

/** The rows of a scan, in the order of its index. */
export const scan = (content: Content, table: Table, asked: Scan): ReadonlyArray<Row> => {
  const { after, limit = Number.POSITIVE_INFINITY, skip = 0 } = asked
  const sorted = sortColumns(table, asked.index)
  const direction = asked.reverse === true ? -1 : 1
  return rowsOf(content, table)
    .map((row) => ({ row, at: valuesOf(sorted, row.columns) }))
    .filter(({ at }) => isIn(asked, at) && (after === undefined || direction * compare(at, after) > 0))
    .sort((a, b) => direction * compare(a.at, b.at))
    .slice(skip, skip + limit)
    .map(({ row }) => row)
}
