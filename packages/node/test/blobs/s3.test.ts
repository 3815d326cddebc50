import { describe, expect, it } from "@effect/vitest"
import { type BlobStoreService, hashOf } from "@lectern/core/blobs/BlobStore"
import { Unavailable } from "@lectern/core/errors/Errors"
import { inOnePiece } from "@lectern/core/internal/storage/blobs/Pieces"
import * as S3BlobStore from "@lectern/node/blobs/S3BlobStore"
import * as blobs from "@lectern/storage-testing/blobs"
import { type Fault, type S3Server, s3Server } from "@lectern/storage-testing/s3/server"
import { Effect, Redacted, Stream } from "effect"
import { urlOf } from "../../src/blobs/s3/Client.js"
import { refused } from "../../src/blobs/s3/Failure.js"
import { optionsOf, partSize, s3 } from "./s3.js"

blobs.suite("S3", s3)

const ever = Number.MAX_SAFE_INTEGER
const large = Uint8Array.from({ length: 2 * partSize + 5 }, (_, i) => (i * 31) % 251)
const small = new TextEncoder().encode("small")
const chunks = Stream.fromIterable(Array.from({ length: 5 }, (_, i) => large.subarray(i * 120_000, (i + 1) * 120_000)))

const names = (server: S3Server): ReadonlyArray<string> => [...server.objects.keys()]
const messageOf = (failure: unknown): string =>
  failure instanceof Unavailable && failure.cause instanceof Error ? failure.cause.message : "no failure of a store"

/** Every operation of a store, ending with an empty bucket. */
const everything = (store: BlobStoreService) =>
  Effect.gen(function* () {
    const { hash } = yield* store.putStream(chunks)
    yield* store.put(hashOf(small), small)
    yield* store.put(hashOf(small), small)
    expect(hashOf((yield* store.get(hash)) ?? small)).toBe(hash)
    const range = { start: 3, end: large.length - 3 }
    expect(hashOf(yield* inOnePiece(store.read(hash, range)))).toBe(hashOf(large.subarray(range.start, range.end)))
    expect(yield* store.stat(hashOf(small))).toEqual({ hash: hashOf(small), size: small.length })
    const listed = yield* Stream.runCollect(store.list(ever))
    expect(new Set([...listed].map(({ hash }) => hash))).toEqual(new Set([hash, hashOf(small)]))
    for (const blob of listed) expect(yield* store.delete(blob.hash)).toBe(true)
    yield* store.sweep(ever)
  })

const operations = [
  "PutObject",
  "GetObject",
  "DeleteObject",
  "ListObjectsV2",
  "CreateMultipartUpload",
  "UploadPart",
  "CompleteMultipartUpload"
]
const faults: ReadonlyArray<Fault> = ["lost", "busy", "reset", "broken", "cut"]

describe("a store in a bucket", () => {
  it.scopedLive.each(operations)("goes on after every passing failure of %s", (operation) =>
    Effect.gen(function* () {
      const server = yield* s3Server({ smallestPart: partSize, pageSize: 2 })
      const tries = new Map<string, number>()
      server.fault = (requested, name) => {
        if (requested !== operation) return undefined
        const before = tries.get(name) ?? 0
        tries.set(name, before + 1)
        return faults[before]
      }
      yield* everything(S3BlobStore.make(optionsOf(server)))
      expect(Math.max(...tries.values())).toBeGreaterThan(2)
      expect(names(server)).toEqual([])
      if (operation !== "CreateMultipartUpload") expect(server.uploads.size).toBe(0)
    })
  )

  it.scopedLive("gives up after six tries, and names the operation and the bucket", () =>
    Effect.gen(function* () {
      const server = yield* s3Server()
      server.fault = () => "busy"
      const failure = yield* Effect.flip(S3BlobStore.make(optionsOf(server)).stat(hashOf(small)))
      const { host } = new URL(server.endpoint)
      const expected = `ListObjectsV2 in the bucket docs at ${host} was refused: refused: SlowDown (SlowDown)`
      expect(messageOf(failure)).toBe(expected)
      expect(server.requested).toHaveLength(6)
    })
  )

  it.scopedLive("refuses bytes that do not have their hash, from callers and from the bucket", () =>
    Effect.gen(function* () {
      const server = yield* s3Server()
      const store = S3BlobStore.make(optionsOf(server))
      expect(messageOf(yield* Effect.flip(store.put(hashOf(large), small)))).toContain("XAmzContentSHA256Mismatch")
      expect(names(server)).toEqual([])
      const { hash } = yield* store.putStream(chunks)
      server.fault = (operation) => (operation === "GetObject" ? "changed" : undefined)
      const expected = `the bytes of the blob ${hash} do not have its hash`
      expect(messageOf(yield* Effect.flip(store.get(hash)))).toContain(expected)
      expect(messageOf(yield* Effect.flip(Stream.runDrain(store.read(hash))))).toContain(expected)
    })
  )

  it.scopedLive("leaves the whole blob or nothing, wherever a process that puts or deletes ends", () =>
    Effect.gen(function* () {
      const rest = { puts: 0, deletions: 0 }
      for (const work of ["puts", "deletions"] as const) {
        for (let last = 0, ended = false; !ended; last++) {
          const server = yield* s3Server({ smallestPart: partSize })
          if (work === "deletions") yield* S3BlobStore.make(optionsOf(server)).putStream(chunks)
          let requests = 0
          server.fault = () => {
            if (requests++ < last) return undefined
            return requests === last + 1 ? "lost" : "broken"
          }
          const dying = S3BlobStore.make({ ...optionsOf(server), retryDelay: 0 })
          const dies: Effect.Effect<unknown, Unavailable> =
            work === "puts" ? dying.putStream(chunks) : dying.delete(hashOf(large))
          yield* Effect.exit(dies)
          ended = requests <= last
          server.fault = () => undefined
          const other = S3BlobStore.make(optionsOf(server))
          const found = yield* other.get(hashOf(large))
          if (found === undefined) {
            yield* other.sweep(ever)
            expect([names(server), server.uploads.size], `${work} after ${last}`).toEqual([[], 0])
            rest[work]++
          } else {
            expect(hashOf(found)).toBe(hashOf(large))
            yield* other.sweep(ever)
            expect(hashOf((yield* other.get(hashOf(large))) ?? small), `${work} after ${last}`).toBe(hashOf(large))
          }
        }
      }
      expect(rest.puts).toBeGreaterThan(4)
      expect(rest.deletions).toBeGreaterThan(1)
    })
  )

  it.scopedLive("keeps what is being uploaded when it sweeps, and takes what was abandoned", () =>
    Effect.gen(function* () {
      const server = yield* s3Server()
      const store = S3BlobStore.make(optionsOf(server))
      server.uploads.set("old", { name: "a/prefix/uploads/old", at: 1_000, parts: new Map() })
      const parts = new Map([[1, { bytes: Buffer.from(small), at: 5_000 }]])
      server.uploads.set("slow", { name: "a/prefix/uploads/slow", at: 1_000, parts })
      server.uploads.set("other", { name: "another/uploads/old", at: 1_000, parts: new Map() })
      yield* store.sweep(2_000)
      expect([...server.uploads.keys()]).toEqual(["slow", "other"])
      yield* store.sweep(6_000)
      expect([...server.uploads.keys()]).toEqual(["other"])
    })
  )

  it.scopedLive("reads on from another copy if that which it reads is replaced", () =>
    Effect.gen(function* () {
      const server = yield* s3Server()
      const [reader, writer] = [S3BlobStore.make(optionsOf(server)), S3BlobStore.make(optionsOf(server))]
      const { hash } = yield* reader.putStream(chunks)
      let reads = 0
      server.fault = (operation) => (operation === "GetObject" && reads++ === 0 ? "cut" : undefined)
      const read = Stream.tap(reader.read(hash), () => (reads === 1 ? writer.putStream(chunks) : Effect.void))
      expect(hashOf(yield* inOnePiece(read))).toBe(hash)
      expect(names(server).filter((name) => name.includes("/uploads/"))).toHaveLength(1)
      expect(hashOf((yield* reader.get(hash)) ?? small)).toBe(hash)
      yield* writer.delete(hash)
      expect(yield* reader.get(hash)).toBeUndefined()
    })
  )

  it.scopedLive("takes few requests", () =>
    Effect.gen(function* () {
      const server = yield* s3Server()
      const [store, other] = [S3BlobStore.make(optionsOf(server)), S3BlobStore.make(optionsOf(server))]
      const requests = <A, E>(effect: Effect.Effect<A, E>) =>
        Effect.map(effect, () => server.requested.splice(0).join(" "))
      const hash = hashOf(small)
      expect(yield* requests(store.put(hash, small))).toBe("PutObject ListObjectsV2")
      expect(yield* requests(store.put(hash, small))).toBe("PutObject ListObjectsV2 DeleteObject")
      expect(yield* requests(store.get(hash))).toBe("GetObject")
      expect(yield* requests(other.get(hash))).toBe("ListObjectsV2 GetObject")
      expect(yield* requests(other.get(hash))).toBe("GetObject")
      expect(yield* requests(store.stat(hash))).toBe("ListObjectsV2")
      expect(yield* requests(store.delete(hash))).toBe("ListObjectsV2 DeleteObject")
    })
  )

  it.scopedLive("aborts an upload of which a part fails for good", () =>
    Effect.gen(function* () {
      const server = yield* s3Server()
      const store = S3BlobStore.make(optionsOf(server))
      server.fault = (operation) => (operation === "UploadPart" ? "broken" : undefined)
      const failure = yield* Effect.flip(store.putStream(chunks))
      expect(messageOf(failure)).toContain("UploadPart in the bucket docs")
      expect([names(server), server.uploads.size]).toEqual([[], 0])
    })
  )
})

describe("what is wrong with a configuration", () => {
  const cases: ReadonlyArray<readonly [string, Partial<S3BlobStore.S3Options>, string]> = [
    ["secret", { credentials: { keyId: "key-of-a-test", secret: Redacted.make("not the secret") } }, "the secret does"],
    ["key", { credentials: { keyId: "nobody", secret: Redacted.make("secret-of-a-test") } }, "does not know the key"],
    ["region", { region: "eu-test-2" }, "the bucket is in the region eu-test-1"],
    ["bucket", { bucket: "nothing" }, "there is no such bucket (NoSuchBucket)"],
    ["endpoint", { endpoint: "http://127.0.0.1:1" }, "ECONNREFUSED"]
  ]
  it.scopedLive.each(cases)("is said for a wrong %s, without its secrets", ([, options, expected]) =>
    Effect.gen(function* () {
      const server = yield* s3Server()
      const message = messageOf(yield* Effect.flip(S3BlobStore.reach({ ...optionsOf(server), ...options })))
      expect(message).toContain(expected)
      expect(message).not.toMatch(/not the secret|secret-of-a-test|Signature=/)
    })
  )

  it.each([
    [
      403,
      { date: "Mon, 23 Nov 2026 12:00:00 GMT" },
      "<Code>RequestTimeTooSkewed</Code>",
      "there it is Mon, 23 Nov 2026"
    ],
    [403, {}, "", "the credentials do not permit this (AccessDenied)"],
    [301, { "x-amz-bucket-region": "eu-west-1" }, "", "the bucket is in the region eu-west-1"],
    [400, {}, "<Code>Odd</Code><Message>it is odd</Message>", "it is odd (Odd)"],
    [418, {}, "no XML", "it gives no reason (status 418)"]
  ])("explains the status %i", (status, headers, text, expected) => {
    const failure = refused("PutObject", status, headers, text)
    expect(failure.message).toContain(expected)
    expect(failure.passing).toBe(false)
  })

  it.each([
    [{ bucket: "docs" }, "https://docs.s3.us-east-1.amazonaws.com/"],
    [{ bucket: "docs", region: "eu-west-1" }, "https://docs.s3.eu-west-1.amazonaws.com/"],
    [{ bucket: "docs.example.com" }, "https://s3.us-east-1.amazonaws.com/docs.example.com/"],
    [{ bucket: "docs", endpoint: "http://minio:9000" }, "http://minio:9000/docs/"],
    [
      { bucket: "docs", endpoint: "https://r2.example.com", addressing: "host" as const },
      "https://docs.r2.example.com/"
    ]
  ])("addresses the bucket of %j", (options, expected) => {
    expect(urlOf(options)).toBe(expected)
  })
})
