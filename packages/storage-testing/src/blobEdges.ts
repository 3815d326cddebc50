/** The laws of blobs at their edges: empty ones, ranges that go past the end, long lists. */

import { expect } from "@effect/vitest"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import { inOnePiece, pieceSize } from "@lectern/core/internal/storage/blobs/Pieces"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Runner } from "./harness.js"
import { runs } from "./runs.js"

/** A text as bytes. */
export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Some bytes. */
export const everyByte = Uint8Array.from({ length: 1024 }, (_, i) => i % 256)

const pattern = Uint8Array.from({ length: 4 * pieceSize }, (_, i) => (i * 31) % 251)

/** Bytes of a length up to that of four pieces, the same each time. */
export const patterned = (length: number) => pattern.subarray(0, length)

/** All blobs that were last put earlier than a time. */
export const allBefore = (before: number) =>
  Effect.flatMap(BlobStore, (blobs) => Effect.map(Stream.runCollect(blobs.list(before)), (found) => [...found]))

/** Registers the tests. */
export const edges = ({ test }: Runner<BlobStore>): void => {
  test(
    "an empty stream is a blob, and an empty range is part of every blob, but not of none",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const absent = hashOf(everyByte)
      expect(yield* Effect.flip(inOnePiece(blobs.read(absent)))).toMatchObject({ _tag: "Unavailable" })
      const none = { start: 0, end: 0 }
      expect(yield* Effect.flip(inOnePiece(blobs.read(absent, none)))).toMatchObject({ _tag: "Unavailable" })
      const empty = yield* blobs.putStream(Stream.empty)
      expect(empty).toEqual({ hash: hashOf(new Uint8Array(0)), size: 0 })
      expect(yield* blobs.stat(empty.hash)).toEqual(empty)
      yield* blobs.put(absent, everyByte)
      const ranges = [
        [empty.hash, { start: 0, end: 0 }, 0],
        [empty.hash, { start: 0, end: 9 }, 0],
        [empty.hash, undefined, 0],
        [absent, { start: 5, end: 5 }, 0],
        [absent, { start: 1024, end: 1024 }, 0],
        [absent, { start: 1024, end: 2000 }, 0],
        [absent, { start: 1023, end: 2000 }, 1],
        [absent, { start: 5000, end: 6000 }, 0]
      ] as const
      for (const [hash, range, size] of ranges) {
        expect((yield* inOnePiece(blobs.read(hash, range))).length).toBe(size)
      }
    })
  )

  test(
    "a list has every blob once, also while what it lists is deleted",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const all = Array.from({ length: runs(30) }, (_, i) => bytesOf(`blob ${i}`))
      for (const bytes of all) yield* blobs.put(hashOf(bytes), bytes)
      const listed = (yield* allBefore(Number.MAX_SAFE_INTEGER)).map(({ hash }) => hash)
      expect([...listed].sort()).toEqual(all.map(hashOf).sort())
      const deleted = Stream.mapEffect(blobs.list(Number.MAX_SAFE_INTEGER), ({ hash }) => blobs.delete(hash))
      expect([...(yield* Stream.runCollect(deleted))]).toEqual(all.map(() => true))
      expect(yield* allBefore(Number.MAX_SAFE_INTEGER)).toEqual([])
    })
  )

  test(
    "a stream that is only partly read can be abandoned",
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const { hash } = yield* blobs.putStream(Stream.make(patterned(3 * pieceSize)))
      for (let round = 0; round < 3; round++) {
        const some = yield* Stream.runCollect(Stream.take(blobs.read(hash), 1))
        expect([...some][0]?.[1]).toBe(31)
      }
      expect(yield* blobs.delete(hash)).toBe(true)
    })
  )
}
