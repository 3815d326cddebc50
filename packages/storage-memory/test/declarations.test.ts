/** The contract accepts each declaration that is true, and refuses an adapter that declares too much or too little. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { SearchIndex, type SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { contract, type Declarations } from "@lectern/storage-testing/contract"
import { turns } from "@lectern/storage-testing/harness"
import { firstFailure } from "@lectern/storage-testing/refused"
import { tables } from "@lectern/storage-testing/tables"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"

type Services = Pick<MemoryStorage.MemoryStorageHandle, "blobs" | "searchIndex" | "storage">
type Change = (services: Services) => Services

/** A new storage in memory, changed. */
const changed = (change: Change) => Effect.map(MemoryStorage.make(tables), change)

const rowsOf = ({ storage }: Services) => Context.make(Storage, storage)
const rowsAndSearchOf = (services: Services) => Context.add(rowsOf(services), SearchIndex, services.searchIndex)
const allOf = (services: Services) => Context.add(rowsAndSearchOf(services), BlobStore, services.blobs)

const unchanged: Change = (services) => services

const withoutGeneration: Change = (services) => ({
  ...services,
  storage: { ...services.storage, generation: undefined }
})

const withoutTransactions: Change = (services) => ({
  ...services,
  storage: { ...services.storage, transaction: (effect) => effect }
})

/** As over one connection: whoever is not in the running transaction waits for its end. */
const oneConnection: Change = ({ blobs, searchIndex, storage }) => {
  const connection = Effect.unsafeMakeSemaphore(1)
  const waiting = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(storage.inTransaction, (inside) => (inside ? effect : connection.withPermits(1)(effect)))
  const rows: StorageService = {
    ...storage,
    get: (table, key) => waiting(storage.get(table, key)),
    scan: (table, scan) => waiting(storage.scan(table, scan)),
    count: (table, range) => waiting(storage.count(table, range)),
    counter: (counter) => waiting(storage.counter(counter)),
    counters: (counters) => waiting(storage.counters(counters)),
    reads: (reads) => waiting(storage.reads(reads)),
    transaction: (effect, locks) => waiting(storage.transaction(effect, locks))
  }
  const index: SearchIndexService = {
    ...searchIndex,
    query: (query) => waiting(searchIndex.query(query)),
    sizes: (scope) => waiting(searchIndex.sizes(scope)),
    lengths: (blocks) => waiting(searchIndex.lengths(blocks)),
    vocabulary: (space, wanted) => waiting(searchIndex.vocabulary(space, wanted)),
    read: (places) => waiting(searchIndex.read(places)),
    list: (after, limit) => waiting(searchIndex.list(after, limit))
  }
  return { storage: rows, searchIndex: index, blobs }
}

contract("one connection", Layer.effectContext(Effect.map(changed(oneConnection), rowsAndSearchOf)), {
  readers: "wait",
  blobs: "separate"
})

contract("rows alone, without a generation", Layer.effectContext(Effect.map(changed(withoutGeneration), rowsOf)), {
  search: "separate",
  blobs: "separate",
  generation: "none"
})

const refused: Readonly<Record<string, readonly [change: Change, declared: Declarations, failure: string]>> = {
  "a search index that is declared to be separate": [unchanged, { search: "separate" }, "is separate"],
  "a blob store that is declared to be separate": [unchanged, { blobs: "separate" }, "is separate"],
  "a generation that is declared not to exist": [unchanged, { generation: "none" }, "there is none"],
  "a generation that is missing": [withoutGeneration, {}, "the generation stays"],
  "readers that are declared to wait": [unchanged, { readers: "wait" }, "the index belongs to the transaction"],
  "readers that wait": [oneConnection, {}, "the index belongs to the transaction"],
  "one writer that is declared to be many": [unchanged, { writers: "many" }, "a lock that comes before"],
  "writers that do not wait for each other": [withoutTransactions, {}, "the index belongs to the transaction"]
}

/** Time that passes as soon as nothing else is ready. */
const hurried: Clock.Clock = { ...Clock.make(), sleep: () => turns }

describe("the contract refuses", () => {
  it.each(Object.entries(refused))("%s", async (_, [change, declared, failure]) => {
    const layer = Layer.effectContext(Effect.map(changed(change), allOf))
    expect(await firstFailure(Layer.merge(layer, Layer.setClock(hurried)), declared)).toContain(failure)
  })
})
