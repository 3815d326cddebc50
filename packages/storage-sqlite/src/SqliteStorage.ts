/**
 * A workspace in one SQLite file: its rows, its search index and its blobs.
 * @since 0.1.0
 */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqliteBlobStore from "./SqliteBlobStore.js"
import * as SqliteDriver from "./SqliteDriver.js"
import * as SqliteFile from "./SqliteFile.js"
import type { SqliteOpenError } from "./SqliteOpenError.js"
import * as SqliteSearchIndex from "./SqliteSearchIndex.js"

/** The location of the workspace, and its tables. */
export interface SqliteOptions {
  /** The path of the file. It is created if it does not exist; its folder is not. */
  readonly filename: string
  /** Tables that the file gets in addition to those of the engine. */
  readonly tables?: ReadonlyArray<Table>
}

/**
 * The storage in one SQLite file, which several processes may have open at the same time. When the layer's scope
 * closes, it waits for the running transaction and closes the file.
 *
 * Commits of this process are visible to it immediately; commits of another one, in the next turn of the event loop at
 * the latest.
 *
 * A commit survives a crash of the process. After a power failure, the last commits may be lost, but the file is
 * intact: SQLite's `synchronous` is NORMAL. FULL would wait for the disk on every commit, which in a measurement was 45
 * times slower (1.4 ms instead of 31 µs).
 */
export const layer = ({
  filename,
  tables = []
}: SqliteOptions): Layer.Layer<Storage | SearchIndex | BlobStore, SqliteOpenError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const connections = yield* SqliteFile.open(filename, tables)
      const driver = yield* Effect.acquireRelease(SqliteDriver.make(connections), (driver) => driver.close)
      return Context.make(Storage, SqlStorage.make(driver)).pipe(
        Context.add(SearchIndex, SqliteSearchIndex.make(driver)),
        Context.add(BlobStore, SqliteBlobStore.make(driver))
      )
    })
  )

/** A storage in one SQLite file, as a value that `Lectern.open` takes. */
export interface SqliteStorageValue {
  /** The three ports, for programs written with Effect. */
  readonly layer: Layer.Layer<Storage | SearchIndex | BlobStore, SqliteOpenError>
}

/**
 * The storage in one SQLite file: `Lectern.open({ storage: open({ filename: "workspace.db" }) })`. The file is opened,
 * and created if need be, by `Lectern.open`, and closed with the engine.
 */
export const open = (options: SqliteOptions): SqliteStorageValue => ({ layer: layer(options) })
