/** Reads the content of spaces, for members and for visitors. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { type BatchedRead, readBatched } from "../../storage/rows/BatchedRead.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { SpaceId, SpaceRecord } from "../places/Space.js"
import { Access, type SpaceAccess } from "./Access.js"
import { Actor } from "./Actor.js"
import { noVisitors } from "./NoVisitors.js"
import { allows } from "./Policy.js"
import type { Standing } from "./Standing.js"
import type { Visitor } from "./Visitor.js"
import { type HiddenContent, type SpaceVisit, Visits } from "./Visits.js"

/** A space whose content the caller may read. */
export interface SpaceReading {
  readonly space: SpaceRecord
  /** The content of its main line that is hidden from a visitor; absent for members, who see all of it. */
  readonly hidden?: HiddenContent
  /** Whether the organization's specifications that its pages embed are shown, see {@link seesSpecs}. */
  readonly seesSpecs: boolean
}

/** Whether a caller with this standing may read the specifications of the organization: guests may not. */
export const seesSpecs = ({ role }: Pick<Standing, "role">): boolean => allows(role, "view")

const asMember = ({ space, standing }: SpaceAccess): SpaceReading => ({ space, seesSpecs: seesSpecs(standing) })

/** A site may show the specifications that its pages embed to every visitor it admits. */
const asVisitor = ({ hidden, space }: SpaceVisit): SpaceReading => ({ space, hidden, seesSpecs: true })

/** Access checks for reading the content of spaces, over the services of the context. */
export const makeSpaceReading = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const visits = yield* Visits

  /** Reads as a member or as a visitor; to visitors only the head of the main line is open. */
  const read = <A>(
    isHead: boolean,
    member: Effect.Effect<A, LecternError, Actor>,
    visiting: (visitor: Visitor) => Effect.Effect<A, LecternError>
  ): Effect.Effect<A, LecternError, Actor> =>
    Effect.flatMap(Actor, (actor): Effect.Effect<A, LecternError, Actor> => {
      if (actor.kind !== "visitor") return member
      return isHead ? visiting(actor.visitor) : Effect.fail(noVisitors)
    })

  /** A space that the caller may read. */
  const reading = (id: SpaceId, isHead: boolean) =>
    read<SpaceReading>(isHead, Effect.map(access.requireSpace(id, "read"), asMember), (visitor) =>
      Effect.map(visits.space(id, visitor), asVisitor)
    )

  /** {@link reading}, together with the answer to another query. */
  const readingAnd = <A>(id: SpaceId, isHead: boolean, also: BatchedRead<A>) =>
    read<readonly [SpaceReading, A]>(
      isHead,
      Effect.map(access.requireSpaceAnd(id, "read", also), ([found, more]) => [asMember(found), more]),
      (visitor) => Effect.zip(Effect.map(visits.space(id, visitor), asVisitor), readBatched(storage, also))
    )

  return { readingAnd, reading }
})
