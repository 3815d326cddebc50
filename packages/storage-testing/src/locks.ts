/** A storage that refuses writes without their locks, since a storage with many writers would get them wrong. */
import { compareLocks, type Lock, lockOf, locksToTake } from "@lectern/core/storage/Locks"
import type { StorageService } from "@lectern/core/storage/Storage"
import type { Columns, Table, Value } from "@lectern/core/storage/Table"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/** The locks that a transaction holds: some, or all of them. */
export type Locked = ReadonlyArray<Lock> | "everything"

interface Transaction {
  held: Locked
  open: boolean
}

const current = FiberRef.unsafeMake<Transaction | undefined>(undefined)

const running = Effect.map(FiberRef.get(current), (transaction) =>
  transaction?.open === true ? transaction : undefined
)

/** Adds to the locks that are held; a defect if they are out of order. */
const take = (transaction: Transaction, locks: ReadonlyArray<Lock>): void => {
  if (transaction.held === "everything") return
  transaction.held = [...transaction.held, ...locksToTake(transaction.held, locks)]
}

/** The ways in which rows of a table are locked, as kinds and columns. */
const waysOf = ({ lockedBy = [] }: Table): ReadonlyArray<ReadonlyArray<string>> =>
  [lockedBy].flat().map((way) => way.split(" "))

/** Whether a transaction may write a row. Rows of tables without a declaration are not checked. */
const mayWrite = (held: Locked, table: Table, columns: Partial<Columns<Table>>): boolean => {
  if (held === "everything" || table.lockedBy === undefined) return true
  const lock = lockOf(table, columns)
  if (lock === "free") return true
  if (lock !== undefined) return held.some((each) => compareLocks(each, lock) === 0 && each.shared !== true)
  return waysOf(table).some(([kind]) => held.some((each) => each.kind === kind && each.shared !== true))
}

/** Whether a row is itself the locked object, which nobody knows before it is inserted. */
const isItself = (table: Table): boolean =>
  waysOf(table).some(([, column]) => column !== undefined && table.key.length === 1 && table.key[0] === column)

const described = (held: Locked): string =>
  held === "everything" ? held : held.map(({ id, kind }) => `${kind} ${id}`).join(", ") || "nothing"

/**
 * The storage, with a check of every write: its transaction has declared the lock of the row or, outside of one, the
 * columns determine it. A violation is a defect. `onTransaction` gets the locks that each outermost transaction held
 * when it ended.
 */
export const checkingLocks = (storage: StorageService, onTransaction?: (held: Locked) => void): StorageService => {
  const check = (
    table: Table,
    columns: Effect.Effect<Partial<Columns<Table>>, Effect.Effect.Error<ReturnType<StorageService["get"]>>>,
    inserts = false
  ) =>
    Effect.flatMap(running, (transaction) => {
      if (table.lockedBy === undefined || (inserts && isItself(table))) return Effect.void
      return Effect.flatMap(columns, (found) => {
        if (transaction === undefined) {
          return lockOf(table, found) === undefined
            ? Effect.dieMessage(
                `a row of ${table.name} was written outside of a transaction, where its lock is not known`
              )
            : Effect.void
        }
        return mayWrite(transaction.held, table, found)
          ? Effect.void
          : Effect.dieMessage(
              `a row of ${table.name} was written without its lock: ${JSON.stringify(found)} under ${described(transaction.held)}`
            )
      })
    })

  const stored = (table: Table, key: ReadonlyArray<Value>) =>
    Effect.map(storage.get(table, key), (row): Partial<Columns<Table>> | undefined => row?.columns)

  /** Checks the removal of a row. A row that does not exist needs no lock. */
  const checkRemoval = (table: Table, key: ReadonlyArray<Value>) =>
    table.lockedBy === undefined
      ? Effect.void
      : Effect.flatMap(stored(table, key), (columns) =>
          columns === undefined ? Effect.void : check(table, Effect.succeed(columns))
        )

  const transaction: StorageService["transaction"] = (effect, locks) =>
    Effect.flatMap(running, (outer) => {
      if (outer !== undefined) {
        const taken = Effect.sync(() => take(outer, locks ?? []))
        return storage.transaction(Effect.zipRight(taken, effect), locks)
      }
      return Effect.suspend(() => {
        const held: Transaction = { held: locks === undefined ? "everything" : locksToTake([], locks), open: true }
        const ended = Effect.sync(() => {
          held.open = false
          onTransaction?.(held.held)
        })
        return Effect.ensuring(storage.transaction(Effect.locally(effect, current, held), locks), ended)
      })
    })

  return {
    ...storage,
    insert: (table, columns, json) =>
      Effect.zipRight(check(table, Effect.succeed(columns), true), storage.insert(table, columns, json)),
    update: (table, columns, json, version) =>
      Effect.zipRight(check(table, Effect.succeed(columns)), storage.update(table, columns, json, version)),
    delete: (table, key) => Effect.zipRight(checkRemoval(table, key), storage.delete(table, key)),
    writes: (writes) =>
      Effect.zipRight(
        Effect.forEach(
          writes,
          (write) => {
            if (write.kind === "add") return Effect.void
            if (write.kind === "delete") return checkRemoval(write.table, write.key)
            return check(write.table, Effect.succeed(write.columns), write.kind === "insert" || write.kind === "ensure")
          },
          { discard: true }
        ),
        storage.writes(writes)
      ),
    transaction,
    lock: (locks) =>
      Effect.flatMap(running, (transaction) => {
        if (transaction !== undefined) take(transaction, locks)
        return storage.lock(locks)
      })
  }
}
