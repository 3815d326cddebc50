/**
 * The store of the bytes of files, apart from the rows that describe them.
 * @since 0.1.0
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"

/** Stored bytes: their key, which is the SHA-256 in lower-case hex, and their number. */
export interface StoredBlob {
  readonly hash: string
  readonly size: number
}

/** A blob in a listing; `putAt` is the time it was last put, in milliseconds. */
export interface ListedBlob extends StoredBlob {
  readonly putAt: number
}

/** The bytes from `start` up to but excluding `end`. A range that goes past the end of the blob ends with it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Keeps bytes under their hash. Blobs are immutable; putting the same bytes twice keeps them once, and resets their
 * age. A put inside a storage transaction may or may not be part of it, so put before the transaction that refers to
 * the blob. Unreferenced blobs are deleted some time after they were put; see `Blobs.collect`.
 */
export interface BlobStoreService {
  /** Stores bytes that are in memory under their {@link hashOf}, which the caller computes once. */
  readonly put: (hash: string, bytes: Uint8Array) => Effect.Effect<void, Unavailable>
  /**
   * Stores a stream of any length, without holding it in memory. The blob exists once the stream has ended; a stream
   * that fails or is interrupted leaves nothing. Not inside a transaction.
   */
  readonly putStream: <E>(bytes: Stream.Stream<Uint8Array, E>) => Effect.Effect<StoredBlob, E | Unavailable>
  /** The bytes in one piece, or `undefined` if there is no such blob. For blobs known to be small. */
  readonly get: (hash: string) => Effect.Effect<Uint8Array | undefined, Unavailable>
  /** The size, or `undefined` if there is no such blob. */
  readonly stat: (hash: string) => Effect.Effect<StoredBlob | undefined, Unavailable>
  /**
   * The bytes, or a range of them, read piece by piece as they are consumed. Fails with `Unavailable` if the blob does
   * not exist, or no longer does.
   */
  readonly read: (hash: string, range?: ByteRange) => Stream.Stream<Uint8Array, Unavailable>
  /** Deletes a blob; with `before`, only if it was last put earlier than that. Returns whether it was deleted. */
  readonly delete: (hash: string, before?: number) => Effect.Effect<boolean, Unavailable>
  /** The blobs that were last put earlier than `before`, in any order. */
  readonly list: (before: number) => Stream.Stream<ListedBlob, Unavailable>
  /** Removes the remains of abandoned uploads to which nothing was written since `before`. */
  readonly sweep: (before: number) => Effect.Effect<void, Unavailable>
}

/** The blob store of an engine. */
export class BlobStore extends Context.Tag("@lectern/core/BlobStore")<BlobStore, BlobStoreService>() {}

/** The key of some bytes: their SHA-256 in lower-case hex. */
export const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))
