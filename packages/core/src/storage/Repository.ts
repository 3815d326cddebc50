/** What every repository is made of: a table's rows as typed values. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Unavailable } from "../errors/Errors.js"
import { decoder, encoder } from "./RowJson.js"
import type { Duplicate, Range, Scan, StorageService, VersionMismatch } from "./Storage.js"
import { type Columns, position, type Row, sortColumns, type Table, type Value } from "./Table.js"

/** A value with the version of the row that it was read from. */
export interface Stored<A> {
  readonly value: A
  readonly version: number
  /** Where the row stands in the index it was scanned by: the cursor that continues after it. */
  readonly cursor: ReadonlyArray<Value>
}

/** A table's rows as values of `A`. Rows were validated when they were written and are trusted when read. */
export interface Rows<A, T extends Table> {
  readonly table: T
  /** The value with this key and its version, or `undefined`. */
  readonly find: (...key: ReadonlyArray<Value>) => Effect.Effect<Stored<A> | undefined, Unavailable>
  /** Adds a value; fails with `Duplicate` where its key or a unique index is taken. */
  readonly insert: (value: A) => Effect.Effect<void, Duplicate | Unavailable>
  /** Replaces what was read by a new value with the same key. */
  readonly replace: (read: Stored<A>, value: A) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /** Removes by key; `false` when there was nothing. */
  readonly remove: (...key: ReadonlyArray<Value>) => Effect.Effect<boolean, Unavailable>
  /**
   * Removes every row of a range, some hundreds at a time, so that a large one never stands in memory. Outside a
   * transaction each of those times is one of its own.
   */
  readonly removeAll: (range: Range) => Effect.Effect<void, Unavailable>
  readonly scan: (scan: Scan) => Effect.Effect<ReadonlyArray<Stored<A>>, Unavailable>
  readonly count: (range: Range) => Effect.Effect<number, Unavailable>
}

const isConflict = Predicate.or(Predicate.isTagged("Duplicate"), Predicate.isTagged("VersionMismatch"))

/** How many rows {@link Rows.removeAll} takes at a time. */
const removedAtOnce = 500

/** The rows of `table` in `storage`; `columns` derives the indexed columns from a value. */
export const rows = <A extends object, T extends Table>(
  storage: StorageService,
  table: T,
  columns: (value: A) => Columns<T>
): Rows<A, T> => {
  const encode = encoder(table)
  const decode = decoder(table)
  const reader =
    (cursor: ReadonlyArray<string>) =>
    (row: Row<T>): Stored<A> => ({
      value: decode(row.json) as A,
      version: row.version,
      cursor: cursor.map((column) => row.columns[column as keyof Columns<T>] ?? null)
    })
  const read = reader([])
  const removeAll = (range: Range): Effect.Effect<void, Unavailable> =>
    Effect.flatMap(
      storage.transaction(
        Effect.tap(storage.scan(table, { ...range, limit: removedAtOnce }), (found) =>
          Effect.forEach(found, (row) => storage.delete(table, position(table, undefined, row)), { discard: true })
        )
      ),
      (found) => (found.length < removedAtOnce ? Effect.void : removeAll(range))
    )
  return {
    table,
    find: (...key) => Effect.map(storage.get(table, key), (row) => (row === undefined ? undefined : read(row))),
    insert: (value) => storage.insert(table, columns(value), encode(value)),
    replace: (previous, value) => storage.update(table, columns(value), encode(value), previous.version),
    remove: (...key) => storage.delete(table, key),
    removeAll,
    scan: (scan) =>
      Effect.map(storage.scan(table, scan), (found) =>
        found.map(reader(sortColumns(table, scan.index === "key" ? undefined : scan.index)))
      ),
    count: (range) => storage.count(table, range)
  }
}

/**
 * Makes a defect of a duplicate and of a newer version, where the transaction has read what it replaces and ids are new:
 * nobody can have got in between.
 */
export const withoutConflict = <A, E, R>(
  write: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Duplicate | VersionMismatch>, R> =>
  Effect.catchAll(write, (error) =>
    isConflict(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, Duplicate | VersionMismatch>)
  )
