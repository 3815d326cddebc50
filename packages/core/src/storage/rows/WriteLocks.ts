/** The locks that rows and writes need, by their columns. */

import { type Lock, lockOf } from "./Locks.js"
import type { Write } from "./Reads.js"
import type { Columns, Table, Value } from "./Table.js"

/** A row of a table, by some of its columns. */
type Placed = readonly [table: Table, columns: Partial<Columns<Table>>]

/** The columns of a key. */
export const columnsOfKey = (table: Table, key: ReadonlyArray<Value>): Partial<Columns<Table>> =>
  Object.fromEntries(table.key.map((column, i) => [column, key[i] ?? null]))

/** The locks of rows; `undefined`, which excludes all other writers, if the lock of any row cannot be determined. */
export const locksOfRows = (rows: Iterable<Placed>): ReadonlyArray<Lock> | undefined => {
  const locks: Array<Lock> = []
  for (const [table, columns] of rows) {
    const lock = lockOf(table, columns)
    if (lock === undefined) return undefined
    if (lock !== "free") locks.push(lock)
  }
  return locks
}

/** The locks that writes need, as {@link locksOfRows}. */
export const locksOfWrites = (writes: ReadonlyArray<Write>): ReadonlyArray<Lock> | undefined =>
  locksOfRows(
    writes.flatMap((write): ReadonlyArray<Placed> => {
      if (write.kind === "add") return []
      return [[write.table, write.kind === "delete" ? columnsOfKey(write.table, write.key) : write.columns]]
    })
  )
