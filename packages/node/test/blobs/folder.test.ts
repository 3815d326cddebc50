import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import { withEarlier } from "@lectern/core/storage/blobs/EarlierBlobStore"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import * as FolderBlobStore from "@lectern/node/blobs/FolderBlobStore"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as blobs from "@lectern/storage-testing/blobs"
import { temporaryFolder } from "@lectern/storage-testing/files"
import { Effect, Layer } from "effect"

const folder = Layer.unwrapScoped(Effect.map(temporaryFolder, (path) => FolderBlobStore.layer(join(path, "blobs"))))

const afterMemory = Layer.effect(
  BlobStore,
  Effect.flatMap(Effect.provide(BlobStore, MemoryStorage.layer()), (earlier) =>
    Effect.map(BlobStore, (store) => withEarlier(store, earlier))
  )
).pipe(Layer.provide(folder))

blobs.suite("folder", folder)
blobs.suite("folder after memory", afterMemory)

it.scoped("a store has what is in an earlier one, and forgets it in both", () =>
  Effect.gen(function* () {
    const earlier = yield* Effect.provide(BlobStore, MemoryStorage.layer())
    const later = FolderBlobStore.make(join(yield* temporaryFolder, "blobs"))
    const store = withEarlier(later, earlier)
    const bytes = new TextEncoder().encode("text")
    const hash = hashOf(bytes)
    yield* earlier.put(hash, bytes)
    expect(yield* store.get(hash)).toEqual(bytes)
    expect(yield* store.stat(hash)).toEqual({ hash, size: 4 })
    expect(yield* inOnePiece(store.read(hash, { start: 1, end: 3 }))).toEqual(bytes.subarray(1, 3))
    expect(yield* later.get(hash)).toBeUndefined()
    yield* store.put(hash, bytes)
    expect(yield* later.get(hash)).toEqual(bytes)
    expect(yield* store.delete(hash)).toBe(true)
    expect([yield* later.get(hash), yield* earlier.get(hash), yield* store.get(hash)]).toEqual(Array(3).fill(undefined))
  })
)
