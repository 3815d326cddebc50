/**
 * Bytes under their hash.
 * @since 0.1.0
 */

import { expect } from "@effect/vitest"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import { inOnePiece, pieceSize } from "@lectern/core/internal/storage/blobs/Pieces"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { allBefore, bytesOf, edges, everyByte, patterned } from "./blobEdges.js"
import { concern } from "./harness.js"

/** Bytes in chunks that end at these places. */
const chunked = (bytes: Uint8Array, cuts: ReadonlyArray<number>): Stream.Stream<Uint8Array> => {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  return Stream.fromIterable([0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length)))
}

/** Lengths around the borders between pieces. */
const length = FastCheck.oneof(
  FastCheck.nat(300),
  FastCheck.tuple(FastCheck.integer({ min: 1, max: 3 }), FastCheck.integer({ min: -2, max: 2 })).map(
    ([pieces, more]) => pieces * pieceSize + more
  )
)

const timed = Effect.provide(TestContext.TestContext)

/** The suite of blobs. */
export const suite = concern<BlobStore>("blobs", (runner) => {
  const { property, test } = runner
  edges(runner)

  test(
    "bytes come back as they went in",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const large = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 31) % 251)
      for (const bytes of [everyByte, bytesOf("text"), new Uint8Array(0), large]) {
        yield* blobs.put(hashOf(bytes), bytes)
        const found = yield* blobs.get(hashOf(bytes))
        expect(found).toBeInstanceOf(Uint8Array)
        expect(found?.length).toBe(bytes.length)
        expect(hashOf(found ?? bytesOf("absent"))).toBe(hashOf(bytes))
      }
    })
  )

  test(
    "what was never put is absent",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      expect(yield* blobs.get(hashOf(everyByte))).toBeUndefined()
      yield* blobs.delete(hashOf(everyByte))
      yield* blobs.put(hashOf(bytesOf("other")), bytesOf("other"))
      expect(yield* blobs.get(hashOf(everyByte))).toBeUndefined()
    })
  )

  test(
    "the same bytes put twice, also at once, are one blob",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const hash = hashOf(everyByte)
      yield* Effect.all(
        Array.from({ length: 5 }, () => blobs.put(hash, everyByte)),
        { concurrency: "unbounded" }
      )
      yield* blobs.put(hash, everyByte)
      yield* blobs.delete(hash)
      expect(yield* blobs.get(hash)).toBeUndefined()
      yield* blobs.delete(hash)
    })
  )

  test(
    "a deleted blob can be put again, and a delete touches no other",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      yield* blobs.put(hashOf(bytesOf("a")), bytesOf("a"))
      yield* blobs.put(hashOf(bytesOf("b")), bytesOf("b"))
      yield* blobs.delete(hashOf(bytesOf("a")))
      expect(yield* blobs.get(hashOf(bytesOf("b")))).toEqual(bytesOf("b"))
      yield* blobs.put(hashOf(bytesOf("a")), bytesOf("a"))
      expect(yield* blobs.get(hashOf(bytesOf("a")))).toEqual(bytesOf("a"))
    })
  )

  test(
    "a caller's later change to its array does not reach the blob",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const bytes = bytesOf("before")
      const hash = hashOf(bytes)
      yield* blobs.put(hash, bytes)
      bytes.fill(0)
      const found = yield* blobs.get(hash)
      expect(found).toEqual(bytesOf("before"))
      found?.fill(0)
      expect(yield* blobs.get(hash)).toEqual(bytesOf("before"))
    })
  )

  property(
    "a stream in any chunks comes back whole, and so does every range of it, which ends with the blob",
    FastCheck.record({
      length,
      cuts: FastCheck.array(FastCheck.nat(4 * pieceSize), { maxLength: 6 }),
      range: FastCheck.tuple(FastCheck.nat(4 * pieceSize), FastCheck.nat(4 * pieceSize))
    }),
    ({ cuts, length, range }) =>
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const bytes = patterned(length)
        const stored = yield* blobs.putStream(chunked(bytes, cuts))
        expect(stored).toEqual({ hash: hashOf(bytes), size: length })
        expect(yield* blobs.stat(stored.hash)).toEqual(stored)
        expect(hashOf((yield* blobs.get(stored.hash)) ?? bytesOf("absent"))).toBe(stored.hash)
        const [start = 0, end = 0] = range.map((at) => at % (length + 10)).sort((a, b) => a - b)
        const part = yield* inOnePiece(blobs.read(stored.hash, { start, end }))
        expect(hashOf(part)).toBe(hashOf(bytes.subarray(start, end)))
      }),
    40
  )

  test(
    "a stream is there when it has ended, and not before",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const bytes = patterned(2 * pieceSize)
      const [under, proceed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const pause = Stream.execute(Effect.zipRight(Deferred.succeed(under, undefined), Deferred.await(proceed)))
      const upload = yield* Effect.fork(blobs.putStream(Stream.concat(Stream.make(bytes), pause)))
      yield* Deferred.await(under)
      expect(yield* blobs.stat(hashOf(bytes))).toBeUndefined()
      expect(yield* blobs.get(hashOf(bytes))).toBeUndefined()
      expect(yield* Effect.flip(inOnePiece(blobs.read(hashOf(bytes))))).toMatchObject({ _tag: "Unavailable" })
      yield* Deferred.succeed(proceed, undefined)
      expect(yield* Fiber.join(upload)).toEqual({ hash: hashOf(bytes), size: bytes.length })
      expect(yield* blobs.stat(hashOf(bytes))).toBeDefined()
    })
  )

  test(
    "a stream that fails or is interrupted leaves nothing, and can be put again",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const bytes = patterned(3 * pieceSize + 1)
      const broken = Stream.concat(Stream.make(bytes), Stream.fail("broken"))
      expect(yield* Effect.flip(blobs.putStream(broken))).toBe("broken")
      const under = yield* Deferred.make<void>()
      const endless = Stream.concat(
        Stream.make(bytes),
        Stream.execute(Effect.zipRight(Deferred.succeed(under, undefined), Effect.never))
      )
      const upload = yield* Effect.fork(blobs.putStream(endless))
      yield* Deferred.await(under)
      yield* Fiber.interrupt(upload)
      expect(yield* allBefore(Number.MAX_SAFE_INTEGER)).toEqual([])
      yield* blobs.sweep(Number.MAX_SAFE_INTEGER)
      yield* blobs.putStream(Stream.make(bytes))
      expect(hashOf((yield* blobs.get(hashOf(bytes))) ?? bytesOf("absent"))).toBe(hashOf(bytes))
    })
  )

  test(
    "streams of the same bytes at once are one blob",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const bytes = patterned(pieceSize + 1)
      const put = blobs.putStream(chunked(bytes, [5, 9000]))
      const stored = yield* Effect.all([put, blobs.put(hashOf(bytes), bytes), put, put], { concurrency: "unbounded" })
      expect(stored[0]).toEqual(stored[3])
      expect(yield* allBefore(Number.MAX_SAFE_INTEGER)).toHaveLength(1)
      expect(yield* blobs.delete(hashOf(bytes))).toBe(true)
      expect(yield* blobs.get(hashOf(bytes))).toBeUndefined()
    })
  )

  test(
    "a sweep leaves what is being uploaded and what is there",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const bytes = patterned(2 * pieceSize)
      const [under, proceed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const pause = Stream.execute(Effect.zipRight(Deferred.succeed(under, undefined), Deferred.await(proceed)))
      const upload = yield* Effect.fork(blobs.putStream(Stream.concat(Stream.make(bytes), pause)))
      yield* Deferred.await(under)
      yield* blobs.sweep(Date.now() - 60_000)
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(upload)
      yield* blobs.sweep(Number.MAX_SAFE_INTEGER)
      expect(hashOf((yield* blobs.get(hashOf(bytes))) ?? bytesOf("absent"))).toBe(hashOf(bytes))
    })
  )

  test(
    "the time of the last put is listed, and a deletion can be bound to it",
    timed(
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        const [old, again] = [bytesOf("old"), bytesOf("put again")]
        yield* TestClock.setTime(1_000)
        for (const bytes of [old, again]) yield* blobs.put(hashOf(bytes), bytes)
        yield* TestClock.setTime(5_000)
        yield* blobs.putStream(Stream.make(again))
        const [a, b] = [
          { hash: hashOf(old), size: 3, putAt: 1_000 },
          { hash: hashOf(again), size: 9, putAt: 5_000 }
        ]
        expect(yield* allBefore(1_000)).toEqual([])
        expect(yield* allBefore(1_001)).toEqual([a])
        expect(new Set(yield* allBefore(5_001))).toEqual(new Set([a, b]))
        expect(yield* blobs.delete(a.hash, 1_000)).toBe(false)
        expect(yield* blobs.delete(b.hash, 5_000)).toBe(false)
        expect(yield* blobs.delete(a.hash, 1_001)).toBe(true)
        expect(yield* blobs.delete(a.hash, 1_001)).toBe(false)
        yield* TestClock.setTime(9_000)
        yield* blobs.put(b.hash, again)
        expect(yield* blobs.delete(b.hash, 9_000)).toBe(false)
        expect(yield* blobs.get(b.hash)).toEqual(again)
      })
    )
  )

  test(
    "a put beside a deletion that is bound to an earlier time is not lost",
    timed(
      Effect.gen(function* () {
        const blobs = yield* BlobStore
        for (let round = 1; round <= 30; round++) {
          const bytes = bytesOf(`round ${round % 3}`)
          yield* blobs.put(hashOf(bytes), bytes)
          yield* TestClock.adjust(1_000)
          const put = round % 2 === 0 ? blobs.put(hashOf(bytes), bytes) : blobs.putStream(Stream.make(bytes))
          yield* Effect.all([put, blobs.delete(hashOf(bytes), round * 1_000), put], { concurrency: "unbounded" })
          expect(yield* blobs.get(hashOf(bytes))).toEqual(bytes)
        }
      })
    )
  )
})
