/** Uploads whose process is killed before any of its steps: the next one continues, and loses no stored bytes. */

import { describe, expect, it } from "@effect/vitest"
import { BlobStore, type BlobStoreService, hashOf } from "@lectern/core/blobs/BlobStore"
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import * as Lectern from "@lectern/core/Lectern"
import { Contents } from "@lectern/core/space-content/Contents"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import { Uploads } from "@lectern/core/uploads/Uploads"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer, Stream, TestClock, TestContext } from "effect"
import { as, asSystem, damages, outcome } from "../../workspace.js"
import { filesOf, insert, patterned, place, stored } from "./uploads.js"

const numRuns = runs(12)

/** Ports that stop working for good after some calls, like the ports of a killed process. */
const mortal = (ports: Lectern.StorageLayer, life: { left: number }): Lectern.StorageLayer => {
  const step = Effect.suspend(() => (life.left-- > 0 ? Effect.void : Effect.dieMessage("killed")))
  const storageOf = (storage: StorageService): StorageService => ({
    ...storage,
    get: (...args) => Effect.zipRight(step, storage.get(...args)),
    insert: (...args) => Effect.zipRight(step, storage.insert(...args)),
    update: (...args) => Effect.zipRight(step, storage.update(...args)),
    delete: (...args) => Effect.zipRight(step, storage.delete(...args)),
    scan: (...args) => Effect.zipRight(step, storage.scan(...args)),
    increment: (...args) => Effect.zipRight(step, storage.increment(...args)),
    reads: (reads) => Effect.zipRight(step, storage.reads(reads)),
    increments: (...args) => Effect.zipRight(step, storage.increments(...args)),
    writes: (...args) => Effect.zipRight(step, storage.writes(...args)),
    transaction: (effect, locks) => Effect.zipRight(step, storage.transaction(Effect.zipLeft(effect, step), locks))
  })
  const blobsOf = (blobs: BlobStoreService): BlobStoreService => ({
    ...blobs,
    putStream: (bytes) => Effect.zipLeft(Effect.zipRight(step, blobs.putStream(bytes)), step),
    read: (...args) => Stream.unwrap(Effect.as(step, blobs.read(...args))),
    delete: (...args) => Effect.zipRight(step, blobs.delete(...args))
  })
  const wrapped = Effect.map(Effect.all([Storage, BlobStore]), ([storage, blobs]) =>
    Layer.mergeAll(ports, Layer.succeed(Storage, storageOf(storage)), Layer.succeed(BlobStore, blobsOf(blobs)))
  )
  return Layer.unwrapEffect(Effect.provide(wrapped, ports))
}

const world = (ports: Lectern.StorageLayer) => Layer.merge(Lectern.layer(ports), ports)

describe("a process that uploads and is killed", () => {
  it("leaves what it said it kept, and nothing that stays", () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(170),
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 3 }),
        (left, sizes) =>
          Effect.gen(function* () {
            const handle = yield* MemoryStorage.make()
            const ports = MemoryStorage.layerOf(handle)
            const { editor, space } = yield* Effect.provide(place, world(ports))
            const own = as(editor)
            const file = patterned(sizes.reduce((sum, size) => sum + size, 0))
            let begun: Parameters<(typeof Uploads.Service)["get"]>[1] | undefined
            let kept = 0
            let inserted = 0
            const life = { left }
            yield* Effect.gen(function* () {
              const uploads = yield* Uploads
              const once = yield* own(uploads.create(space, { content: file.subarray(1) }))
              yield* own(insert(space, once.id))
              inserted = 1
              begun = (yield* own(uploads.begin(space, { size: file.length }))).id
              for (const size of sizes) {
                const content = file.subarray(kept, kept + size)
                kept = (yield* own(uploads.append(space, begun, { offset: kept, content }))).offset
              }
              yield* own(insert(space, begun))
              inserted = 2
            }).pipe(Effect.provide(world(mortal(ports, life))), Effect.exit)
            if (life.left > 0) expect(inserted).toBe(2)

            yield* Effect.gen(function* () {
              const [uploads, blobs, contents, storage] = [
                yield* Uploads,
                yield* Blobs,
                yield* Contents,
                yield* Storage
              ]
              const files = yield* own(filesOf(space))
              expect([inserted, inserted + 1]).toContain(files.length)
              if (begun !== undefined && files.length < 2) {
                const { offset } = yield* own(uploads.get(space, begun))
                expect(offset).toBeGreaterThanOrEqual(kept)
                const rest = { offset, content: file.subarray(offset) }
                expect((yield* own(uploads.append(space, begun, rest))).hash).toBe(hashOf(file))
                yield* own(insert(space, begun))
                expect((yield* own(filesOf(space))).map(({ size }) => size)).toContain(file.length)
              } else if (begun !== undefined) {
                expect(yield* own(outcome(uploads.get(space, begun)))).toBe("NotFound")
              }
              yield* TestClock.adjust("25 hours")
              yield* asSystem(uploads.clean)
              yield* asSystem(blobs.collect)
              const all = (yield* own(contents.files(space, undefined, {}))).items
              expect((yield* stored).bytes).toBe(all.reduce((sum, { size }) => sum + size, 0))
              for (const counter of [`uploads:user:${editor}`, `upload-bytes:user:${editor}`]) {
                expect(yield* storage.counter(counter)).toBe(0)
              }
              expect(yield* damages).toEqual([])
            }).pipe(Effect.provide(world(ports)))
          }).pipe(Effect.scoped, Effect.provide(TestContext.TestContext), Effect.runPromise)
      ),
      { numRuns }
    ))
})
