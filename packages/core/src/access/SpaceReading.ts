/** Reading the content of spaces, by members and by visitors. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../errors/Errors.js"
import type { SpaceId, SpaceRecord } from "../spaces/Space.js"
import { Access, type FindSpace } from "./Access.js"
import { Actor } from "./Actor.js"
import { noVisitors } from "./NoVisitors.js"
import { type HiddenContent, Visits } from "./Visits.js"

/** A space whose content the caller may read. */
export interface SpaceReading {
  readonly space: SpaceRecord
  /** What of its main line is hidden from a visitor; absent for members, who see all of it. */
  readonly hidden?: HiddenContent
}

/** What reads the content of spaces needs, over the services of the context. */
export const makeSpaceReading = Effect.gen(function* () {
  const access = yield* Access
  const visits = yield* Visits

  /** A space that the caller may read; to visitors only the head of the main line is open. */
  return (id: SpaceId, isHead: boolean, find?: FindSpace): Effect.Effect<SpaceReading, LecternError, Actor> =>
    Effect.flatMap(Actor, (actor): Effect.Effect<SpaceReading, LecternError, Actor> => {
      if (actor.kind !== "visitor") return access.requireSpace(id, "read", find)
      return isHead ? visits.space(id, actor.visitor) : Effect.fail(noVisitors)
    })
})
