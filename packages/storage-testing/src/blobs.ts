/** Bytes under their hash. */

import { expect } from "@effect/vitest"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import { Effect } from "effect"
import { concern, type Suite } from "./harness.js"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const everyByte = Uint8Array.from({ length: 1024 }, (_, i) => i % 256)

/** The suite of blobs. */
export const suite: Suite = concern("blobs", ({ test }) => {
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
})
