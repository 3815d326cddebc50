/** How a file comes in: its bytes are kept, and what it is is found out on the way. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { BlobStoreService, StoredBlob } from "../blobs/BlobStore.js"
import { pieceSize, putBytes } from "../blobs/Pieces.js"
import type { Unavailable } from "../errors/Errors.js"
import type { FileId } from "./File.js"
import { type FileKind, fileKind } from "./FileTypes.js"
import type { FileItem } from "./Item.js"

/** What is said of a file; its media type is found out where it is not said. */
export interface IncomingFile {
  readonly name: string
  readonly contentType?: string | undefined
}

/** A file whose bytes are kept. It lasts when it is referred to, by `BlobReferences` and an item. */
export interface TakenFile extends StoredBlob, FileKind {
  readonly name: string
}

/** Keeps the bytes of a file. Not inside a transaction. */
export const takeBytes = (
  blobs: BlobStoreService,
  { contentType, name }: IncomingFile,
  bytes: Uint8Array
): Effect.Effect<TakenFile, Unavailable> =>
  Effect.gen(function* () {
    const hash = yield* putBytes(blobs, bytes)
    return { name, hash, size: bytes.length, ...(yield* fileKind(name, contentType, bytes.subarray(0, pieceSize))) }
  })

/** Keeps the bytes of a file as they come, without holding them in memory; nothing is left of a stream that fails. */
export const takeStream = <E>(
  blobs: BlobStoreService,
  { contentType, name }: IncomingFile,
  bytes: Stream.Stream<Uint8Array, E>
): Effect.Effect<TakenFile, E | Unavailable> =>
  Effect.gen(function* () {
    const prefix = new Uint8Array(pieceSize)
    let length = 0
    const stored = yield* blobs.putStream(
      Stream.map(bytes, (chunk) => {
        const first = chunk.subarray(0, pieceSize - length)
        prefix.set(first, length)
        length += first.length
        return chunk
      })
    )
    return { name, ...stored, ...(yield* fileKind(name, contentType, prefix.subarray(0, length))) }
  })

/** A file as stored. */
export const fileItem = (id: FileId, file: TakenFile, at: string): FileItem => ({
  kind: "file",
  id,
  ...file,
  createdAt: at
})
