/** Where the bytes of files are kept, apart from the rows that describe them. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Context, type Effect } from "effect"
import type { Unavailable } from "../errors/Errors.js"

/** Keeps bytes under their hash. Blobs are immutable; putting the same bytes twice keeps them once. */
export interface BlobStoreService {
  /** Keeps the bytes under their {@link hashOf}, which the caller computes once. */
  readonly put: (hash: string, bytes: Uint8Array) => Effect.Effect<void, Unavailable>
  /** The bytes, or `undefined`. */
  readonly get: (hash: string) => Effect.Effect<Uint8Array | undefined, Unavailable>
  /** Forgets the bytes; nothing happens when there are none. */
  readonly delete: (hash: string) => Effect.Effect<void, Unavailable>
}

/** The blob store of an engine. */
export class BlobStore extends Context.Tag("@lectern/core/BlobStore")<BlobStore, BlobStoreService>() {}

/** The key of some bytes: their SHA-256 in lower-case hex. */
export const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))
