/**
 * A workspace in one SQLite file: its rows, its search index and its blobs.
 * @since 0.1.0
 */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import type { Reserving } from "@lectern/storage-sql/internal/JoinedTransactions"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describeLibrary } from "./connections/SqliteConnection.js"
import * as SharedWriter from "./SharedWriter.js"
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

/** The ports over the connections to a file, which are closed with the scope. */
const portsOver = (connections: SqliteDriver.Connections, sharing?: SqliteDriver.Sharing) =>
  Effect.map(
    Effect.acquireRelease(SqliteDriver.make(connections, sharing), (driver) => driver.close),
    (driver) =>
      Context.make(Storage, {
        ...SqlStorage.make(driver),
        library: describeLibrary(connections.reader.library)
      }).pipe(
        Context.add(SearchIndex, SqliteSearchIndex.make(driver)),
        Context.add(BlobStore, SqliteBlobStore.make(driver))
      )
  )

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
      return yield* portsOver(yield* SqliteFile.open(filename, tables))
    })
  )

// Programs without the package do not have its types either.
// biome-ignore lint/suspicious/noTsIgnore: an error is expected there, and none here
/** @ts-ignore */
type SqliteClient = import("@effect/sql-sqlite-node/SqliteClient").SqliteClient

/** The client, as far as it is used. */
interface SharedClient extends Reserving {
  readonly config: { readonly filename: string }
}

/** The tables of a workspace in the database of an application. */
export interface SharedOptions {
  /** Tables that the database gets in addition to those of the engine. */
  readonly tables?: ReadonlyArray<Table>
}

/**
 * The storage in the database of an application that uses `@effect/sql-sqlite-node`: in tables whose names begin with
 * `lectern_`, which are created or migrated when the layer is built. Nothing else in the database is touched.
 *
 * Lectern writes over the client's connection, so that its writes and the application's wait for each other, and
 * `Lectern.transaction` makes one transaction of both. It reads over a connection of its own. A call of Lectern inside
 * a transaction that the application has begun with `withTransaction` fails. Until it is closed, a thread checkpoints
 * the write-ahead log, and the client's `wal_autocheckpoint` is raised, unless it is 0. An operation takes somewhat longer than in
 * a file of its own, see [the manual](https://github.com/lectern/lectern/blob/main/docs/transactions.md).
 */
export const layerSqlClient = ({
  tables = []
}: SharedOptions = {}): Layer.Layer<Storage | SearchIndex | BlobStore, SqliteOpenError, SqliteClient> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const client = yield* Context.GenericTag<SqliteClient, SharedClient>("@effect/sql-sqlite-node/SqliteClient")
      const { filename } = client.config
      const reader = yield* SqliteFile.openShared(filename, tables)
      const writer = SharedWriter.make(reader.library, filename, reader.prefix)
      return yield* portsOver({ reader, writer }, { client, writer })
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
