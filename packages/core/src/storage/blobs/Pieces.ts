/** Streams of bytes in pieces of one size, the form in which stores keep them, whatever pieces came in. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { type BlobStoreService, type ByteRange, hashOf, type StoredBlob } from "./BlobStore.js"

/** The number of bytes of a piece: 256 KB. */
export const pieceSize = 256 * 1024

/** Computes a SHA-256 piece by piece. */
export interface Hasher {
  readonly update: (bytes: Uint8Array) => unknown
  readonly digest: () => Uint8Array
}

/**
 * Hands the bytes of a stream on in pieces of {@link pieceSize}, of which the last may be shorter, and returns their
 * hash and size in the end. `keep` owns the pieces that it gets. `hasher` creates a native hash where there is one.
 */
export const keepPieces = <E, E2>(
  bytes: Stream.Stream<Uint8Array, E>,
  keep: (piece: Uint8Array, index: number) => Effect.Effect<void, E2>,
  hasher: () => Hasher = sha256.create
): Effect.Effect<StoredBlob, E | E2> =>
  Effect.suspend(() => {
    const hash = hasher()
    let piece = new Uint8Array(pieceSize)
    let filled = 0
    let size = 0
    let index = 0
    const flush = (): Effect.Effect<void, E2> => {
      const full = piece.subarray(0, filled)
      piece = new Uint8Array(pieceSize)
      filled = 0
      hash.update(full)
      return keep(full, index++)
    }
    const take = (chunk: Uint8Array, from = 0): Effect.Effect<void, E2> => {
      const taken = Math.min(chunk.length - from, pieceSize - filled)
      piece.set(chunk.subarray(from, from + taken), filled)
      filled += taken
      size += taken
      if (filled < pieceSize) return Effect.void
      return Effect.flatMap(Effect.suspend(flush), () => take(chunk, from + taken))
    }
    return Effect.flatMap(
      Stream.runForEach(bytes, (chunk) => take(chunk)),
      () => Effect.map(filled > 0 ? flush() : Effect.void, () => ({ hash: bytesToHex(hash.digest()), size }))
    )
  })

/** The pieces of some bytes, as views of them. */
export const piecesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, index) =>
    bytes.subarray(index * pieceSize, (index + 1) * pieceSize)
  )

/**
 * Stores bytes under their hash, and returns it. Large inputs are hashed in slices, so that other fibers can run in
 * between. Not inside a transaction.
 */
export const putBytes = (
  blobs: Pick<BlobStoreService, "put" | "putStream">,
  bytes: Uint8Array
): Effect.Effect<string, Unavailable> => {
  if (bytes.length > pieceSize) {
    const pieces = Stream.mapEffect(Stream.fromIterable(piecesOf(bytes)), (piece) => Effect.as(giveWay, piece))
    return Effect.map(blobs.putStream(pieces), ({ hash }) => hash)
  }
  const hash = hashOf(bytes)
  return Effect.as(blobs.put(hash, bytes), hash)
}

/** The bytes of a blob of this size that a range covers; without a range, all of them. */
export const rangeWithin = (size: number, { end, start }: ByteRange = { start: 0, end: size }): ByteRange => ({
  start,
  end: Math.min(end, size)
})

/** Reads a range of bytes stored in pieces of `size` bytes: each piece on demand, cut at the range's ends. */
export const readPieces = <E>(
  size: number,
  { end, start }: ByteRange,
  piece: (index: number) => Effect.Effect<Uint8Array, E>
): Stream.Stream<Uint8Array, E> =>
  start >= end
    ? Stream.empty
    : Stream.unfoldEffect(Math.floor(start / size), (index) => {
        const offset = index * size
        if (offset >= end) return Effect.succeedNone
        return Effect.map(piece(index), (bytes) =>
          Option.some([bytes.subarray(Math.max(start - offset, 0), end - offset), index + 1] as const)
        )
      })

/** The bytes of a stream in one piece. */
export const inOnePiece = <E>(bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<Uint8Array, E> =>
  Effect.map(Stream.runCollect(bytes), (chunks) => {
    const whole = new Uint8Array([...chunks].reduce((total, { length }) => total + length, 0))
    let offset = 0
    for (const chunk of chunks) {
      whole.set(chunk, offset)
      offset += chunk.length
    }
    return whole
  })
