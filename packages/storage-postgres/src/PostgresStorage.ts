/**
 * A workspace in a PostgreSQL database: its rows, its search index and its blobs.
 * @since 0.1.0
 */
import type { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import type { Reserving } from "@lectern/storage-sql/internal/JoinedTransactions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { bringUpToDate } from "./Migrating.js"
import { migrations } from "./Migrations.js"
import { addressOf } from "./PostgresAddress.js"
import * as PostgresDriver from "./PostgresDriver.js"
import type { PostgresOpenError } from "./PostgresOpenError.js"
import * as PostgresPool from "./PostgresPool.js"
import { portsOf } from "./PostgresPorts.js"
import * as SharedPool from "./SharedPool.js"

/** The location of the workspace, and its tables. Times are in milliseconds. */
export interface PostgresOptions {
  /**
   * The address, such as `postgres://user:password@host:5432/name?sslmode=verify-full`. With `prepare=off`, statements
   * are not named, for poolers that share connections by transaction and do not support named statements.
   */
  readonly url: string
  /** Tables that the database gets in addition to those of the engine. */
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

/**
 * The storage in a PostgreSQL database, which any number of processes may use concurrently. Opening it creates the
 * tables, or migrates them. When the layer's scope closes, it waits for running transactions.
 *
 * A commit is on the disk of the server when it is acknowledged. A call whose commit the server did not confirm,
 * because the connection was lost just then, fails with an `Unavailable` whose cause is an `UnknownOutcome`.
 */
export const layer = (options: PostgresOptions): Layer.Layer<Storage | SearchIndex | BlobStore, PostgresOpenError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const address = yield* addressOf(options.url)
      const pool = yield* PostgresPool.ofWorkspace(address, PostgresPool.completed(options))
      yield* bringUpToDate(pool, options.tables ?? [])
      return portsOf(yield* PostgresDriver.make(pool))
    })
  )

// Programs without the package do not have its types either.
// biome-ignore lint/suspicious/noTsIgnore: an error is expected there, and none here
/** @ts-ignore */
type PgClient = import("@effect/sql-pg/PgClient").PgClient

/** The client, as far as it is used. */
interface SharedClient extends Reserving {
  readonly config: { readonly host?: string | undefined; readonly database?: string | undefined }
}

/** A workspace in the database of an application. */
export interface SharedOptions {
  /** Tables that the database gets in addition to those of the engine. */
  readonly tables?: ReadonlyArray<Table>
  /**
   * Whether statements are named, so that PostgreSQL keeps them prepared: yes when absent. A pooler that shares
   * connections by transaction may not support it.
   */
  readonly prepare?: boolean
}

/**
 * The storage in the database of an application that uses `@effect/sql-pg`: in a schema `lectern_workspace`, which is created or
 * migrated when the layer is built. Nothing else in the database is touched. All connections are the client's, with its
 * limits, and `Lectern.transaction` makes one transaction of Lectern's statements and those of the application. A call
 * of Lectern inside a transaction that the application has begun with `withTransaction` fails.
 */
export const layerSqlClient = ({
  prepare = true,
  tables = []
}: SharedOptions = {}): Layer.Layer<Storage | SearchIndex | BlobStore, PostgresOpenError, PgClient> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const client = yield* Context.GenericTag<PgClient, SharedClient>("@effect/sql-pg/PgClient")
      const { database = "the database", host } = client.config
      const pool = SharedPool.make(client, host === undefined ? database : `${host}/${database}`, prepare)
      yield* bringUpToDate(pool, tables, migrations, PostgresPool.sharedSchema)
      return portsOf(yield* Effect.acquireRelease(PostgresDriver.make(pool, pool), (driver) => driver.close))
    })
  )

/** A storage in a PostgreSQL database, as a value that `Lectern.open` takes. */
export interface PostgresStorageValue {
  /** The three ports, for programs written with Effect. */
  readonly layer: Layer.Layer<Storage | SearchIndex | BlobStore, PostgresOpenError>
}

/**
 * The storage in a PostgreSQL database: `Lectern.open({ storage: open({ url: "postgres://…" }) })`. The database must
 * exist; its tables are created by `Lectern.open`, and its connections are closed with the engine.
 */
export const open = (options: PostgresOptions): PostgresStorageValue => ({ layer: layer(options) })
