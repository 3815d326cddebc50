/** Garbage collection of blobs, over a storage and a blob store. */
import { expect } from "@effect/vitest"
import { Actor, system } from "@lectern/core/access/Actor"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import * as Blobs from "@lectern/core/garbage-collection/Blobs"
import * as BlobReferences from "@lectern/core/internal/storage/blobs/BlobReferences"
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { concern } from "./harness.js"

/** The services that the suite needs. */
export type Services = Blobs.Blobs | BlobReferences.BlobReferences | BlobStore | Storage

/** The services of the suite over a storage and a blob store. */
export const services = <E>(ports: Layer.Layer<Storage | BlobStore, E>) =>
  Blobs.service.layer.pipe(Layer.provideMerge(BlobReferences.service.layer), Layer.provideMerge(ports))

/** A storage and a blob store whose collector is opened on its own, as in another process. */
export const apart = <A, E>(
  place: Effect.Effect<A, never, Scope.Scope>,
  open: (place: A) => Layer.Layer<Storage | BlobStore, E>
): Layer.Layer<Services> =>
  Layer.unwrapScoped(
    Effect.map(place, (place) => {
      const collector = Blobs.service.layer.pipe(
        Layer.provide(BlobReferences.service.layer),
        Layer.provide(open(place))
      )
      return Layer.merge(services(open(place)), Layer.fresh(collector))
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

/** The suite; `runs` is how many histories it tries. */
export const suite = (runs: number) =>
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
