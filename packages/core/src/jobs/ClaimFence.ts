/** What a {@link Fence} checks: the claim under which a job runs. Loaded with what runs jobs. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import type { Write } from "../storage/Batches.js"
import { claimLock, type Lock, lockOf } from "../storage/Locks.js"
import type { StorageService } from "../storage/Storage.js"
import type { Columns, Table, Value } from "../storage/Table.js"
import type { Fence } from "./Fence.js"
import { JobsTable } from "./JobsTable.js"

/** The claim of a process on a job: nobody else has one with this id. */
export interface Claim {
  readonly key: string
  readonly id: string
}

/** Interrupts the fiber if a claim is not the current one of its job, which it stays until the transaction ends. */
const requireClaim = (storage: StorageService, { id, key }: Claim): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    yield* storage.lock([claimLock(key)])
    const row = yield* storage.get(JobsTable, [key])
    if (row?.columns.claim !== id) yield* Effect.interrupt
  })

/** The locks of rows; `undefined`, which excludes all other writers, if one of them cannot be determined. */
const locksOf = (
  rows: ReadonlyArray<readonly [table: Table, columns: Partial<Columns<Table>>]>
): ReadonlyArray<Lock> | undefined => {
  const locks: Array<Lock> = []
  for (const [table, columns] of rows) {
    const lock = lockOf(table, columns)
    if (lock === undefined) return undefined
    if (lock !== "free") locks.push(lock)
  }
  return locks
}

const ofKey = (table: Table, key: ReadonlyArray<Value>): Partial<Columns<Table>> =>
  Object.fromEntries(table.key.map((name, at) => [name, key[at] ?? null]))

const ofWrite = (write: Write): ReadonlyArray<readonly [Table, Partial<Columns<Table>>]> => {
  if (write.kind === "add") return []
  return [[write.table, write.kind === "delete" ? ofKey(write.table, write.key) : write.columns]]
}

/** The fence of a claim: everything is written in a transaction that checks the claim before it commits. */
export const fenceOf =
  (claim: Claim): Fence =>
  (storage) => {
    const transaction: StorageService["transaction"] = (effect, locks) =>
      Effect.flatMap(storage.inTransaction, (inside) =>
        storage.transaction(inside ? effect : Effect.zipLeft(effect, requireClaim(storage, claim)), locks)
      )
    /** A write, which outside of a transaction is one of its own. */
    const single = <A, E>(write: Effect.Effect<A, E>, rows: Parameters<typeof locksOf>[0]) =>
      Effect.flatMap(
        storage.inTransaction,
        (inside): Effect.Effect<A, E | Unavailable> => (inside ? write : transaction(write, locksOf(rows)))
      )
    return {
      ...storage,
      transaction,
      insert: (table, columns, json) => single(storage.insert(table, columns, json), [[table, columns]]),
      update: (table, columns, json, version) =>
        single(storage.update(table, columns, json, version), [[table, columns]]),
      delete: (table, key) => single(storage.delete(table, key), [[table, ofKey(table, key)]]),
      increment: (counter, by) => single(storage.increment(counter, by), []),
      increments: (counters) => single(storage.increments(counters), []),
      writes: (writes) => single(storage.writes(writes), writes.flatMap(ofWrite))
    }
  }
