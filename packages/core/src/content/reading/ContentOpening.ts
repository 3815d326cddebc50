/** Opens a space to read its content, at its head or at another revision. */
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import type { Actor } from "../../people/access/Actor.js"
import { makeSpaceReading, type SpaceReading } from "../../people/access/SpaceReading.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import type { BatchedRead } from "../../storage/rows/BatchedRead.js"
import type { ChangeRequestRecord, ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { viewOf as viewOfRequest } from "../drafts/ChangeRequestLines.js"
import type { View } from "../items/View.js"
import { findRevision, RevisionRepository } from "../revisions/RevisionRepository.js"
import type { At } from "./ContentsService.js"
import type { Opened } from "./ShownContent.js"

/** An item to find in a view: a read that can be combined with the space's, or else an effect. */
export interface Sought<A> {
  /** The read that finds it at the head of the main line. */
  readonly atHead: BatchedRead<A>
  readonly inView: (view: View) => Effect.Effect<A, LecternError>
}

/** A space whose content is read at one revision. */
export interface OpenedAt extends Opened {
  readonly revision: RevisionId
  /** Whether there are computed pages in it, which change without a new revision. */
  readonly isComputed: boolean
}

const openedAtHead = ({ hidden, seesSpecs, space }: SpaceReading): OpenedAt => ({
  space,
  hidden,
  seesSpecs,
  view: { line: space.id },
  revision: space.revision,
  isComputed: space.computed === true
})

/** Opens spaces, over the services of the context. */
export const makeContentOpening = Effect.gen(function* () {
  const { reading, readingAnd } = yield* makeSpaceReading
  const revisions = yield* RevisionRepository
  const requests = yield* ChangeRequestRepository

  const revisionOf = ({ id }: SpaceRecord, revision: RevisionId) => findRevision(revisions, id, revision)
  const findRequest = (space: SpaceId, ref: ChangeRequestRef): Effect.Effect<ChangeRequestRecord, LecternError> =>
    Effect.flatMap(requests.find(space, ref), (found) =>
      found === undefined ? Effect.fail(notFound("change request")) : Effect.succeed(found.value)
    )
  const open = (id: SpaceId, at: At | undefined): Effect.Effect<OpenedAt, LecternError, Actor> =>
    Effect.flatMap(reading(id, at === undefined), (found): Effect.Effect<OpenedAt, LecternError> => {
      const atHead = openedAtHead(found)
      const { isComputed, space } = atHead
      if (at === undefined) return Effect.succeed(atHead)
      if ("changeRequest" in at) {
        return Effect.map(findRequest(id, at.changeRequest), (request) => ({
          ...atHead,
          view: viewOfRequest(request),
          revision: request.revision,
          isComputed: isComputed || request.computed === true
        }))
      }
      const { revision } = at
      return revision === space.revision
        ? Effect.succeed(atHead)
        : Effect.map(revisionOf(space, revision), (view) => ({ ...atHead, view, revision }))
    })

  return {
    findRevision: revisionOf,
    findRequest,
    open,
    /** Opens a space and finds an item in it, in one call of the storage where the head of main is read. */
    openAnd: <A>(
      id: SpaceId,
      at: At | undefined,
      { atHead, inView }: Sought<A>
    ): Effect.Effect<readonly [Opened, A], LecternError, Actor> =>
      at === undefined
        ? Effect.map(readingAnd(id, true, atHead), ([found, answer]) => [openedAtHead(found), answer])
        : Effect.flatMap(open(id, at), (opened) =>
            Effect.map(inView(opened.view), (answer): readonly [Opened, A] => [opened, answer])
          )
  }
})
