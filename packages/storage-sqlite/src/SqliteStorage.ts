/** A workspace in one SQLite file: its rows, its search index and its blobs. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import { Context, Effect, Layer } from "effect"
import * as SqliteBlobStore from "./SqliteBlobStore.js"
import * as SqliteDriver from "./SqliteDriver.js"
import * as SqliteFile from "./SqliteFile.js"
import type { SqliteOpenError } from "./SqliteOpenError.js"
import * as SqliteSearchIndex from "./SqliteSearchIndex.js"

/**
 * Where the workspace is, and what it holds.
 * @since 0.1.0
 */
export interface SqliteOptions {
  /** The path of the file. It is created if it is not there; its folder is not. */
  readonly filename: string
  /** Tables that the file gets besides those of the engine. */
  readonly tables?: ReadonlyArray<Table>
}

/**
 * The storage in one SQLite file, which several processes may have open at once. When the layer's scope ends, the
 * running transaction is waited for and the file is closed.
 *
 * What this process has committed, it reads at once; what another has, at the latest in the next turn of the event loop.
 *
 * A commit survives the end of the process, however sudden. After a loss of power the last commits may be gone, but
 * the file is whole: SQLite's `synchronous` is NORMAL. FULL would wait for the disk with every commit, which made a
 * commit 45 times as slow (1.4 ms instead of 31 µs) where it was measured.
 * @since 0.1.0
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

/**
 * A storage in one SQLite file, as a value that `Lectern.open` takes.
 * @since 0.1.0
 */
export interface SqliteStorageValue {
  /** The three ports, for programs written with Effect. */
  readonly layer: Layer.Layer<Storage | SearchIndex | BlobStore, SqliteOpenError>
}

/**
 * The storage in one SQLite file: `Lectern.open({ storage: open({ filename: "workspace.db" }) })`. The file is opened,
 * and created if need be, by `Lectern.open`, and closed with the engine.
 * @since 0.1.0
 */
export const open = (options: SqliteOptions): SqliteStorageValue => ({ layer: layer(options) })
