/**
 * Lectern's storage in memory. A snapshot, a fork and a reset are copies of one reference, whatever the size.
 * @since 0.1.0
 */
import { BlobStore, type BlobStoreService } from "@lectern/core/blobs/BlobStore"
import { tables as engineTables } from "@lectern/core/internal/engine/Tables"
import { SearchIndex, type SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import { withDefaults } from "@lectern/core/storage/Batches"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import type { Row, Table } from "@lectern/core/storage/Table"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { find, type Layout, layoutOf } from "./Layout.js"
import * as MemoryBlobStore from "./MemoryBlobStore.js"
import * as MemorySearchIndex from "./MemorySearchIndex.js"
import * as Rows from "./Rows.js"
import { emptyState, type State } from "./State.js"
import { Transactions } from "./Transactions.js"

/** The content of a storage at one moment: rows, counters, search index and blobs. It never changes. */
export class Snapshot {
  /** @internal */
  constructor(
    /** @internal */ readonly layout: Layout,
    /** @internal */ readonly state: State
  ) {}
}

/** A storage in memory, as a value that `Lectern.open` takes. */
export interface MemoryStorageHandle {
  /** The three ports, for programs written with Effect. */
  readonly layer: Layer.Layer<Storage | SearchIndex | BlobStore>
  readonly storage: StorageService
  readonly searchIndex: SearchIndexService
  readonly blobs: BlobStoreService
  /** The committed content. */
  readonly snapshot: () => Snapshot
  /** A separate storage that begins with the committed content. */
  readonly fork: () => MemoryStorageHandle
  /**
   * Resets the content to a snapshot of this storage, or of one that it was forked from or into. Throws for any other
   * snapshot, and while a transaction runs.
   */
  readonly reset: (snapshot: Snapshot) => void
}

const storageOf = (layout: Layout, transactions: Transactions): StorageService =>
  withDefaults({
    get: <T extends Table>(table: T, key: ReadonlyArray<Row["columns"][string]>) =>
      transactions.read((state) => Rows.get(state, find(layout, table), key) as Row<T> | undefined),
    insert: (table, columns, json) =>
      transactions.write((target) => Rows.insert(target, find(layout, table), columns, json)),
    update: (table, columns, json, version) =>
      transactions.write((target) => Rows.update(target, find(layout, table), columns, json, version)),
    delete: (table, key) => transactions.write((target) => Exit.succeed(Rows.remove(target, find(layout, table), key))),
    scan: <T extends Table>(table: T, scan: Parameters<typeof Rows.scan>[2]) =>
      transactions.read((state) => Rows.scan(state, find(layout, table), scan) as ReadonlyArray<Row<T>>),
    count: (table, range) => transactions.read((state) => Rows.count(state, find(layout, table), range)),
    increment: (counter, by = 1) =>
      transactions.write(({ draft }) => {
        const value = (draft.state.counters.get(counter) ?? 0) + by
        draft.counters().set(counter, value)
        return Exit.succeed(value)
      }),
    counter: (counter) => transactions.read(({ counters }) => counters.get(counter) ?? 0),
    transaction: (effect) => transactions.transaction(effect),
    inTransaction: transactions.inTransaction,
    generation: transactions.generation,
    changes: transactions.changes
  })

const handleOf = (layout: Layout, state: State): MemoryStorageHandle => {
  const transactions = new Transactions(state)
  const storage = storageOf(layout, transactions)
  const searchIndex = MemorySearchIndex.make(transactions)
  const blobs = MemoryBlobStore.make(transactions)
  return {
    storage,
    searchIndex,
    blobs,
    layer: Layer.succeedContext(
      Context.make(Storage, storage).pipe(Context.add(SearchIndex, searchIndex), Context.add(BlobStore, blobs))
    ),
    snapshot: () => new Snapshot(layout, transactions.state),
    fork: () => handleOf(layout, transactions.state),
    reset: (snapshot) => {
      if (snapshot.layout !== layout) throw new Error("the snapshot is of an unrelated storage")
      transactions.reset(snapshot.state)
    }
  }
}

let engineLayout: Layout | undefined

/** The layout of tables: a new one for each storage, as it also distinguishes unrelated storages. */
const newLayout = (tables: ReadonlyArray<Table>): Layout => {
  if (tables !== engineTables) return layoutOf(tables)
  engineLayout ??= layoutOf(engineTables)
  return new Map(engineLayout)
}

/** A new, empty storage with these tables, by default the tables of the engine: `Lectern.open({ storage: open() })`. */
export const open = (tables: ReadonlyArray<Table> = engineTables): MemoryStorageHandle => {
  const layout = newLayout(tables)
  return handleOf(layout, emptyState(layout))
}

/** {@link open} as an effect. */
export const make = (tables?: ReadonlyArray<Table>): Effect.Effect<MemoryStorageHandle> =>
  Effect.sync(() => open(tables))

/** The three ports of an existing storage, for example a fork. */
export const layerOf = (handle: MemoryStorageHandle): Layer.Layer<Storage | SearchIndex | BlobStore> => handle.layer

/** The three ports of a new, empty storage with these tables, by default the tables of the engine. */
export const layer = (tables?: ReadonlyArray<Table>): Layer.Layer<Storage | SearchIndex | BlobStore> =>
  Layer.unwrapEffect(Effect.map(make(tables), layerOf))
