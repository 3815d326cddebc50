/** The check of a {@link Fence}: the claim under which a job runs. Loaded with the code that runs jobs. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { claimLock } from "../rows/Locks.js"
import type { Write } from "../rows/Reads.js"
import type { StorageService } from "../rows/Storage.js"
import { locksOfWrites } from "../rows/WriteLocks.js"
import type { Fence } from "./Fence.js"
import { JobsTable } from "./JobsTable.js"

/** The claim of a process on a job, with a unique id. */
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

/** The fence of a claim: everything is written in a transaction that checks the claim before it commits. */
export const fenceOf =
  (claim: Claim): Fence =>
  (storage) => {
    const transaction: StorageService["transaction"] = (effect, locks) =>
      Effect.flatMap(storage.inTransaction, (inside) =>
        storage.transaction(inside ? effect : Effect.zipLeft(effect, requireClaim(storage, claim)), locks)
      )
    /** Performs writes, which outside a transaction are a transaction of their own. */
    const alone = <A, E>(writes: ReadonlyArray<Write>, effect: Effect.Effect<A, E>) =>
      Effect.flatMap(
        storage.inTransaction,
        (inside): Effect.Effect<A, E | Unavailable> => (inside ? effect : transaction(effect, locksOfWrites(writes)))
      )
    return {
      ...storage,
      transaction,
      insert: (table, columns, json) =>
        alone([{ kind: "insert", table, columns, json }], storage.insert(table, columns, json)),
      update: (table, columns, json, version) =>
        alone([{ kind: "update", table, columns, json, version }], storage.update(table, columns, json, version)),
      delete: (table, key) => alone([{ kind: "delete", table, key }], storage.delete(table, key)),
      increment: (counter, by) => alone([], storage.increment(counter, by)),
      increments: (counters) => alone([], storage.increments(counters)),
      writes: (writes) => alone(writes, storage.writes(writes))
    }
  }
