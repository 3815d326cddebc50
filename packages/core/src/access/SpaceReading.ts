/** Reading the content of spaces, by members and by visitors. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../errors/Errors.js"
import type { SpaceId, SpaceRecord } from "../spaces/Space.js"
import { type Ask, ask } from "../storage/Ask.js"
import { Storage } from "../storage/Storage.js"
import { Access } from "./Access.js"
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
  const storage = yield* Storage
  const access = yield* Access
  const visits = yield* Visits

  /**
   * A space that the caller may read, and the answer to something else that is asked along with it; to visitors only
   * the head of the main line is open.
   */
  const readingAnd = <A>(
    id: SpaceId,
    isHead: boolean,
    also: Ask<A>
  ): Effect.Effect<readonly [SpaceReading, A], LecternError, Actor> =>
    Effect.flatMap(Actor, (actor): Effect.Effect<readonly [SpaceReading, A], LecternError, Actor> => {
      if (actor.kind !== "visitor") return access.requireSpaceAnd(id, "read", also)
      return isHead ? Effect.zip(visits.space(id, actor.visitor), ask(storage, also)) : Effect.fail(noVisitors)
    })

  /** {@link readingAnd} without anything else. */
  const reading = (id: SpaceId, isHead: boolean): Effect.Effect<SpaceReading, LecternError, Actor> =>
    Effect.flatMap(Actor, (actor): Effect.Effect<SpaceReading, LecternError, Actor> => {
      if (actor.kind !== "visitor") return access.requireSpace(id, "read")
      return isHead ? visits.space(id, actor.visitor) : Effect.fail(noVisitors)
    })

  return { readingAnd, reading }
})
