/** The storages that the behaviour of services is tested over. */
import { IndexingBudget } from "@lectern/core/content/indexing/Indexing"
import type { StorageLayer } from "@lectern/core/Lectern"
import { Storage } from "@lectern/core/storage/Storage"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { newFile } from "@lectern/storage-testing/files"
import { checkingLocks } from "@lectern/storage-testing/locks"
import { Effect, Layer } from "effect"
import { newDatabase } from "../../storage-postgres/test/database.js"

/** A storage: every build of the layer is a new, empty one. */
export interface StorageUnderTest {
  readonly name: string
  readonly layer: StorageLayer
}

/** The storage, which refuses writes without their lock. */
const checked = (layer: StorageLayer): StorageLayer =>
  Layer.provideMerge(
    Layer.effect(
      Storage,
      Effect.map(Storage, (storage) => checkingLocks(storage))
    ),
    layer
  )

/** All storages under test. */
export const storages: ReadonlyArray<StorageUnderTest> = [
  { name: "memory", layer: checked(MemoryStorage.layer()) },
  { name: "sqlite", layer: checked(newFile((filename) => SqliteStorage.layer({ filename })).pipe(Layer.orDie)) }
]

/** These, and the one with many writers: for tests that depend on transactions, order, caches and search. */
export const everyStorage: ReadonlyArray<StorageUnderTest> = [
  ...storages,
  { name: "postgres", layer: newDatabase((url) => PostgresStorage.layer({ url })).pipe(Layer.orDie) }
]

/** A storage under which search and links take over every single item after the revision, in a transaction of its own. */
export const inPieces = ({ layer, name }: StorageUnderTest): StorageUnderTest => ({
  name: `${name} in pieces`,
  layer: Layer.merge(layer, Layer.succeed(IndexingBudget, 0))
})
