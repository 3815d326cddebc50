/**
 * The storage of an engine, whose changes are recorded in the audit trail regardless of the service that makes them.
 */
import * as Effect from "effect/Effect"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { RecordTable } from "../../storage/rows/RecordTable.js"
import type { WatchedStorage } from "../../storage/rows/RowWatch.js"
import { Storage, type StorageService } from "../../storage/rows/Storage.js"
import type { Table } from "../../storage/rows/Table.js"

const recording = lazy("what records the audit trail", () => import("./Recording.js"))

/**
 * A storage of these tables over which repositories record their changes, in the same transaction. The code that
 * records is loaded before the first transaction.
 */
export const auditedStorage = (storage: StorageService, tables: ReadonlyArray<RecordTable>): StorageService => {
  let watch: WatchedStorage["watch"] | undefined
  const ready = Effect.gen(function* () {
    const { makeWatch } = yield* recording.load
    watch ??= yield* Effect.provideService(makeWatch(tables), Storage, storage)
    return watch
  })
  const watched: WatchedStorage = {
    ...storage,
    transaction: (effect, locks) => {
      const transaction = storage.transaction(effect, locks)
      return watch === undefined ? Effect.zipRight(ready, transaction) : transaction
    },
    watch: (table: Table) =>
      watch === undefined
        ? (before, after) => Effect.flatMap(ready, (found) => found(table)?.(before, after) ?? Effect.void)
        : watch(table)
  }
  return watched
}
