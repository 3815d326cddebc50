import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import { FileLimits, requireQuota } from "../../storage/blobs/FileLimits.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { type UploadId, type UploadPart, type UploadRecord, uploadHolder } from "./Upload.js"
import { UploadPartsTable, UploadsTable } from "./UploadTables.js"

/**
 * Reads and writes uploads, the references to their blobs, and the counts for quotas. Writes belong in a transaction
 * that has read the rows they replace; writes that add fail with `Conflict` above a quota.
 */
export interface UploadRepositoryService {
  readonly find: (id: string) => Effect.Effect<Stored<UploadRecord> | undefined, Unavailable>
  readonly insert: (record: UploadRecord) => Effect.Effect<void, LecternError>
  readonly replace: (read: Stored<UploadRecord>, record: UploadRecord) => Effect.Effect<void, LecternError>
  /** Removes an upload with its parts, and returns the hashes of their blobs, which nothing else references. */
  readonly remove: (record: UploadRecord) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** At most `limit` uploads that expire before a time. */
  readonly expired: (before: number, limit: number) => Effect.Effect<ReadonlyArray<UploadRecord>, Unavailable>
  readonly addPart: (part: UploadPart) => Effect.Effect<void, Unavailable>
  /** At most `limit` parts from an offset on, in order. */
  readonly parts: (id: UploadId, from: number, limit: number) => Effect.Effect<ReadonlyArray<UploadPart>, Unavailable>
  /** Replaces the parts with the whole file, and returns the hashes of their blobs, which nothing else references. */
  readonly join: (
    read: Stored<UploadRecord>,
    record: UploadRecord & Required<Pick<UploadRecord, "whole">>
  ) => Effect.Effect<ReadonlyArray<string>, LecternError>
}

/** The repository of uploads. */
export class UploadRepository extends Context.Tag("@lectern/core/UploadRepository")<
  UploadRepository,
  UploadRepositoryService
>() {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const references = yield* BlobReferences
  const { perCaller, perOrganization } = yield* FileLimits
  const uploads = rows(storage, UploadsTable)
  const partRows = rows(storage, UploadPartsTable)

  /** Counts uploads and bytes, and returns the new totals of their caller and organization. */
  const count = ({ caller, organization }: UploadRecord, more: number, bytes: number) =>
    Effect.map(
      storage.increments(
        [`user:${caller}`, `organization:${organization}`].flatMap((whose) => [
          [`uploads:${whose}`, more] as const,
          [`upload-bytes:${whose}`, bytes] as const
        ])
      ),
      ([own = 0, ownBytes = 0, all = 0, allBytes = 0]) => ({
        ofCaller: { uploads: own, bytes: ownBytes },
        ofOrganization: { uploads: all, bytes: allBytes }
      })
    )

  const use = Effect.fnUntraced(function* (record: UploadRecord, more: number, bytes: number) {
    if (more === 0 && bytes === 0) return
    const { ofCaller, ofOrganization } = yield* count(record, more, bytes)
    if (bytes < 0) return
    yield* requireQuota(perCaller, ofCaller, "this user")
    yield* requireQuota(perOrganization, ofOrganization, "this organization")
  })

  const hashesOf = (id: string): Effect.Effect<ReadonlyArray<string>, Unavailable> =>
    Effect.map(partRows.scan({ prefix: [id] }), (found) => found.map(({ value }) => value.hash))

  const dropParts = (id: string) =>
    Effect.tap(hashesOf(id), () =>
      Effect.zipRight(partRows.removeAll({ prefix: [id] }), references.purge(uploadHolder(id)))
    )

  const service: UploadRepositoryService = {
    find: (id) => uploads.find(id),
    insert: (record) => Effect.zipRight(use(record, 1, record.reserved), withoutConflict(uploads.insert(record))),
    replace: (read, record) =>
      Effect.zipRight(
        use(record, 0, record.reserved - read.value.reserved),
        withoutConflict(uploads.replace(read, record))
      ),
    remove: Effect.fnUntraced(function* (record) {
      if (!(yield* uploads.remove(record.id))) return []
      yield* count(record, -1, -record.reserved)
      return yield* dropParts(record.id)
    }),
    expired: (before, limit) =>
      Effect.map(uploads.scan({ index: "expiry", lt: before, limit }), (found) => found.map(({ value }) => value)),
    addPart: Effect.fnUntraced(function* (part) {
      yield* withoutConflict(partRows.insert(part))
      yield* references.add(part.hash, uploadHolder(part.upload))
    }),
    parts: (id, from, limit) =>
      Effect.map(partRows.scan({ prefix: [id], gte: from, limit }), (found) => found.map(({ value }) => value)),
    join: Effect.fnUntraced(function* (read, record) {
      const joined = yield* dropParts(record.id)
      yield* references.add(record.whole.hash, uploadHolder(record.id))
      yield* service.replace(read, record)
      return joined
    })
  }
  return service
})

/** {@link UploadRepository} over Storage. */
export const service = serviceOf(UploadRepository, make)
