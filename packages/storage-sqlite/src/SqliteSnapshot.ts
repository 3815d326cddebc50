/** A read-only snapshot of a workspace in a SQLite file, while others keep writing. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { Unavailable } from "@lectern/core/errors/Errors"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import { sqliteWith } from "@lectern/storage-sql/internal/Dialect"
import type { SqlDriver, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import { listCounters, StorageSnapshot } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { SqliteConnection, SqliteStatement } from "./connections/SqliteConnection.js"
import * as Migrations from "./Migrations.js"
import * as SqliteBlobStore from "./SqliteBlobStore.js"
import { copyInto, strip } from "./SqliteCopy.js"
import { failingOn, SqliteFileError } from "./SqliteFailure.js"
import * as SqliteFile from "./SqliteFile.js"
import { findDamage } from "./SqliteIntegrity.js"
import type { SqliteOpenError } from "./SqliteOpenError.js"
import * as SqliteSearchIndex from "./SqliteSearchIndex.js"

const refused = new Unavailable({ message: "storage failed", cause: "a snapshot is not written to" })

/** A driver over one connection that is in a read transaction: all reads see the same snapshot. */
const readOnly = (connection: SqliteConnection): SqlDriver => {
  const { attempt } = failingOn(connection.filename)
  /** A statement that is prepared when it is first run. */
  const lazily = (sql: string) => {
    let statement: SqliteStatement<SqlRow> | undefined
    return () => {
      statement ??= connection.prepare<SqlRow>(sql)
      return statement
    }
  }
  return {
    dialect: sqliteWith(connection.prefix),
    first: (sql, decode) => {
      const statement = lazily(sql)
      return (parameters) =>
        Effect.suspend(() =>
          attempt(() => {
            const row = statement().get(parameters)
            return row === undefined ? undefined : decode(row)
          })
        )
    },
    all: (sql, decode) => {
      const statement = lazily(sql)
      return (parameters) => Effect.suspend(() => attempt(() => statement().all(parameters).map(decode)))
    },
    write: () => () => Effect.fail(refused),
    returning: () => () => Effect.fail(refused),
    writeAll: () => () => Effect.fail(refused),
    transaction: (effect) => effect,
    inTransaction: Effect.succeed(false),
    generation: Effect.succeed(0),
    changes: Stream.never
  }
}

/** Opens a snapshot of an existing file with the current schema. */
export const layer = (
  filename: string
): Layer.Layer<Storage | SearchIndex | BlobStore | StorageSnapshot, SqliteOpenError> =>
  Layer.scopedContext(
    Effect.map(SqliteFile.openSnapshot(filename), (connection) => {
      const driver = readOnly(connection)
      return Context.make(Storage, SqlStorage.make(driver)).pipe(
        Context.add(SearchIndex, SqliteSearchIndex.make(driver)),
        Context.add(BlobStore, SqliteBlobStore.make(driver)),
        Context.add(StorageSnapshot, {
          schema: Migrations.latest,
          counters: listCounters(driver),
          damage: Effect.sync(() => findDamage(connection))
        })
      )
    })
  )

/** Whether an existing file is the database of an application, which has other tables as well. */
export const isShared = (filename: string): Effect.Effect<boolean, SqliteOpenError> =>
  Effect.map(Effect.scoped(SqliteFile.openToCopy(filename)), ({ prefix }) => prefix !== "")

/**
 * Writes a snapshot of an existing file with the current schema into a new one, readable only by its owner and without
 * unfinished uploads and the rows of some tables. Other programs may write meanwhile. Blocks the thread until it is
 * done, and does not wait for the disk: the new file is meant to be read immediately, not to be kept.
 */
export const copy = (
  filename: string,
  target: string,
  without: ReadonlyArray<Table>
): Effect.Effect<void, SqliteOpenError | Unavailable> =>
  Effect.scoped(
    Effect.flatMap(SqliteFile.openToCopy(filename), (connection) =>
      Effect.try({
        try: () => {
          connection.pragma("synchronous = off")
          // Every page is read once: a large cache only makes this slower.
          connection.pragma("cache_size = 100")
          copyInto(connection, target)
          strip(target, without)
        },
        catch: (cause) => new Unavailable({ message: "storage failed", cause: new SqliteFileError(target, cause) })
      })
    )
  )
