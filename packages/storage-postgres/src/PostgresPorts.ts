/** The three ports over the connections to one database. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { locksOfWrites } from "@lectern/core/internal/storage/rows/WriteLocks"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Write } from "@lectern/core/storage/Batches"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as PostgresBlobStore from "./PostgresBlobStore.js"
import type * as PostgresDriver from "./PostgresDriver.js"
import * as PostgresReads from "./PostgresReads.js"
import * as PostgresSearchIndex from "./PostgresSearchIndex.js"
import * as PostgresWrites from "./PostgresWrites.js"

/**
 * The storage port over a driver: single statements are the ones of every SQL storage; several calls together are one
 * statement here.
 */
const storageOf = (driver: PostgresDriver.PostgresDriver): StorageService => {
  const base = SqlStorage.make(driver)
  const reads = PostgresReads.make(driver, base)
  const writes = PostgresWrites.make(driver, base)
  const addAll = driver.writeAll(
    `insert into {counters} as known (name, value)
    select * from unnest($1::text[], $2::bigint[]) as added (name, value) order by name
    on conflict (name) do update set value = known.value + excluded.value returning name, value`,
    ([name, value]) => [String(name), Number(value)] as const
  )

  const increments: StorageService["increments"] = (counters) => {
    if (counters.length === 0) return Effect.succeed([])
    const added = Effect.withFiberRuntime<ReadonlyArray<number>, Unavailable>((fiber) => {
      const held = driver.active(fiber)?.added
      const names = counters.map(([name]) => name)
      const steps = counters.map(([name, by]) => by + (held?.get(name) ?? 0))
      return Effect.map(addAll([names, steps]), (rows) => {
        for (const name of names) held?.delete(name)
        const values = new Map(rows)
        return names.map((name) => values.get(name) ?? 0)
      })
    })
    return driver.together(added, [])
  }

  /** Runs a single write under the lock of its row, which a transaction already holds. */
  const single = <A, E>(write: Write, effect: Effect.Effect<A, E>): Effect.Effect<A, E | Unavailable> =>
    Effect.flatMap(driver.inTransaction, (inside) =>
      inside ? effect : driver.transaction(effect, locksOfWrites([write]))
    )

  return {
    ...base,
    insert: (table, columns, json) =>
      single({ kind: "insert", table, columns, json }, base.insert(table, columns, json)),
    update: (table, columns, json, version) =>
      single({ kind: "update", table, columns, json, version }, base.update(table, columns, json, version)),
    delete: (table, key) => single({ kind: "delete", table, key }, base.delete(table, key)),
    reads,
    writes,
    counter: (counter) =>
      Effect.withFiberRuntime((fiber) => {
        const added = driver.active(fiber)?.added.get(counter) ?? 0
        return Effect.map(base.counter(counter), (value) => value + added)
      }),
    counters: (counters) => reads(counters.map((counter) => ({ kind: "counter" as const, counter }))),
    increments,
    increment: (counter, by = 1) => Effect.map(increments([[counter, by]]), ([value]) => value ?? 0),
    lock: driver.lock
  }
}

/** The ports over a driver, whose database is up to date. */
export const portsOf = (driver: PostgresDriver.PostgresDriver): Context.Context<Storage | SearchIndex | BlobStore> =>
  Context.make(Storage, storageOf(driver)).pipe(
    Context.add(SearchIndex, PostgresSearchIndex.make(driver)),
    Context.add(BlobStore, PostgresBlobStore.make(driver))
  )
