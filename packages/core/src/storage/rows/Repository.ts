/** The basis of every repository: a table's rows as typed values. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type BatchedRead, knownRead, readBatched } from "./BatchedRead.js"
import { together } from "./Batches.js"
import type { Lock } from "./Locks.js"
import type { EnsureWrite, Write } from "./Reads.js"
import type { ColumnedTable } from "./RecordTable.js"
import { encoder, rowDecoder } from "./RowJson.js"
import { isWatched, type RowWatch } from "./RowWatch.js"
import type { Duplicate, Range, Scan, StorageService, VersionMismatch } from "./Storage.js"
import { type Columns, position, type Row, sortColumns, type Table, type Value } from "./Table.js"
import { untilCommit } from "./UntilCommit.js"
import { columnsOfKey, locksOfRows } from "./WriteLocks.js"

/** A value with the version of the row that it was read from. */
export interface Stored<A> {
  readonly value: A
  readonly version: number
  /** The position of the row in the index it was scanned by: the cursor that continues after it. */
  readonly cursor: ReadonlyArray<Value>
}

/** The derivation of the positions of values in an index. */
interface Sorting<A> {
  readonly columns: (value: A) => Readonly<Record<string, Value>>
  readonly by: ReadonlyArray<string>
}

/** A row as it was read. Few rows are ever asked for their cursor, so it is only then derived from the value. */
class StoredRow<A> implements Stored<A> {
  readonly #sorting: Sorting<A>
  constructor(
    readonly value: A,
    readonly version: number,
    sorting: Sorting<A>
  ) {
    this.#sorting = sorting
  }
  get cursor(): ReadonlyArray<Value> {
    const { by, columns } = this.#sorting
    const all = columns(this.value)
    return by.map((column) => all[column] ?? null)
  }
}

/** A table's rows as values of `A`. Rows were validated when they were written and are trusted when read. */
export interface Rows<A> {
  readonly table: Table
  /** The value with this key and its version, or `undefined`. */
  readonly find: (...key: ReadonlyArray<Value>) => Effect.Effect<Stored<A> | undefined, Unavailable>
  /** {@link Rows.find}, to be combined with others. */
  readonly finding: (...key: ReadonlyArray<Value>) => BatchedRead<Stored<A> | undefined>
  /** Adds a value; fails with `Duplicate` if its key or a unique index is taken. */
  readonly insert: (value: A) => Effect.Effect<void, Duplicate | Unavailable>
  /** Replaces the value that was read with a new one with the same key. */
  readonly replace: (read: Stored<A>, value: A) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /** {@link Rows.insert} as one of several writes, of a table without a watch. */
  readonly inserting: (value: A) => Write
  /** The write that adds a value, and to counters, unless its key is taken; of a table without a watch. */
  readonly ensuring: (value: A, adds: EnsureWrite["adds"]) => EnsureWrite
  /** {@link Rows.replace} as one of several writes, of a table without a watch. */
  readonly replacing: (read: Stored<A>, value: A) => Write
  /** Removes by key; `false` if there was none. */
  readonly remove: (...key: ReadonlyArray<Value>) => Effect.Effect<boolean, Unavailable>
  /**
   * Removes every row of a range, as the parts of something that is removed, a few hundred at a time, so that a large range is never in memory as a whole. Outside
   * a transaction, each batch is a separate transaction. It takes the locks that the columns of the rows name, or else
   * `locks`.
   */
  readonly removeAll: (range: Range, locks?: ReadonlyArray<Lock>) => Effect.Effect<void, Unavailable>
  readonly scan: (scan: Scan) => Effect.Effect<ReadonlyArray<Stored<A>>, Unavailable>
  /** {@link Rows.scan}, to be combined with others. */
  readonly scanning: (scan: Scan) => BatchedRead<ReadonlyArray<Stored<A>>>
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

/** The number of rows that {@link Rows.removeAll} removes in one batch. */
const removedAtOnce = 500

/** The number of scans of a row-keeping table that are cached until the next commit, and the `limit` of the largest. */
const keptScans = 16
const mostOfKeptScan = 256

/** The rows of a table in `storage`. */
export const rows = <A extends object, Column extends string>(
  storage: StorageService,
  table: ColumnedTable<A, Column>
): Rows<A> => {
  const { columnsOf: columns } = table
  const keyTypes = table.key.map((column) => typeOf(table, column))
  const indexTypes = new Map([["key", keyTypes]])
  const isIn = ({ index = "key", prefix }: Range): boolean => {
    if (prefix === undefined || prefix.length === 0) return true
    const types = indexTypes.get(index) ?? sortColumns(table, index).map((column) => typeOf(table, column))
    indexTypes.set(index, types)
    return areOf(types, prefix)
  }
  const encode = encoder(table)
  const decode = rowDecoder<A>(table)
  const reader = (by: ReadonlyArray<string>) => {
    const sorting: Sorting<A> = { columns, by }
    return (row: Row): Stored<A> => new StoredRow(decode(row), row.version, sorting)
  }
  const read = reader([])
  const watchOf = (asParts = false): RowWatch | undefined =>
    isWatched(storage) ? storage.watch(table, asParts) : undefined
  /** Changes the row with these columns and runs the effect that the change requires, atomically. */
  const watched = <B, E>(
    row: Columns<Table>,
    before: object | undefined,
    after: object | undefined,
    version: number,
    write: Effect.Effect<B, E>,
    asParts = false
  ): Effect.Effect<B, E | Unavailable> => {
    const called = watchOf(asParts)?.(before, after, version)
    return called === undefined ? write : together(storage, Effect.zipLeft(write, called), locksOfRows([[table, row]]))
  }
  const removeRow = (row: Row, asParts = false) => {
    const remove = storage.delete(table, position(table, undefined, row))
    return watchOf(asParts) === undefined
      ? remove
      : watched(row.columns, read(row).value, undefined, row.version + 1, remove, asParts)
  }
  const remove = (...key: ReadonlyArray<Value>): Effect.Effect<boolean, Unavailable> => {
    if (!areOf(keyTypes, key)) return Effect.succeed(false)
    if (watchOf() === undefined) return storage.delete(table, key)
    const found = storage.get(table, key)
    return together(
      storage,
      Effect.flatMap(found, (row) => (row === undefined ? Effect.succeed(false) : removeRow(row))),
      locksOfRows([[table, columnsOfKey(table, key)]])
    )
  }
  const takeOne: BatchedRead<Stored<A> | undefined>["take"] = (answers, from) => {
    const row = answers[from]
    return row === undefined ? undefined : read(row as Row)
  }
  const finding: Rows<A>["finding"] = (...key) =>
    areOf(keyTypes, key) ? { reads: [{ kind: "get", table, key }], take: takeOne } : knownRead(undefined)
  const scanning: Rows<A>["scanning"] = (scan) =>
    isIn(scan)
      ? {
          reads: [{ kind: "scan", table, scan: { ...scan, lean: true } }],
          take: (answers, from) => {
            const found = answers[from] as ReadonlyArray<Row>
            return found.map(reader(sortColumns(table, scan.index)))
          }
        }
      : knownRead([])
  const scanned = (scan: Scan) => Effect.suspend(() => readBatched(storage, scanning(scan)))
  const keptScan = table.keeps === undefined ? undefined : untilCommit<ReadonlyArray<Stored<A>>>(storage, keptScans)
  const inserting = (value: A) => ({ kind: "insert", table, columns: columns(value), json: encode(value) }) as const
  const replacing = ({ version }: Stored<A>, value: A) =>
    ({ kind: "update", table, columns: columns(value), json: encode(value), version }) as const
  const deleteAll = (found: ReadonlyArray<Row>): Effect.Effect<void, Unavailable> =>
    watchOf(true) !== undefined
      ? Effect.forEach(found, (row) => removeRow(row, true), { discard: true })
      : withoutConflict(
          storage.writes(found.map((row): Write => ({ kind: "delete", table, key: position(table, undefined, row) })))
        )
  const removeAll = (range: Range, locks?: ReadonlyArray<Lock>): Effect.Effect<void, Unavailable> => {
    const some = storage.scan(table, { ...range, limit: removedAtOnce })
    return Effect.gen(function* () {
      const found = yield* some
      if (found.length === 0) return
      let isMore = found.length === removedAtOnce
      if (yield* storage.inTransaction) yield* deleteAll(found)
      else {
        // Rows written since then may need other locks: they are left to another round.
        const knownRead = new Set(found.map(versioned))
        const removeKnown = Effect.flatMap(some, (now) => {
          const still = now.filter((row) => knownRead.has(versioned(row)))
          return Effect.as(deleteAll(still), now.length > still.length)
        })
        const isChanged = yield* storage.transaction(
          removeKnown,
          locks ?? locksOfRows(found.map(({ columns }) => [table, columns]))
        )
        isMore ||= isChanged
      }
      if (isMore) yield* removeAll(range, locks)
    })
  }
  const versioned = (row: Row): string => JSON.stringify([position(table, undefined, row), row.version])
  return {
    table,
    find: (...key) => readBatched(storage, finding(...key)),
    finding,
    insert: (value) => {
      const { columns: row, json } = inserting(value)
      return watched(row, undefined, value, 1, storage.insert(table, row, json))
    },
    replace: (previous, value) => {
      const { columns: row, json, version } = replacing(previous, value)
      return watched(row, previous.value, value, version + 1, storage.update(table, row, json, version))
    },
    inserting,
    ensuring: (value, adds) => ({ ...inserting(value), kind: "ensure", adds }),
    replacing,
    remove,
    removeAll,
    scan: (scan) =>
      keptScan !== undefined && scan.limit !== undefined && scan.limit <= mostOfKeptScan && isIn(scan)
        ? keptScan(JSON.stringify(scan), scanned(scan))
        : scanned(scan),
    scanning,
    count: (range) => (isIn(range) ? storage.count(table, range) : Effect.succeed(0))
  }
}

/**
 * Turns a duplicate or a newer version into a defect, for transactions that have read the rows they replace and use new
 * ids, where neither can happen.
 */
export const withoutConflict = <A, E, R>(
  write: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Duplicate | VersionMismatch>, R> =>
  Effect.catchAll(write, (error) =>
    isConflict(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, Duplicate | VersionMismatch>)
  )
