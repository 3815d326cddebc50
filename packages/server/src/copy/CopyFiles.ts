/** Copies the bytes of files from one workspace to another, and compares them. */
import { createHash } from "node:crypto"
import type { BlobStoreService } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { BlobReferenceTable } from "@lectern/core/internal/storage/blobs/BlobReferences"
import type { StorageService } from "@lectern/core/storage/Storage"
import { position, type Value } from "@lectern/core/storage/Table"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Failed } from "../output/Failures.js"

/** How many files are read in parallel: a bucket takes some time to answer each request. */
const atOnce = 4

/** How many references are read together. */
const piece = 500

/** Files that were compared. */
export interface FileCounts {
  readonly files: number
  readonly bytes: number
}

/** The hashes of all blobs that are referenced, in order and each once. */
export const referencedBlobs = (storage: StorageService): Stream.Stream<string, Unavailable> =>
  Stream.changes(
    Stream.paginateChunkEffect(undefined as ReadonlyArray<Value> | undefined, (after) =>
      Effect.map(storage.scan(BlobReferenceTable, { limit: piece, ...(after !== undefined && { after }) }), (rows) => {
        const last = rows.length < piece ? undefined : rows.at(-1)
        return [
          Chunk.fromIterable(rows.map(({ columns }) => String(columns.hash))),
          Option.map(Option.fromNullable(last), (row) => position(BlobReferenceTable, undefined, row))
        ] as const
      })
    )
  )

const missing = (hash: string) =>
  new Failed({ message: `blob ${hash} is needed but missing; lectern check says what needs it` })

const damaged = (hash: string) => new Failed({ message: `blob ${hash} is damaged; lectern check says what else is` })

/** Copies the blobs that a workspace references and that the store does not have yet. */
export const copyFiles = (
  storage: StorageService,
  from: BlobStoreService,
  to: BlobStoreService
): Effect.Effect<void, Failed | Unavailable> =>
  Stream.runDrain(
    Stream.mapEffect(
      referencedBlobs(storage),
      (hash) =>
        Effect.gen(function* () {
          if ((yield* to.stat(hash)) !== undefined) return
          if ((yield* from.stat(hash)) === undefined) return yield* missing(hash)
          const stored = yield* to.putStream(from.read(hash))
          if (stored.hash !== hash) return yield* damaged(hash)
        }),
      { concurrency: atOnce, unordered: true }
    )
  )

/** Reads every referenced blob again, and fails if one does not match its hash. */
export const compareFiles = (
  storage: StorageService,
  to: BlobStoreService
): Effect.Effect<FileCounts, Failed | Unavailable> =>
  Stream.runFold(
    Stream.mapEffect(
      referencedBlobs(storage),
      (hash) =>
        Effect.suspend(() => {
          const sum = createHash("sha256")
          let length = 0
          const read = Stream.runForEach(to.read(hash), (bytes) =>
            Effect.sync(() => {
              sum.update(bytes)
              length += bytes.length
            })
          )
          return Effect.flatMap(read, () => (sum.digest("hex") === hash ? Effect.succeed(length) : damaged(hash)))
        }),
      { concurrency: atOnce, unordered: true }
    ),
    { files: 0, bytes: 0 },
    ({ bytes, files }, length) => ({ files: files + 1, bytes: bytes + length })
  )
