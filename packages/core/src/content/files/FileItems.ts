/** Takes in a file: its bytes are stored, and its type is detected on the way. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { BlobStoreService, StoredBlob } from "../../storage/blobs/BlobStore.js"
import { pieceSize, putBytes } from "../../storage/blobs/Pieces.js"
import type { FileItem } from "../items/Item.js"
import type { FileId } from "./File.js"
import type { FileKind } from "./FileFormats.js"
import { fileKind } from "./FileTypes.js"

/** A declaration of a file; the media type is detected if it is not given. */
export interface IncomingFile {
  readonly name: string
  readonly contentType?: string | undefined
}

/** A file whose bytes are stored. They persist once `BlobReferences` and an item refer to them. */
export interface TakenFile extends StoredBlob, FileKind {
  readonly name: string
}

/** Stores the bytes of a file. Not inside a transaction. */
export const takeBytes = (
  blobs: BlobStoreService,
  { contentType, name }: IncomingFile,
  bytes: Uint8Array
): Effect.Effect<TakenFile, Unavailable> =>
  Effect.gen(function* () {
    const hash = yield* putBytes(blobs, bytes)
    return { name, hash, size: bytes.length, ...(yield* fileKind(name, contentType, bytes.subarray(0, pieceSize))) }
  })

/** Stores the bytes of a file as they arrive, without holding them in memory; a stream that fails leaves nothing. */
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
