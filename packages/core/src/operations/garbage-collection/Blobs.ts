/**
 * Garbage collection of unreferenced blobs.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { LecternError } from "../../foundation/errors/Errors.js"
import type { Actor } from "../../people/access/Actor.js"
import { requireSystem } from "../../people/users/Users.js"
import { BlobReferences } from "../../storage/blobs/BlobReferences.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { serviceOf } from "../../storage/services/Service.js"

/** The time for which an unreferenced blob is kept, during which a program can refer to a blob that it put. */
export const gracePeriod = Duration.hours(1)

/** The number of blobs that a collection removed, and of their bytes. */
export interface CollectedBlobs {
  readonly blobs: number
  readonly bytes: number
}

/** Collects the unreferenced blobs of all spaces. */
export interface BlobsService {
  /**
   * Deletes the unreferenced blobs that were last put an hour ago or earlier, and the remains of interrupted uploads.
   * Blobs may be put, referenced and read meanwhile. Only for the embedding program.
   */
  readonly collect: Effect.Effect<CollectedBlobs, LecternError, Actor>
}

/** The service of blobs. */
export class Blobs extends Context.Tag("@lectern/core/Blobs")<Blobs, BlobsService>() {}

const make = Effect.gen(function* () {
  const store = yield* BlobStore
  const references = yield* BlobReferences
  const service: BlobsService = {
    collect: Effect.gen(function* () {
      yield* requireSystem
      const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(gracePeriod) + 1
      yield* store.sweep(before)
      return yield* Stream.runFoldEffect(store.list(before), { blobs: 0, bytes: 0 }, (sum, { hash, size }) =>
        Effect.gen(function* () {
          if (yield* references.any(hash)) return sum
          const deleted = yield* store.delete(hash, before)
          return deleted ? { blobs: sum.blobs + 1, bytes: sum.bytes + size } : sum
        })
      )
    })
  }
  return service
})

/** {@link Blobs} over the blob store and references of the context. */
export const service = serviceOf(Blobs, make)
