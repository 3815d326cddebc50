/** The basis of every repository: a table's rows as typed values. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Unavailable } from "../errors/Errors.js"
import { together } from "./Batches.js"
import { decoder, encoder } from "./RowJson.js"
import { isWatched, type RowWatch } from "./RowWatch.js"
import type { Duplicate, Range, Scan, StorageService, VersionMismatch } from "./Storage.js"
import { type Columns, position, type Row, sortColumns, type Table, type Value } from "./Table.js"

/** A value with the version of the row that it was read from. */
export interface Stored<A> {
  readonly value: A
  readonly version: number
  /** The position of the row in the index it was scanned by: the cursor that continues after it. */
  readonly cursor: ReadonlyArray<Value>
}

/** A table's rows as values of `A`. Rows were validated when they were written and are trusted when read. */
export interface Rows<A, T extends Table> {
  readonly table: T
  /** The value with this key and its version, or `undefined`. */
  readonly find: (...key: ReadonlyArray<Value>) => Effect.Effect<Stored<A> | undefined, Unavailable>
  /** Adds a value; fails with `Duplicate` if its key or a unique index is taken. */
  readonly insert: (value: A) => Effect.Effect<void, Duplicate | Unavailable>
  /** Replaces the value that was read with a new one with the same key. */
  readonly replace: (read: Stored<A>, value: A) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /** Removes by key; `false` if there was none. */
  readonly remove: (...key: ReadonlyArray<Value>) => Effect.Effect<boolean, Unavailable>
  /**
   * Removes every row of a range, a few hundred at a time, so that a large range is never in memory as a whole. Outside
   * a transaction, each batch is a transaction of its own.
   */
  readonly removeAll: (range: Range) => Effect.Effect<void, Unavailable>
  readonly scan: (scan: Scan) => Effect.Effect<ReadonlyArray<Stored<A>>, Unavailable>
  readonly count: (range: Range) => Effect.Effect<number, Unavailable>
}

const isConflict = Predicate.or(Predicate.isTagged("Duplicate"), Predicate.isTagged("VersionMismatch"))

/** The `typeof` of a column's values. */
const typeOf = (table: Table, column: string): string =>
  table.columns[column]?.startsWith("integer") === true ? "number" : "string"

/**
 * Whether values are of the types of columns. An untyped caller may pass anything as an id: no row has it, however a
 * storage would compare it.
 */
const areOf = (types: ReadonlyArray<string>, values: ReadonlyArray<unknown>): boolean => {
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== null && typeof values[i] !== types[i]) return false
  }
  return true
}

/** How many rows {@link Rows.removeAll} removes at a time. */
const removedAtOnce = 500

/** The rows of `table` in `storage`; `columns` derives the indexed columns from a value. */
export const rows = <A extends object, T extends Table>(
  storage: StorageService,
  table: T,
  columns: (value: A) => Columns<T>
): Rows<A, T> => {
  const keyTypes = table.key.map((column) => typeOf(table, column))
  const indexTypes = new Map([["key", keyTypes]])
  const isIn = ({ index = "key", prefix }: Range): boolean => {
    if (prefix === undefined || prefix.length === 0) return true
    const types = indexTypes.get(index) ?? sortColumns(table, index).map((column) => typeOf(table, column))
    indexTypes.set(index, types)
    return areOf(types, prefix)
  }
  const encode = encoder(table)
  const decode = decoder<A>(table)
  const reader =
    (cursor: ReadonlyArray<string>) =>
    (row: Row<T>): Stored<A> => ({
      value: decode(row.json),
      version: row.version,
      cursor: cursor.map((column) => row.columns[column as keyof Columns<T>] ?? null)
    })
  const read = reader([])
  const watchOf = (): RowWatch | undefined => (isWatched(storage) ? storage.watch(table) : undefined)
  /** Makes a change and runs the effect that it requires, atomically. */
  const watched = <B, E>(
    before: object | undefined,
    after: object | undefined,
    write: Effect.Effect<B, E>
  ): Effect.Effect<B, E | Unavailable> => {
    const called = watchOf()?.(before, after)
    return called === undefined ? write : together(storage, Effect.zipLeft(write, called))
  }
  const removeRow = (row: Row<T>) => {
    const remove = storage.delete(table, position(table, undefined, row))
    return watchOf() === undefined ? remove : watched(read(row).value, undefined, remove)
  }
  const remove = (...key: ReadonlyArray<Value>): Effect.Effect<boolean, Unavailable> => {
    if (!areOf(keyTypes, key)) return Effect.succeed(false)
    if (watchOf() === undefined) return storage.delete(table, key)
    const found = storage.get(table, key)
    return together(
      storage,
      Effect.flatMap(found, (row) => (row === undefined ? Effect.succeed(false) : removeRow(row)))
    )
  }
  const removeAll = (range: Range): Effect.Effect<void, Unavailable> =>
    Effect.flatMap(
      storage.transaction(
        Effect.tap(storage.scan(table, { ...range, limit: removedAtOnce }), (found) =>
          Effect.forEach(found, removeRow, { discard: true })
        )
      ),
      (found) => (found.length < removedAtOnce ? Effect.void : removeAll(range))
    )
  return {
    table,
    find: (...key) =>
      areOf(keyTypes, key)
        ? Effect.map(storage.get(table, key), (row) => (row === undefined ? undefined : read(row)))
        : Effect.succeed(undefined),
    insert: (value) => watched(undefined, value, storage.insert(table, columns(value), encode(value))),
    replace: (previous, value) =>
      watched(previous.value, value, storage.update(table, columns(value), encode(value), previous.version)),
    remove,
    removeAll,
    scan: (scan) =>
      isIn(scan)
        ? Effect.map(storage.scan(table, scan), (found) =>
            found.map(reader(sortColumns(table, scan.index === "key" ? undefined : scan.index)))
          )
        : Effect.succeed([]),
    count: (range) => (isIn(range) ? storage.count(table, range) : Effect.succeed(0))
  }
}

/**
 * Turns a duplicate or a newer version into a defect, for transactions that have read what they replace and use new
 * ids, where neither can happen.
 */
export const withoutConflict = <A, E, R>(
  write: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Duplicate | VersionMismatch>, R> =>
  Effect.catchAll(write, (error) =>
    isConflict(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, Duplicate | VersionMismatch>)
  )
