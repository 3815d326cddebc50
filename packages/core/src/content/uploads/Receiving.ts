/** Receives the content of an upload that comes in parts. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { invalid, type LecternError } from "../../foundation/errors/Errors.js"
import { type FileLimitsValue, fileTooLarge } from "../../storage/blobs/FileLimits.js"
import { contentStream } from "./ContentStream.js"
import type { UploadContent, UploadPart, UploadRecord } from "./Upload.js"
import { partSize, type UploadParts } from "./UploadParts.js"
import type { UploadWrites } from "./UploadWrites.js"

/** The dependencies of receiving. */
interface Receiving {
  readonly limits: FileLimitsValue
  readonly parts: UploadParts
  readonly writes: UploadWrites
}

/**
 * Stores content as parts, from the first byte that an upload lacks. If the content breaks off, the bytes that have
 * arrived are kept, unless a checksum is expected: then nothing is kept.
 */
export const makeReceiving = ({ limits, parts, writes }: Receiving) =>
  Effect.fnUntraced(function* (upload: UploadRecord, content: UploadContent, expected?: string) {
    const end = upload.size ?? limits.maxFileBytes
    const hash = sha256.create()
    const pending: Array<UploadPart> = []
    let chunks: Array<Uint8Array> = []
    let buffered = 0
    let position = upload.received
    const flush: Effect.Effect<void, LecternError> = Effect.suspend(() => {
      if (buffered === 0) return Effect.void
      const [taken, size, offset] = [chunks, buffered, position]
      chunks = []
      buffered = 0
      position += size
      return Effect.flatMap(parts.keep(upload.id, offset, taken, size), (part) => {
        if (expected === undefined) return parts.add([part])
        pending.push(part)
        return Effect.void
      })
    }).pipe(writes.during(upload.id), Effect.uninterruptible)
    const take = (chunk: Uint8Array): Effect.Effect<void, LecternError> => {
      if (position + buffered + chunk.length > end) {
        return fileTooLarge("content", end - upload.received)
      }
      if (expected !== undefined) hash.update(chunk)
      chunks.push(chunk)
      buffered += chunk.length
      return buffered < partSize ? Effect.void : flush
    }
    const read = Stream.runForEach(contentStream(content), take)
    if (expected === undefined) {
      return yield* Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.exit(restore(read)), (exit) => Effect.zipRight(flush, exit))
      )
    }
    yield* Effect.gen(function* () {
      yield* read
      yield* flush
      if (bytesToHex(hash.digest()) !== expected) return yield* invalid("sha256", "does not match the content")
    }).pipe(Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : parts.drop(pending))))
    yield* parts.add(pending)
  })
