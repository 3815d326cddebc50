/**
 * The storage of an engine, whose changes are recorded in the audit trail and as events, regardless of the service that
 * makes them.
 */
import * as Effect from "effect/Effect"
import { lazy } from "../foundation/loading/Lazy.js"
import type { RecordTable } from "../storage/rows/RecordTable.js"
import type { RowWatch, WatchedStorage } from "../storage/rows/RowWatch.js"
import { Storage, type StorageService } from "../storage/rows/Storage.js"
import type { Table } from "../storage/rows/Table.js"

/** What is recorded. */
export interface Recorded {
  /** Whether changes are recorded in the audit trail. */
  readonly audits: boolean
  /** Whether changes are recorded as events. */
  readonly emits: boolean
}

const auditing = lazy("what records the audit trail", () => import("../operations/audit-events/Recording.js"))
const emitting = lazy("what records events", () => import("../operations/events/Recording.js"))

/** Several watches as one; `undefined` if there are none. */
const together = ([one, ...others]: ReadonlyArray<RowWatch>): RowWatch | undefined => {
  if (one === undefined || others.length === 0) return one
  return (...change) => {
    const called = [one, ...others].flatMap((watch) => watch(...change) ?? [])
    return called.length === 0 ? undefined : Effect.all(called, { discard: true })
  }
}

/**
 * A storage of these tables over which repositories record their changes, in the same transaction. The code that
 * records is loaded before the first transaction.
 */
export const recordedStorage = (
  storage: StorageService,
  tables: ReadonlyArray<RecordTable>,
  { audits, emits }: Recorded
): StorageService => {
  const makers = [...(audits ? [auditing] : []), ...(emits ? [emitting] : [])]
  if (makers.length === 0) return storage
  let watch: WatchedStorage["watch"] | undefined
  const ready = Effect.gen(function* () {
    const made: Array<WatchedStorage["watch"]> = []
    for (const { load } of makers)
      made.push(yield* Effect.provideService((yield* load).makeWatch(tables), Storage, storage))
    const all = (asParts: boolean) =>
      new Map(tables.map((table) => [table.name, together(made.flatMap((each) => each(table, asParts) ?? []))]))
    const [rows, parts] = [all(false), all(true)]
    watch ??= ({ name }, asParts = false) => (asParts ? parts : rows).get(name)
    return watch
  })
  const watched: WatchedStorage = {
    ...storage,
    transaction: (effect, locks) => {
      const transaction = storage.transaction(effect, locks)
      return watch === undefined ? Effect.zipRight(ready, transaction) : transaction
    },
    watch: (table: Table, asParts) =>
      watch === undefined
        ? (...change) => Effect.flatMap(ready, (found) => found(table, asParts)?.(...change) ?? Effect.void)
        : watch(table, asParts)
  }
  return watched
}
