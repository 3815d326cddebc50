/** Reading the content of spaces, by members and by visitors. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../errors/Errors.js"
import type { SpaceId, SpaceRecord } from "../spaces/Space.js"
import { type Ask, ask } from "../storage/Ask.js"
import { Storage } from "../storage/Storage.js"
import { Access } from "./Access.js"
import { Actor } from "./Actor.js"
import { noVisitors } from "./NoVisitors.js"
import type { Visitor } from "./Visitor.js"
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

  /** What a member reads, or a visitor; to visitors only the head of the main line is open. */
  const read = <A>(
    isHead: boolean,
    asMember: Effect.Effect<A, LecternError, Actor>,
    asVisitor: (visitor: Visitor) => Effect.Effect<A, LecternError>
  ): Effect.Effect<A, LecternError, Actor> =>
    Effect.flatMap(Actor, (actor): Effect.Effect<A, LecternError, Actor> => {
      if (actor.kind !== "visitor") return asMember
      return isHead ? asVisitor(actor.visitor) : Effect.fail(noVisitors)
    })

  /** A space that the caller may read. */
  const reading = (id: SpaceId, isHead: boolean) =>
    read<SpaceReading>(isHead, access.requireSpace(id, "read"), (visitor) => visits.space(id, visitor))

  /** {@link reading}, and the answer to something else that is asked along with it. */
  const readingAnd = <A>(id: SpaceId, isHead: boolean, also: Ask<A>) =>
    read<readonly [SpaceReading, A]>(isHead, access.requireSpaceAnd(id, "read", also), (visitor) =>
      Effect.zip(visits.space(id, visitor), ask(storage, also))
    )

  return { readingAnd, reading }
})
