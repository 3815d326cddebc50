/** A workspace in a PostgreSQL database: its rows, its search index and its blobs. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { locksOfWrites } from "@lectern/core/internal/storage/WriteLocks"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Write } from "@lectern/core/storage/Batches"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { bringUpToDate } from "./Migrating.js"
import { addressOf } from "./PostgresAddress.js"
import * as PostgresBlobStore from "./PostgresBlobStore.js"
import * as PostgresDriver from "./PostgresDriver.js"
import type { PostgresOpenError } from "./PostgresOpenError.js"
import * as PostgresPool from "./PostgresPool.js"
import * as PostgresReads from "./PostgresReads.js"
import * as PostgresSearchIndex from "./PostgresSearchIndex.js"
import * as PostgresWrites from "./PostgresWrites.js"

/**
 * The location of the workspace, and its tables. Times are in milliseconds.
 * @since 0.1.0
 */
export interface PostgresOptions {
  /**
   * The address, such as `postgres://user:password@host:5432/name?sslmode=verify-full`. With `prepare=off`, statements
   * are not named, for poolers that share connections by transaction and do not support named statements.
   */
  readonly url: string
  /** Tables that the database gets besides those of the engine. */
  readonly tables?: ReadonlyArray<Table>
  /** The maximum number of connections of this process: 10 when absent, at least 2. */
  readonly connections?: number
  /** The timeout for connecting, and for waiting for a connection: 10,000 when absent. */
  readonly connectTimeout?: number
  /** How long one statement may run: 30,000 when absent. */
  readonly statementTimeout?: number
  /** How long to wait for a lock that another process holds: 10,000 when absent. */
  readonly lockTimeout?: number
  /** The time after which an idle transaction is rolled back: 60,000 when absent. */
  readonly idleTransactionTimeout?: number
}

/** The storage port over a driver: single statements are those of every SQL storage, several at once are one here. */
const storageOf = (driver: PostgresDriver.PostgresDriver): StorageService => {
  const base = SqlStorage.make(driver)
  const reads = PostgresReads.make(driver, base)
  const writes = PostgresWrites.make(driver, base)
  const addAll = driver.writeAll(
    `insert into counters (name, value)
    select * from unnest($1::text[], $2::bigint[]) as added (name, value) order by name
    on conflict (name) do update set value = counters.value + excluded.value returning name, value`,
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

/**
 * The storage in a PostgreSQL database, which any number of processes may use at once. Opening it creates the tables,
 * or migrates them. When the layer's scope closes, it waits for running transactions.
 *
 * A commit is on the disk of the server when it is acknowledged. A call whose commit the server did not confirm,
 * because the connection was lost just then, fails with an `Unavailable` whose cause is an `UnknownOutcome`.
 * @since 0.1.0
 */
export const layer = ({
  connections = 10,
  connectTimeout = 10_000,
  idleTransactionTimeout = 60_000,
  lockTimeout = 10_000,
  statementTimeout = 30_000,
  tables = [],
  url
}: PostgresOptions): Layer.Layer<Storage | SearchIndex | BlobStore, PostgresOpenError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const address = yield* addressOf(url)
      const limits = { connectTimeout, idleTransactionTimeout, lockTimeout, statementTimeout }
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => PostgresPool.make(address, { connections: Math.max(2, connections), ...limits })),
        (pool) => pool.close
      )
      yield* bringUpToDate(pool, tables)
      const driver = yield* PostgresDriver.make(pool)
      return Context.make(Storage, storageOf(driver)).pipe(
        Context.add(SearchIndex, PostgresSearchIndex.make(driver)),
        Context.add(BlobStore, PostgresBlobStore.make(driver))
      )
    })
  )

/**
 * A storage in a PostgreSQL database, as a value that `Lectern.open` takes.
 * @since 0.1.0
 */
export interface PostgresStorageValue {
  /** The three ports, for programs written with Effect. */
  readonly layer: Layer.Layer<Storage | SearchIndex | BlobStore, PostgresOpenError>
}

/**
 * The storage in a PostgreSQL database: `Lectern.open({ storage: open({ url: "postgres://…" }) })`. The database must
 * exist; its tables are created by `Lectern.open`, and its connections are closed with the engine.
 * @since 0.1.0
 */
export const open = (options: PostgresOptions): PostgresStorageValue => ({ layer: layer(options) })
