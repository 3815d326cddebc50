/** Stores uploads that arrive in parts. */
import * as Chunk from "effect/Chunk"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Conflict, type LecternError, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { FileLimits, requireRoom } from "../../storage/blobs/FileLimits.js"
import { jobLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { encode } from "../git-layout/Folder.js"
import { keptFor, type UploadId, type UploadPart, type UploadRecord } from "./Upload.js"
import { UploadRepository } from "./UploadRepository.js"

/** The size of a part in bytes: 4 MB. Bytes that arrive after the last whole part are lost if the process is killed. */
export const partSize = 4 * 1024 * 1024

/** The maximum number of parts smaller than {@link partSize} in an upload. */
export const maxSmallParts = 10_000

/** The number of rows of parts that are read together. */
const rowsAtOnce = 500

/** An upload in one piece. */
export type WholeUpload = UploadRecord & Required<Pick<UploadRecord, "whole">>

/**
 * Stores parts and joins them to files. A part is a separate blob that begins with a random text, so that nothing else
 * has the same hash, and it can be deleted without checking for other references.
 */
export interface UploadParts {
  /** Stores the bytes of a part, which is not yet added to the upload. */
  readonly keep: (
    upload: UploadId,
    offset: number,
    chunks: ReadonlyArray<Uint8Array>,
    size: number
  ) => Effect.Effect<UploadPart, Unavailable>
  /** Adds stored parts to their upload, atomically; they are deleted if that fails. */
  readonly add: (parts: ReadonlyArray<UploadPart>) => Effect.Effect<void, LecternError>
  /** Deletes stored parts that were not added. */
  readonly drop: (parts: ReadonlyArray<UploadPart>) => Effect.Effect<void>
  /** The upload in one piece, joined from its parts if necessary. `Conflict` if bytes are missing. */
  readonly join: (upload: UploadRecord) => Effect.Effect<WholeUpload, LecternError>
  /** Deletes an upload, if it still exists. */
  readonly remove: (id: UploadId) => Effect.Effect<void, Unavailable>
}

/** Whether an upload is in one piece. */
export const isWhole = (upload: UploadRecord): upload is WholeUpload => upload.whole !== undefined

/** {@link UploadParts} over the repositories of the context. */
export const makeUploadParts = Effect.gen(function* () {
  const storage = yield* Storage
  const blobs = yield* BlobStore
  const uploads = yield* UploadRepository
  const ids = yield* Ids
  const limits = yield* FileLimits

  const forget = (hashes: ReadonlyArray<string>): Effect.Effect<void> =>
    Effect.forEach(hashes, (hash) => Effect.ignore(blobs.delete(hash)), { discard: true })

  const bytesOf = ({ id, received }: UploadRecord): Stream.Stream<Uint8Array, Unavailable> =>
    Stream.paginateChunkEffect(0, (from) =>
      Effect.map(uploads.parts(id, from, rowsAtOnce), (parts) => {
        const last = parts.at(-1)
        const next = last === undefined ? received : last.offset + last.size
        return [Chunk.unsafeFromArray(parts), next < received ? Option.some(next) : Option.none<number>()] as const
      })
    ).pipe(Stream.flatMap(({ hash, size, skip }) => blobs.read(hash, { start: skip, end: skip + size })))

  const found = Effect.fnUntraced(function* (id: UploadId) {
    const stored = yield* uploads.find(id)
    return stored === undefined ? yield* notFound("upload") : stored
  })

  const tooMany = new Conflict({
    message: `an upload may have ${maxSmallParts} parts of less than ${partSize} bytes: send larger ones`
  })

  const service: UploadParts = {
    keep: Effect.fnUntraced(function* (upload, offset, chunks, size) {
      yield* requireRoom(limits, size)
      const salt = encode(yield* ids.secret)
      const { hash } = yield* blobs.putStream(Stream.fromIterable([salt, ...chunks]))
      return { upload, offset, size, hash, skip: salt.length }
    }),
    add: (parts) =>
      storage
        .transaction(
          Effect.gen(function* () {
            const [first] = parts
            if (first === undefined) return
            const stored = yield* found(first.upload)
            const { value } = stored
            if (value.received !== first.offset || isWhole(value)) {
              return yield* new Conflict({ message: `offset: expected ${value.received}, got ${first.offset}` })
            }
            const received = parts.reduce((sum, { size }) => sum + size, value.received)
            const count = value.parts + parts.length
            if (count > maxSmallParts + received / partSize) return yield* tooMany
            for (const part of parts) yield* uploads.addPart(part)
            yield* uploads.replace(stored, {
              ...value,
              received,
              parts: count,
              reserved: Math.max(value.reserved, received),
              expiresAt: (yield* Clock.currentTimeMillis) + keptFor
            })
          }),
          [...parts.slice(0, 1).map(({ upload }) => jobLock(upload))]
        )
        .pipe(Effect.onError(() => service.drop(parts))),
    drop: (parts) => forget(parts.map(({ hash }) => hash)),
    join: Effect.fnUntraced(function* (upload) {
      if (isWhole(upload)) return upload
      const { received, size } = upload
      if (size === undefined || received < size) {
        const of = size === undefined ? "" : ` of ${size}`
        return yield* new Conflict({ message: `the upload is not complete: it has ${received}${of} bytes` })
      }
      yield* requireRoom(limits, received)
      const whole = yield* Effect.either(blobs.putStream(bytesOf(upload)))
      const [joined, parts] = yield* storage.transaction(
        Effect.gen(function* () {
          const stored = yield* found(upload.id)
          if (isWhole(stored.value)) return [stored.value, []] as const
          const made = { ...stored.value, whole: yield* whole, expiresAt: (yield* Clock.currentTimeMillis) + keptFor }
          return [made, yield* uploads.join(stored, made)] as const
        }),
        [jobLock(upload.id)]
      )
      yield* forget(parts)
      return joined
    }),
    remove: (id) =>
      Effect.flatMap(
        storage.transaction(
          Effect.flatMap(uploads.find(id), (stored) =>
            stored === undefined ? Effect.succeed([]) : uploads.remove(stored.value)
          ),
          [jobLock(id)]
        ),
        forget
      )
  }
  return service
})
