/**
 * Adds files from streams, of sizes that no single request can have.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { optional, parser } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import type { Actor } from "../../people/access/Actor.js"
import type { SpaceId } from "../../people/places/Space.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { FileLimits, fileTooLarge, requireRoom } from "../../storage/blobs/FileLimits.js"
import { metered } from "../../storage/blobs/Metered.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { ContentWriter } from "../drafts/ContentWriter.js"
import { makeDraft } from "../drafts/Draft.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { type File, FileId } from "./File.js"
import { makeToFile } from "./FileAnswer.js"
import { makeHoldFile } from "./FileHolding.js"
import { fileItem, takeBytes, takeStream } from "./FileItems.js"

const UploadFields = Schema.Struct({ name: text(1, 256), contentType: optional(text(1, 256)) })

/** A file to be added; the media type is detected if it is not given. */
export interface Upload extends Schema.Schema.Type<typeof UploadFields> {
  readonly bytes: Uint8Array | Stream.Stream<Uint8Array, LecternError>
}

/** Adds files. */
export interface FilesService {
  /**
   * Adds a file to a space, or to one of its change requests, as one revision. A stream is stored as it is read and
   * never held in memory as a whole; a stream that fails leaves nothing. Needs `edit`; fails with `Conflict` if the
   * space is locked or the change request is merged or archived, with `TooLarge` above `FileLimits.maxFileBytes`, and
   * with `Unavailable` if the disk has no room.
   */
  readonly upload: (
    space: SpaceId,
    upload: Upload,
    options?: { readonly changeRequest?: ChangeRequestRef }
  ) => Effect.Effect<File, LecternError, Actor>
}

/** The service of files. */
export class Files extends Context.Tag("@lectern/core/Files")<Files, FilesService>() {}

const parseFields = parser(UploadFields)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const writer = yield* ContentWriter
  const lineOf = yield* makeEditableLine
  const lines = yield* makeSavedLines
  const blobs = yield* BlobStore
  const holdFile = yield* makeHoldFile
  const withinQuota = yield* makeWithinQuota
  const ids = yield* Ids
  const toFile = yield* makeToFile
  const limits = yield* FileLimits

  const service: FilesService = {
    upload: Effect.fnUntraced(function* (id, { bytes, ...given }, { changeRequest } = {}) {
      const fields = yield* parseFields(given)
      yield* lineOf(id, changeRequest)
      if (bytes instanceof Uint8Array) {
        if (bytes.length > limits.maxFileBytes) return yield* fileTooLarge("bytes", limits.maxFileBytes)
        yield* requireRoom(limits, bytes.length)
      }
      const taken = yield* bytes instanceof Uint8Array
        ? takeBytes(blobs, fields, bytes)
        : takeStream(blobs, fields, metered(bytes, limits, "bytes"))
      return yield* storage.transaction(
        Effect.gen(function* () {
          const line = yield* lines.saved(yield* lineOf(id, changeRequest))
          const item = fileItem(FileId.make(yield* ids.next), taken, yield* now)
          const draft = makeDraft(items, line.view)
          yield* withinQuota(line.space.organization)(holdFile(id, taken))
          yield* draft.put(item)
          yield* writer.edit(line, draft)
          return yield* toFile(line.space, { line: line.view.line, value: item }, true)
        }),
        [spaceLock(id)]
      )
    })
  }
  return service
})

/** {@link Files} over the services and repositories of the context. */
export const service = serviceOf(Files, make)
