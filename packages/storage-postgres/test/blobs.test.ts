/** Blobs of which the database has lost a part. */
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import { Effect, Stream } from "effect"
import { expect, it } from "vitest"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { createDatabase, execute } from "./server.js"

it("a blob without one of its pieces cannot be read, and does not keep another one from it", async () => {
  const url = await createDatabase()
  const bytes = new Uint8Array(300_000).fill(7)
  const [hash, other] = [hashOf(bytes), hashOf(new Uint8Array([1]))]
  await Effect.runPromise(
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      yield* blobs.put(hash, bytes)
      yield* blobs.put(other, new Uint8Array([1]))
      expect(yield* blobs.get(hash)).toEqual(bytes)
      yield* Effect.promise(() => execute(url, "delete from blob_pieces where piece = 1"))
      const failure = yield* Effect.flip(blobs.get(hash))
      expect([failure._tag, failure.cause]).toEqual(["Unavailable", "a piece of a blob is not there"])
      expect(yield* blobs.get(other)).toEqual(new Uint8Array([1]))
    }).pipe(Effect.provide(PostgresStorage.layer({ url })))
  )
})

it("an upload of which the server lost a piece does not become a blob", async () => {
  const url = await createDatabase()
  const pieces = [1, 2, 3].map((each) => new Uint8Array(256 * 1024).fill(each))
  const losing = Stream.fromEffect(Effect.promise(() => execute(url, "delete from blob_pieces where piece = 0")))
  const bytes = Stream.concat(Stream.fromIterable(pieces), Stream.drain(losing))
  await Effect.runPromise(
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const failure = yield* Effect.flip(blobs.putStream(bytes))
      expect([failure._tag, failure.cause]).toEqual(["Unavailable", "an upload is not there"])
      const left = yield* Effect.promise(() =>
        execute(url, "select count(*) from blob_heads union all select count(*) from blob_pieces")
      )
      expect(left).toEqual([["0"], ["0"]])
      const { size } = yield* blobs.putStream(Stream.fromIterable(pieces))
      expect(size).toBe(3 * 256 * 1024)
    }).pipe(Effect.provide(PostgresStorage.layer({ url })))
  )
})
