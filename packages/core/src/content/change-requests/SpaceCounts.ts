import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import type { ChangeRequestStatus } from "./ChangeRequest.js"

/** Counts a change request of a space in its new status, and no longer in its old one, if it had any. */
export type SpaceCounts = (
  space: SpaceId,
  from: ChangeRequestStatus | undefined,
  to: ChangeRequestStatus
) => Effect.Effect<void, Unavailable>

/** A space with a change request counted in its new status, and no longer in its old one, if it had any. */
export const counted = (
  space: SpaceRecord,
  from: ChangeRequestStatus | undefined,
  to: ChangeRequestStatus
): SpaceRecord => {
  const { all = 0, open = 0, draft = 0 } = space.changeRequests ?? {}
  const by = (status: ChangeRequestStatus): number => (to === status ? 1 : 0) - (from === status ? 1 : 0)
  return {
    ...space,
    changeRequests: { all: all + (from === undefined ? 1 : 0), open: open + by("open"), draft: draft + by("draft") }
  }
}

/** {@link SpaceCounts} over the repository of the context; must be called inside a transaction. */
export const makeSpaceCounts = Effect.map(SpaceRepository, (spaces): SpaceCounts => {
  const count: SpaceCounts = (id, from, to) =>
    Effect.gen(function* () {
      const stored = yield* spaces.find(id)
      if (stored === undefined || from === to) return
      yield* spaces.replace(stored, counted(stored.value, from, to))
    }).pipe(withoutConflict)
  return count
})
