/**
 * Files that are uploaded before a batch of changes inserts them: in one go, or in parts that survive a broken connection.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, invalid, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now, timestamp } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls, spaceUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import { requireSystem } from "../../people/users/Users.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { FileLimits, fileTooLarge, requireRoom } from "../../storage/blobs/FileLimits.js"
import { metered } from "../../storage/blobs/Metered.js"
import { jobLock, spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { callerOf, makeClaiming } from "./Claiming.js"
import { contentStream } from "./ContentStream.js"
import { makeReceiving } from "./Receiving.js"
import {
  keptFor,
  PartFields,
  type Upload,
  type UploadContent,
  UploadFields,
  UploadId,
  type UploadRecord
} from "./Upload.js"
import { isWhole, makeUploadParts } from "./UploadParts.js"
import { UploadRepository } from "./UploadRepository.js"
import { makeUploadWrites } from "./UploadWrites.js"

/**
 * Uploads. An upload belongs to the caller who created it, in one space, and is `NotFound` for everybody else and in
 * every other space. All of this needs `edit`. A batch of changes inserts it by its id, once; one that is not inserted
 * is deleted a day after its last byte. Fails with `TooLarge` above `FileLimits.maxFileBytes`, with `Conflict` above
 * the quotas, and with `Unavailable` if the disk has no room.
 */
export interface UploadsService {
  /** Uploads a whole file in one go. Content that fails or is interrupted leaves nothing. */
  readonly create: (
    space: SpaceId,
    upload: UploadFields & { readonly content: UploadContent }
  ) => Effect.Effect<Upload, LecternError, Actor>
  /** Begins an upload in parts. */
  readonly begin: (space: SpaceId, fields?: UploadFields) => Effect.Effect<Upload, LecternError, Actor>
  /**
   * Adds the next part of an upload, of any size. The bytes that have arrived are kept if the content fails or is
   * interrupted, unless the part has a `sha256`, and the upload continues from there. Fails with `Conflict` if `offset`
   * does not match the upload's, for example because another part arrived at the same time.
   */
  readonly append: (
    space: SpaceId,
    id: UploadId,
    part: PartFields & { readonly content: UploadContent }
  ) => Effect.Effect<Upload, LecternError, Actor>
  /** An upload, with the number of bytes that have arrived. */
  readonly get: (space: SpaceId, id: UploadId) => Effect.Effect<Upload, LecternError, Actor>
  /** Deletes an upload. Deleting one that does not exist is not an error. */
  readonly remove: (space: SpaceId, id: UploadId) => Effect.Effect<void, LecternError, Actor>
  /** The maximum size of one file, in bytes. */
  readonly maxSize: Effect.Effect<number>
  /** Deletes all users' uploads that have expired, and returns their number. Only for the embedding program. */
  readonly clean: Effect.Effect<number, LecternError, Actor>
}

/** The service of uploads. */
export class Uploads extends Context.Tag("@lectern/core/Uploads")<Uploads, UploadsService>() {}

/** The number of expired uploads that are deleted together, including by a call that begins another upload. */
const cleanedAtOnce = 20

/** The time for which an upload in one go may stall before it counts as abandoned: an hour. */
const abandonedAfter = 60 * 60 * 1000

const parseFields = parser(UploadFields)
const parsePart = parser(PartFields)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const blobs = yield* BlobStore
  const uploads = yield* UploadRepository
  const ids = yield* Ids
  const limits = yield* FileLimits
  const parts = yield* makeUploadParts
  const { find } = yield* makeClaiming
  const writes = makeUploadWrites()
  const receive = makeReceiving({ limits, parts, writes })
  const { base } = yield* PublicUrls

  const answer = (upload: UploadRecord): Upload => ({
    object: "upload",
    id: upload.id,
    space: upload.space,
    name: upload.name,
    ...(upload.contentType !== undefined && { contentType: upload.contentType }),
    ...(upload.metadata !== undefined && { metadata: upload.metadata }),
    ...(upload.size !== undefined && { size: upload.size }),
    offset: upload.whole?.size ?? upload.received,
    complete: upload.whole !== undefined,
    ...(upload.whole !== undefined && { hash: upload.whole.hash }),
    createdAt: upload.createdAt,
    expiresAt: timestamp(upload.expiresAt),
    urls: { location: `${spaceUrls(base, upload.space).location}/uploads/${upload.id}` }
  })

  const forgetExpired = Effect.gen(function* () {
    const expired = yield* uploads.expired((yield* Clock.currentTimeMillis) + 1, cleanedAtOnce)
    yield* Effect.forEach(expired, ({ id }) => parts.remove(id), { discard: true })
    return expired.length
  })

  const requireSize = (size: number) =>
    size > limits.maxFileBytes ? Effect.fail(fileTooLarge("size", limits.maxFileBytes)) : requireRoom(limits, size)

  /** Records an upload of which nothing has arrived yet. */
  const record = Effect.fnUntraced(function* (id: SpaceId, { name = "file", ...fields }: UploadFields, kept: number) {
    yield* access.requireSpace(id, needs.edit)
    yield* requireSize(fields.size ?? 0)
    yield* forgetExpired
    return yield* storage.transaction(
      Effect.gen(function* () {
        const { space } = yield* access.requireSpace(id, needs.edit)
        const upload: UploadRecord = {
          id: UploadId.make(yield* ids.next),
          space: id,
          organization: space.organization,
          caller: callerOf(yield* Actor),
          name,
          ...fields,
          received: 0,
          parts: 0,
          reserved: fields.size ?? 0,
          createdAt: yield* now,
          expiresAt: (yield* Clock.currentTimeMillis) + kept
        }
        yield* uploads.insert(upload)
        return upload
      }),
      [spaceLock(id)]
    )
  })

  const change = (id: UploadId, to: (upload: UploadRecord, time: number) => UploadRecord) =>
    storage.transaction(
      Effect.gen(function* () {
        const stored = yield* uploads.find(id)
        if (stored === undefined) return yield* notFound("upload")
        const changed = to(stored.value, yield* Clock.currentTimeMillis)
        yield* uploads.replace(stored, changed)
        return { stored, changed }
      }),
      [jobLock(id)]
    )

  /**
   * Stores the content of an upload as one blob; while it arrives, the upload does not expire, and its bytes are
   * counted.
   */
  const take = Effect.fnUntraced(function* (upload: UploadRecord, content: UploadContent) {
    const limit = upload.size ?? limits.maxFileBytes
    const progress = (size: number) =>
      change(upload.id, (current, time) => ({
        ...current,
        reserved: Math.max(current.reserved, Math.min(size, limit)),
        expiresAt: time + abandonedAfter
      }))
    const whole = yield* blobs.putStream(metered(contentStream(content), limits, "content", progress))
    if (upload.size !== undefined && whole.size !== upload.size) {
      return yield* invalid("content", `expected ${upload.size} bytes, got ${whole.size}`)
    }
    return yield* storage.transaction(
      Effect.gen(function* () {
        const stored = yield* uploads.find(upload.id)
        if (stored === undefined) return yield* notFound("upload")
        const { size } = whole
        const expiresAt = (yield* Clock.currentTimeMillis) + keptFor
        const done = { ...stored.value, size, whole, reserved: size, received: size, expiresAt }
        yield* uploads.join(stored, done)
        return done
      }),
      [jobLock(upload.id)]
    )
  })

  /** Sets the size of an upload that began without one. */
  const withSize = Effect.fnUntraced(function* (upload: UploadRecord, size: number | undefined) {
    if (size === undefined || size === upload.size) return upload
    if (upload.size !== undefined || size < upload.received) {
      return yield* invalid("size", `expected ${upload.size ?? `at least ${upload.received}`}, got ${size}`)
    }
    yield* requireSize(size)
    return (yield* change(upload.id, (current) => ({
      ...current,
      size,
      reserved: Math.max(current.reserved, size)
    }))).changed
  })

  const service: UploadsService = {
    create: Effect.fnUntraced(function* (id, { content, ...given }) {
      const fields = yield* parseFields(given)
      return yield* Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(record(id, fields, abandonedAfter), (upload) =>
          restore(take(upload, content)).pipe(Effect.onError(() => Effect.ignore(parts.remove(upload.id))))
        )
      ).pipe(Effect.map(answer))
    }),
    begin: Effect.fnUntraced(function* (id, given = {}) {
      const upload = yield* record(id, yield* parseFields(given), keptFor)
      return answer(upload.size === 0 ? yield* parts.join(upload) : upload)
    }),
    append: Effect.fnUntraced(function* (space, id, { content, ...given }) {
      const { offset, partSize: announced = 0, sha256: expected, size } = yield* parsePart(given)
      yield* writes.ended(id)
      const { value } = yield* find(space, id)
      if (value.received !== offset) {
        return yield* new Conflict({ message: `offset: expected ${value.received}, got ${offset}` })
      }
      const upload = yield* withSize(value, size)
      const end = upload.size ?? limits.maxFileBytes
      if (offset + announced > end) {
        return yield* fileTooLarge("content", end - offset)
      }
      if (!isWhole(upload)) yield* receive(upload, content, expected)
      const { value: current } = yield* find(space, id)
      return answer(current.received === current.size ? yield* parts.join(current) : current)
    }),
    get: (space, id) => Effect.map(Effect.zipRight(writes.ended(id), find(space, id)), ({ value }) => answer(value)),
    remove: (space, id) =>
      Effect.flatMap(find(space, id), ({ value }) => parts.remove(value.id)).pipe(
        Effect.catchTag("NotFound", () => Effect.void)
      ),
    maxSize: Effect.succeed(limits.maxFileBytes),
    clean: Effect.gen(function* () {
      yield* requireSystem
      let total = 0
      for (;;) {
        const cleaned = yield* forgetExpired
        total += cleaned
        if (cleaned < cleanedAtOnce) return total
      }
    })
  }
  return service
})

/** {@link Uploads} over the services and repositories of the context. */
export const service = serviceOf(Uploads, make)
