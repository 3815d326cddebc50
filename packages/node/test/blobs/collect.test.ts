import { join } from "node:path"
import { expect } from "@effect/vitest"
import { Actor, system } from "@lectern/core/access/Actor"
import * as BlobReferences from "@lectern/core/blobs/BlobReferences"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import * as Blobs from "@lectern/core/garbage-collection/Blobs"
import { Storage } from "@lectern/core/storage/Storage"
import * as FolderBlobStore from "@lectern/node/blobs/FolderBlobStore"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { temporaryFolder } from "@lectern/storage-testing/files"
import { concern } from "@lectern/storage-testing/harness"
import { Effect, FastCheck, Layer, Stream, TestClock, TestContext } from "effect"

type Services = Blobs.Blobs | BlobReferences.BlobReferences | BlobStore | Storage

const services = <E>(ports: Layer.Layer<Storage | BlobStore, E>) =>
  Blobs.service.layer.pipe(Layer.provideMerge(BlobReferences.service.layer), Layer.provideMerge(ports))

const sqlite = (folder: string) => SqliteStorage.layer({ filename: join(folder, "lectern.db") })
const files = (folder: string) => FolderBlobStore.layer(join(folder, "blobs"))

/** The collector on a connection of its own, as in another process. */
const apart = <E>(ports: (folder: string) => Layer.Layer<Storage | BlobStore, E>): Layer.Layer<Services> =>
  Layer.unwrapScoped(
    Effect.map(temporaryFolder, (folder) => {
      const collector = Blobs.service.layer.pipe(
        Layer.provide(BlobReferences.service.layer),
        Layer.provide(ports(folder))
      )
      return Layer.merge(services(ports(folder)), Layer.fresh(collector))
    })
  ).pipe(Layer.orDie)

const bytesOf = (content: number) => new TextEncoder().encode(`content ${content}`)

const collect = Effect.flatMap(Blobs.Blobs, (blobs) => Effect.provideService(blobs.collect, Actor, system))
const hashes = Effect.flatMap(BlobStore, (blobs) =>
  Effect.map(Stream.runCollect(blobs.list(Number.MAX_SAFE_INTEGER)), (found) =>
    [...found].map(({ hash }) => hash).sort()
  )
)
const referenced = Effect.flatMap(Storage, (storage) =>
  Effect.map(storage.scan(BlobReferences.BlobReferenceTable, {}), (found) =>
    [...new Set(found.map(({ columns }) => String(columns.hash)))].sort()
  )
)

const step = FastCheck.oneof(
  FastCheck.record({
    kind: FastCheck.constant("upload" as const),
    content: FastCheck.nat(4),
    holder: FastCheck.nat(2),
    streamed: FastCheck.boolean()
  }),
  FastCheck.record({ kind: FastCheck.constant("abandon" as const), content: FastCheck.nat(4) }),
  FastCheck.record({ kind: FastCheck.constant("purge" as const), holder: FastCheck.nat(2) }),
  FastCheck.record({ kind: FastCheck.constant("wait" as const), minutes: FastCheck.integer({ min: 1, max: 14 }) }),
  FastCheck.record({ kind: FastCheck.constant("collect" as const) })
)
type Step = typeof step extends FastCheck.Arbitrary<infer A> ? A : never

const put = (content: number, streamed: boolean) =>
  Effect.flatMap(BlobStore, (blobs) => {
    const bytes = bytesOf(content)
    const chunks = Stream.fromIterable([...bytes].map((byte) => Uint8Array.of(byte)))
    return streamed ? blobs.putStream(chunks) : blobs.put(hashOf(bytes), bytes)
  })

const run = (made: Step): Effect.Effect<unknown, unknown, Services> => {
  switch (made.kind) {
    case "upload":
      return Effect.gen(function* () {
        yield* put(made.content, made.streamed)
        yield* Effect.yieldNow()
        yield* (yield* BlobReferences.BlobReferences).add(hashOf(bytesOf(made.content)), String(made.holder))
      })
    case "abandon":
      return put(made.content, true)
    case "purge":
      return Effect.flatMap(BlobReferences.BlobReferences, (references) => references.purge(String(made.holder)))
    case "wait":
      return TestClock.adjust(`${made.minutes} minutes`)
    case "collect":
      return collect
  }
}

const timed = Effect.provide(TestContext.TestContext)

const suite = (runs: number) =>
  concern<Services>("collecting blobs", ({ property, test }) => {
    property(
      "never takes what is referred to, and in the end leaves nothing else, whatever else goes on",
      FastCheck.array(FastCheck.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      (batches) =>
        timed(
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            for (const batch of batches) {
              yield* Effect.forEach(batch, run, { concurrency: "unbounded", discard: true })
              for (const hash of yield* referenced) expect(yield* blobs.get(hash)).toBeDefined()
            }
            yield* TestClock.adjust("1 hour")
            yield* collect
            expect(yield* hashes).toEqual(yield* referenced)
          })
        ),
      runs
    )

    test(
      "leaves a blob that is put and referred to after it was found to be unused",
      timed(
        Effect.gen(function* () {
          const store = yield* BlobStore
          const references = yield* BlobReferences.BlobReferences
          const [hash, bytes] = [hashOf(bytesOf(0)), bytesOf(0)]
          const late = Effect.zipRight(store.put(hash, bytes), references.add(hash, "space"))
          const slow: BlobReferences.BlobReferencesService = {
            ...references,
            any: (hash) => Effect.tap(references.any(hash), () => Effect.orDie(late))
          }
          yield* put(0, true)
          yield* TestClock.adjust("2 hours")
          const layer = Layer.fresh(Blobs.service.layer).pipe(
            Layer.provide(Layer.succeed(BlobReferences.BlobReferences, slow))
          )
          expect(yield* Effect.provide(collect, layer)).toEqual({ blobs: 0, bytes: 0 })
          expect(yield* hashes).toEqual([hash])
        })
      )
    )

    test(
      "says what it freed, keeps what is younger than an hour, and is for the embedding program",
      timed(
        Effect.gen(function* () {
          const references = yield* BlobReferences.BlobReferences
          for (const content of [0, 1, 2]) yield* put(content, false)
          yield* references.add(hashOf(bytesOf(0)), "space")
          yield* references.add(hashOf(bytesOf(0)), "import")
          yield* TestClock.adjust("30 minutes")
          yield* put(1, false)
          yield* TestClock.adjust("30 minutes")
          expect(yield* collect).toEqual({ blobs: 1, bytes: bytesOf(2).length })
          yield* references.purge("import")
          yield* TestClock.adjust("30 minutes")
          expect(yield* collect).toEqual({ blobs: 1, bytes: bytesOf(1).length })
          expect(yield* hashes).toEqual([hashOf(bytesOf(0))])
          const someone = Effect.flatMap(Blobs.Blobs, (blobs) => blobs.collect).pipe(
            Effect.provideService(Actor, { kind: "user", user: "someone" as never })
          )
          expect(yield* Effect.flip(someone)).toMatchObject({ _tag: "Forbidden" })
        })
      )
    )
  })

suite(40)("memory", services(MemoryStorage.layer()))
suite(10)("SQLite, collected by another process", apart(sqlite))
suite(10)(
  "folder, collected by another process",
  apart((folder) => Layer.merge(sqlite(folder), files(folder)))
)
