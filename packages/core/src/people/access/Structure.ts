/** Transactions that change the structure of an organization that is known only by one of its items. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type Lock, organizationLock, spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { CollectionId } from "../places/Collection.js"
import { CollectionRepository } from "../places/CollectionRepository.js"
import type { SpaceId } from "../places/Space.js"
import { SpaceRepository } from "../places/SpaceRepository.js"

/** Runs an effect in a transaction. */
type InTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>

/**
 * Transactions that lock the organization of something, whether or not that exists, and `more` in addition. If it is
 * moved to another organization meanwhile, it is looked up again.
 */
export interface Structure {
  /** Of a space, which is locked too. */
  readonly ofSpace: (id: SpaceId, ...more: ReadonlyArray<Lock>) => InTransaction
  readonly ofCollection: (id: CollectionId, ...more: ReadonlyArray<Lock>) => InTransaction
}

/** {@link Structure} over the repositories of the context. */
export const makeStructure = Effect.gen(function* () {
  const storage = yield* Storage
  const spaces = yield* SpaceRepository
  const collections = yield* CollectionRepository

  const within =
    (find: Effect.Effect<string | undefined, Unavailable>, more: ReadonlyArray<Lock>): InTransaction =>
    <A, E, R>(effect: Effect.Effect<A, E, R>) => {
      const attempt: Effect.Effect<A, E | Unavailable, R> = Effect.flatMap(find, (organization = "") => {
        const still = Effect.flatMap(find, (now = "") =>
          now === organization ? Effect.map(effect, (value) => ({ value })) : Effect.succeed(undefined)
        )
        return Effect.flatMap(storage.transaction(still, [organizationLock(organization), ...more]), (done) =>
          done === undefined ? attempt : Effect.succeed(done.value)
        )
      })
      return attempt
    }

  const structure: Structure = {
    ofSpace: (id, ...more) =>
      within(
        Effect.map(spaces.find(id), (found) => found?.value.organization),
        [spaceLock(id), ...more]
      ),
    ofCollection: (id, ...more) =>
      within(
        Effect.map(collections.find(id), (found) => found?.value.organization),
        more
      )
  }
  return structure
})
