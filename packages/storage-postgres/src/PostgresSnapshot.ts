/** A read-only snapshot of a workspace in a database, while others keep writing. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { Unavailable } from "@lectern/core/errors/Errors"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import { isNowhere, postgres } from "@lectern/storage-sql/internal/Dialect"
import type { Parameters } from "@lectern/storage-sql/internal/SqlDriver"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import { listCounters, StorageSnapshot } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { requireUpToDate } from "./Migrating.js"
import { latest } from "./Migrations.js"
import { addressOf } from "./PostgresAddress.js"
import * as PostgresBlobStore from "./PostgresBlobStore.js"
import { nothing, type PostgresDriver } from "./PostgresDriver.js"
import { findDamage } from "./PostgresIntegrity.js"
import { openError, type PostgresOpenError } from "./PostgresOpenError.js"
import * as PostgresPool from "./PostgresPool.js"
import * as PostgresSearchIndex from "./PostgresSearchIndex.js"

const refused = Effect.fail(new Unavailable({ message: "storage failed", cause: "a snapshot is not written to" }))

/** A driver over one connection that is in a transaction: all reads see the same snapshot. */
const readOnly = (pool: PostgresPool.PostgresPool, connection: PostgresPool.Connection): PostgresDriver => {
  const turns = Effect.unsafeMakeSemaphore(1)
  const prepared = (sql: string) => {
    const statement = pool.statement(sql)
    return (parameters: Parameters) =>
      parameters.some(isNowhere)
        ? Effect.succeed(nothing)
        : Effect.catchAll(turns.withPermits(1)(pool.run(connection, statement, parameters)), PostgresPool.failure)
  }
  return {
    dialect: postgres,
    first: (sql, decode) => {
      const run = prepared(sql)
      return (parameters) =>
        Effect.map(run(parameters), ({ rows: [row] }) => (row === undefined ? undefined : decode(row)))
    },
    all: (sql, decode) => {
      const run = prepared(sql)
      return (parameters) => Effect.map(run(parameters), ({ rows }) => rows.map(decode))
    },
    write: () => () => refused,
    returning: () => () => refused,
    writeAll: () => () => refused,
    bytes: (query) => Effect.catchAll(turns.withPermits(1)(pool.bytes(connection, query)), PostgresPool.failure),
    transaction: identity,
    together: identity,
    lock: () => Effect.void,
    active: () => undefined,
    inTransaction: Effect.succeed(false),
    generation: Effect.succeed(0),
    changes: Stream.never,
    close: Effect.void
  }
}

/** Opens a snapshot of an existing workspace with the current schema. It is held until the scope closes. */
export const layer = (
  url: string
): Layer.Layer<Storage | SearchIndex | BlobStore | StorageSnapshot, PostgresOpenError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const address = yield* addressOf(url)
      const failed = Effect.mapError((cause: unknown) => openError(address.name, cause))
      const pool = yield* PostgresPool.ofWorkspace(address, PostgresPool.patient)
      const connection = yield* Effect.acquireRelease(failed(pool.take(identity)), (connection) =>
        Effect.sync(() => pool.give(connection, true))
      )
      yield* requireUpToDate(pool, connection)
      yield* failed(pool.send(connection, `begin isolation level repeatable read, read only${pool.settings}`))
      const driver = readOnly(pool, connection)
      return Context.make(Storage, SqlStorage.make(driver)).pipe(
        Context.add(SearchIndex, PostgresSearchIndex.make(driver)),
        Context.add(BlobStore, PostgresBlobStore.make(driver)),
        Context.add(StorageSnapshot, { schema: latest, counters: listCounters(driver), damage: findDamage(driver) })
      )
    })
  )
