/** The storages that the behaviour of services is tested over. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { IndexingBudget } from "@lectern/core/indexing/Indexing"
import type { StorageLayer } from "@lectern/core/Lectern"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Layer } from "effect"

/** A storage: every build of the layer is a new, empty one. */
export interface StorageUnderTest {
  readonly name: string
  readonly layer: StorageLayer
}

// In memory where there is such a folder: these tests are not about what a disk keeps, and need not wait for it.
const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(parent, "lectern-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** A file whose migrations have run, read once; a new storage is a copy of it. */
const migrated = Effect.runSync(
  Effect.cached(
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "lectern.db")
      yield* Effect.scoped(Layer.build(SqliteStorage.layer({ filename })))
      return readFileSync(filename)
    }).pipe(Effect.scoped)
  )
)

const temporaryFile = Effect.gen(function* () {
  const bytes = yield* migrated
  const filename = join(yield* temporaryFolder, "lectern.db")
  yield* Effect.sync(() => writeFileSync(filename, bytes))
  return filename
})

/** All storages under test. */
export const storages: ReadonlyArray<StorageUnderTest> = [
  { name: "memory", layer: MemoryStorage.layer() },
  {
    name: "sqlite",
    layer: Layer.unwrapScoped(Effect.map(temporaryFile, (filename) => SqliteStorage.layer({ filename }))).pipe(
      Layer.orDie
    )
  }
]

/** A storage under which search and links take over every single item after the revision, in a transaction of its own. */
export const inPieces = ({ layer, name }: StorageUnderTest): StorageUnderTest => ({
  name: `${name} in pieces`,
  layer: Layer.merge(layer, Layer.succeed(IndexingBudget, 0))
})
