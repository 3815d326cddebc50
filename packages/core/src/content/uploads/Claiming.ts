/** Uploads that become files. */

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type LecternError, type NotFound, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { Access } from "../../people/access/Access.js"
import { Actor, type ActorValue } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import { jobLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { UploadRecord } from "./Upload.js"
import { isWhole, makeUploadParts, type WholeUpload } from "./UploadParts.js"
import { UploadRepository } from "./UploadRepository.js"

/** Finds uploads of the caller, and hands them over to content. */
export interface Claiming {
  /** An upload of the caller to a space, which needs `edit`; `NotFound` for other users' uploads and expired ones. */
  readonly find: (space: SpaceId, id: string) => Effect.Effect<Stored<UploadRecord>, LecternError, Actor>
  /** The same upload in one piece; `Conflict` if bytes are missing. Not in a transaction. */
  readonly whole: (space: SpaceId, id: string) => Effect.Effect<WholeUpload, LecternError, Actor>
  /**
   * Ends complete uploads that something else references from now on, in the same transaction: they are `NotFound`
   * afterwards, but can still be claimed if the transaction rolls back.
   */
  readonly claim: (uploads: ReadonlyArray<WholeUpload>) => Effect.Effect<void, NotFound | Unavailable>
}

/** The uploading caller, as stored: empty for the embedding program. */
export const callerOf = (actor: ActorValue): string => (actor.kind === "user" ? actor.user : "")

const absent = notFound("upload")

/** {@link Claiming} over the services and repositories of the context. */
export const makeClaiming = Effect.gen(function* () {
  const access = yield* Access
  const storage = yield* Storage
  const uploads = yield* UploadRepository
  const parts = yield* makeUploadParts

  const claiming: Claiming = {
    find: Effect.fnUntraced(function* (space, id) {
      yield* access.requireSpace(space, needs.edit)
      const found = yield* uploads.find(id)
      if (found === undefined) return yield* absent
      const { caller, expiresAt, space: of } = found.value
      const owned = of === space && caller === callerOf(yield* Actor)
      return owned && expiresAt > (yield* Clock.currentTimeMillis) ? found : yield* absent
    }),
    whole: (space, id) => Effect.flatMap(claiming.find(space, id), ({ value }) => parts.join(value)),
    claim: Effect.fnUntraced(function* (claimed) {
      yield* storage.lock(claimed.map(({ id }) => jobLock(id)))
      for (const { id, whole } of claimed) {
        const found = yield* uploads.find(id)
        if (found === undefined || !isWhole(found.value) || found.value.whole.hash !== whole.hash) return yield* absent
        if (found.value.expiresAt <= (yield* Clock.currentTimeMillis)) return yield* absent
        yield* uploads.remove(found.value)
      }
    })
  }
  return claiming
})
