/** Purges deleted spaces: spaces deleted longer ago than the retention are removed permanently. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { timestamp } from "../../foundation/ids/Time.js"
import type { Actor } from "../../people/access/Actor.js"
import { makeStructure } from "../../people/access/Structure.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { requireSystem } from "../../people/users/Users.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { Dependents } from "../../storage/services/Dependents.js"
import { ContentLifecycle } from "../items/ContentLifecycle.js"
import { makeRemnants } from "../placement/Remnants.js"
import { isGone, retention } from "./Retention.js"

/** A space that a purge removes, or would. */
export interface PurgedSpace {
  readonly id: SpaceId
  readonly organization: OrganizationId
  readonly title: string
  readonly deletedAt: string
}

/** The operations of purging. */
export interface SpacePurge {
  /** The spaces that a purge would remove now, earliest deletion first. */
  readonly purgeable: Effect.Effect<ReadonlyArray<PurgedSpace>, LecternError, Actor>
  /** Removes them, each in many small transactions, the space itself last; an interrupted purge is resumed. */
  readonly purge: Effect.Effect<ReadonlyArray<PurgedSpace>, LecternError, Actor>
}

const batch = 100

const purgedSpace = ({ id, organization, title, deletedAt = "" }: SpaceRecord): PurgedSpace => ({
  id,
  organization,
  title,
  deletedAt
})

/** {@link SpacePurge} over the repositories of the context. */
export const makeSpacePurge = Effect.gen(function* () {
  const storage = yield* Storage
  const structure = yield* makeStructure
  const spaces = yield* SpaceRepository
  const content = yield* ContentLifecycle
  const dependents = yield* Dependents
  const remnants = yield* makeRemnants

  const until = Effect.map(Clock.currentTimeMillis, (time) => timestamp(time - retention))

  /** The space as it is now, if it exists and is still past its retention. */
  const stillGone = (id: SpaceId): Effect.Effect<SpaceRecord | undefined, Unavailable> =>
    Effect.zipWith(spaces.find(id), Clock.currentTimeMillis, (found, time) =>
      found !== undefined && isGone(found.value, time) ? found.value : undefined
    )

  /** Whether this call removed the space: another process may purge at the same time. */
  const purgeOne = Effect.fnUntraced(function* (id: SpaceId) {
    const space = yield* storage.transaction(stillGone(id), [spaceLock(id)])
    if (space === undefined) return false
    yield* content.purge(space)
    yield* dependents.purge(id)
    return yield* structure.ofSpace(id)(
      Effect.gen(function* () {
        const last = yield* stillGone(id)
        if (last === undefined) return false
        yield* dependents.removeOn(id)
        yield* spaces.remove(last)
        yield* remnants.sweep(last.parent)
        yield* remnants.sweep(last.inherits)
        return true
      })
    )
  })

  const service: SpacePurge = {
    purgeable: Effect.gen(function* () {
      yield* requireSystem
      const found = yield* spaces.deletedUntil(yield* until)
      return found.map(({ value }) => purgedSpace(value))
    }),
    purge: Effect.gen(function* () {
      yield* requireSystem
      const time = yield* until
      const purged: Array<PurgedSpace> = []
      while (true) {
        const found = yield* spaces.deletedUntil(time, batch)
        for (const { value } of found) if (yield* purgeOne(value.id)) purged.push(purgedSpace(value))
        if (found.length < batch) return purged
      }
    })
  }
  return service
})
