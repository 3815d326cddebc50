import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { Quotas, requireRoom } from "../../foundation/quotas/Quotas.js"
import type { Standing } from "../../people/access/Standing.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { ContentLifecycle } from "../items/ContentLifecycle.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { SpacesOnSites } from "./SpacesOnSites.js"

/**
 * Writes of spaces, as parts of transactions that have read the rows they change. Fails with `Conflict` if an
 * organization would exceed its maximum number of spaces; deleted spaces do not count.
 */
export interface SpaceWrites {
  readonly insert: (space: SpaceRecord) => Effect.Effect<void, Conflict | Unavailable>
  readonly replace: (read: Stored<SpaceRecord>, space: SpaceRecord) => Effect.Effect<void, Conflict | Unavailable>
  /**
   * Deletes spaces, as of the given time: they are removed from all sites, and can then only be restored. Levels that
   * came from the sites become grants. Spaces that are already deleted stay as they are.
   */
  readonly removeAll: (
    reads: ReadonlyArray<Stored<SpaceRecord>>,
    standing: Standing,
    at: string
  ) => Effect.Effect<void, Unavailable>
}

/** {@link SpaceWrites} over the repositories of the context. */
export const makeSpaceWrites = Effect.gen(function* () {
  const spaces = yield* SpaceRepository
  const content = yield* ContentLifecycle
  const lines = yield* makeSavedLines
  const sites = yield* SpacesOnSites
  const { spacesPerOrganization } = yield* Quotas
  const overwrite = (read: Stored<SpaceRecord>, space: SpaceRecord) => withoutConflict(spaces.replace(read, space))

  /** Succeeds if the organization may have one more space, or if the space was there `before`. */
  const requireRoomFor = (space: SpaceRecord, before?: SpaceRecord) => {
    const isThere = before?.organization === space.organization && before.deletedAt === undefined
    if (isThere || space.deletedAt !== undefined) return Effect.void
    return requireRoom(spacesPerOrganization, spaces.count(space.organization), "the organization", "spaces")
  }

  const writes: SpaceWrites = {
    insert: (space) => Effect.zipRight(requireRoomFor(space), withoutConflict(spaces.insert(space))),
    replace: (read, space) => Effect.zipRight(requireRoomFor(space, read.value), overwrite(read, space)),
    removeAll: Effect.fnUntraced(function* (reads, standing, at) {
      const active = reads.filter(({ value }) => value.deletedAt === undefined)
      for (const { value } of active) yield* sites.keepLevels(value)
      yield* sites.detach(
        active.map(({ value }) => value.id),
        standing
      )
      for (const each of active) {
        // Nobody can type in a deleted space, so what was typed is saved before.
        const read = yield* lines.space(each)
        yield* overwrite(read, { ...read.value, deletedAt: at })
        yield* content.removed(read.value)
      }
    })
  }
  return writes
})
