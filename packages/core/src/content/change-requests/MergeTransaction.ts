/** Merges a change request with main, and finds the conflicts between the two. */
import * as Effect from "effect/Effect"
import type { Conflict, LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { steps } from "../../foundation/telemetry/Telemetry.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { preparedTransaction, type Unprepared } from "../../storage/rows/PreparedTransaction.js"
import { Storage } from "../../storage/rows/Storage.js"
import { ContentWriter } from "../drafts/ContentWriter.js"
import type { ChangeRequestRecord, ChangeRequestRef } from "./ChangeRequest.js"
import { inStepWith } from "./ChangeRequestAnswer.js"
import { ChangeRequestRepository } from "./ChangeRequestRepository.js"
import type { Decisions } from "./MergeConflict.js"
import { makeOpenRequest, type OpenedRequest } from "./OpenRequest.js"
import { type MergeOne, makePreparedMerges, type PreparedMerges } from "./PreparedMerges.js"
import { makeRebasing } from "./Rebasing.js"

/** Whether all changes of a request are in main, by a merge after which it has not continued. */
export const isInMain = ({ base, merged }: ChangeRequestRecord): boolean =>
  merged !== undefined && merged.sequence > base

/** Computes more merges before a transaction. */
type PrepareMore = (
  opened: OpenedRequest,
  merge: MergeOne<Conflict | Unavailable>
) => Effect.Effect<unknown, LecternError>

/** Merging, over the repositories of the context. */
export const makeMergeTransaction = Effect.gen(function* () {
  const storage = yield* Storage
  const requests = yield* ChangeRequestRepository
  const writer = yield* ContentWriter
  const open = yield* makeOpenRequest
  const { dry, rebase } = yield* makeRebasing
  const makeMerges = yield* makePreparedMerges
  const step = yield* steps

  const conflictsOf = Effect.fnUntraced(function* <E>(
    { request, space, stored }: OpenedRequest,
    merge: MergeOne<E>,
    decisions?: Decisions
  ) {
    if (isInMain(request.value)) return []
    if (
      inStepWith(request.value) === space.sequence &&
      (yield* requests.conflicts(request.value.id)).undecided.size === 0
    ) {
      return []
    }
    const main = writer.main(stored)
    const now = { ...main, view: { ...main.view, sequence: space.sequence } }
    return (yield* dry().rebase(merge, now, request.value, decisions)).conflicts
  })

  /** Computes the merges that bringing the two together will need, as both are now. */
  const prepare = Effect.fnUntraced(function* (
    { prepare: merge }: PreparedMerges,
    id: SpaceId,
    ref: ChangeRequestRef,
    more: PrepareMore
  ) {
    const opened = yield* open(id, ref, needs.view)
    yield* conflictsOf(opened, merge)
    yield* more(opened, merge)
  })

  return {
    dry,
    rebase,
    conflictsOf,
    /** The conflicts of a request. Not inside a transaction. */
    conflicts: (opened: OpenedRequest) => conflictsOf(opened, makeMerges().prepare),
    /** Runs a transaction that merges; slow merges are computed outside of it. */
    merging: <A>(
      id: SpaceId,
      ref: ChangeRequestRef,
      transact: (merge: MergeOne<Unprepared>) => Effect.Effect<A, LecternError | Unprepared, Actor>,
      more: PrepareMore = () => Effect.void
    ): Effect.Effect<A, LecternError, Actor> =>
      Effect.suspend(() => {
        const merges = makeMerges()
        return preparedTransaction(
          (forced) =>
            step("merge.write")(storage.transaction(transact(forced ? merges.force : merges.find), [spaceLock(id)])),
          step("merge.prepare")(prepare(merges, id, ref, more))
        )
      })
  }
})
