/** Brings main into change requests, with decisions of conflicts, or with decisions undone. */
import * as Effect from "effect/Effect"
import { Actor, type Asked } from "../../people/access/Actor.js"
import { eventActorOf } from "../../people/access/EventActors.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import { type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { EventLog } from "../../storage/trail/EventLog.js"
import { makeChangeRequestLines } from "../drafts/ChangeRequestLines.js"
import { ContentWriter } from "../drafts/ContentWriter.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import type { ChangeRequestRecord, ChangeRequestRef, PullResult } from "./ChangeRequest.js"
import { inStepWith } from "./ChangeRequestAnswer.js"
import { ChangeRequestRepository } from "./ChangeRequestRepository.js"
import type { ReopenConflicts } from "./DecidedConflict.js"
import { bounded, type DecidedRecords } from "./DecidedRecord.js"
import { makeDeciding, stillDecided } from "./Deciding.js"
import { requireDecidable } from "./Decisions.js"
import { makeMarkedListing } from "./MarkedListing.js"
import type { Decisions } from "./MergeConflict.js"
import { isInMain, makeMergeTransaction } from "./MergeTransaction.js"
import { makeOpenRequest, type OpenedRequest } from "./OpenRequest.js"
import type { Rebased } from "./Rebasing.js"
import { makeReopening } from "./Reopening.js"

/** Bringing main in, over the repositories of the context. */
export const makeUpdating = Effect.gen(function* () {
  const storage = yield* Storage
  const requests = yield* ChangeRequestRepository
  const items = yield* ItemRepository
  const writer = yield* ContentWriter
  const log = yield* EventLog
  const open = yield* makeOpenRequest
  const lineOf = yield* makeChangeRequestLines
  const lines = yield* makeSavedLines
  const { conflictsOf, dry, merging, rebase } = yield* makeMergeTransaction
  const { decide } = yield* makeDeciding
  const { previewReopening, reopen: undo } = yield* makeReopening
  const markedOf = yield* makeMarkedListing

  /**
   * A merged request as it continues: its changes are in main, and it lies over main as that was right after the merge.
   */
  const continued = Effect.fnUntraced(function* (stored: Stored<ChangeRequestRecord>) {
    const { merged, ...request } = stored.value
    if (merged === undefined || !isInMain(stored.value)) return stored
    const sequence = request.sequence + 1
    yield* items.closeAll(request.id, sequence)
    const next: ChangeRequestRecord = {
      ...request,
      merged,
      sequence,
      base: merged.sequence,
      revision: merged.revision,
      revisionMergedAncestor: merged.revision
    }
    yield* requests.replace(stored, next)
    const found = yield* requests.find(next.space, next.id)
    return yield* found === undefined ? Effect.dieMessage(`change request ${next.id} has gone`) : Effect.succeed(found)
  }, withoutConflict)

  /** Says that a request could not be merged or updated without conflicts. */
  const conflicted = Effect.fnUntraced(function* ({ value, version }: Stored<ChangeRequestRecord>) {
    const event = {
      type: "change_request_conflicted",
      space: value.space,
      subject: { object: "change-request", id: value.id },
      revision: value.revision,
      row: `change_requests:${value.id}`,
      version: version + 1
    } as const
    yield* withoutConflict(storage.writes(yield* log.adding(event, eventActorOf(yield* Actor))))
  })

  /** A request that the caller may edit, with what was typed saved on both sides. */
  const saved = Effect.fnUntraced(function* (id: SpaceId, ref: ChangeRequestRef) {
    const asked = yield* open(id, ref, needs.edit)
    const stored = yield* lines.space(asked.stored)
    const space = stored.value
    const opened: OpenedRequest = { ...asked, space, stored, request: yield* lines.request(space, asked.request) }
    return opened
  })

  /** Makes a request what it is after bringing main in; `isWritten` if the caller has changed something of it. */
  const write = Effect.fnUntraced(function* (
    { space, stored }: OpenedRequest,
    request: Stored<ChangeRequestRecord>,
    { conflicts, draft, undecided }: Rebased,
    decided: DecidedRecords,
    isWritten: boolean,
    isOpen = conflicts.length > 0
  ) {
    yield* requests.keepConflicts(request.value.id, { undecided, decided: bounded(decided) })
    const line = { ...lineOf(space, request), typed: new Map() }
    const made = yield* writer.rebase(line, writer.main(stored), draft, { type: "update" })
    // Who decides conflicts writes content of the request; who only brings main in does not.
    if (isWritten && made.createdBy !== undefined) {
      yield* requests.contributed(request.value, made.createdBy, made.createdAt, 1)
    }
    const result: PullResult = { revision: made.id, result: isOpen ? "conflicts" : "update" }
    if (isOpen) yield* conflicted(request)
    return result
  })

  const pull = (id: SpaceId, ref: ChangeRequestRef): Asked<PullResult> =>
    merging(
      id,
      ref,
      Effect.fnUntraced(function* (merge) {
        const opened = yield* saved(id, ref)
        const { request: found, space, stored } = opened
        if (inStepWith(found.value) === space.sequence) {
          return { revision: found.value.revision, result: "update" as const }
        }
        const request = yield* continued(found)
        const next = yield* rebase(merge, writer.main(stored), request.value)
        return yield* write(opened, request, next, stillDecided(next.known.decided, next.conflicts), false)
      })
    )

  const resolve = (id: SpaceId, ref: ChangeRequestRef, decisions: Decisions): Asked<PullResult> =>
    merging(
      id,
      ref,
      Effect.fnUntraced(function* (merge) {
        const opened = yield* saved(id, ref)
        const { request, stored } = opened
        const marked = yield* markedOf(request.value)
        const conflicts = [...(yield* conflictsOf(opened, merge)), ...marked.map(({ conflict }) => conflict)]
        yield* requireDecidable(conflicts, decisions)
        const main = writer.main(stored)
        const update = dry()
        const before = yield* update.rebase(merge, main, request.value)
        const after = yield* rebase(merge, main, request.value, decisions)
        const actor = yield* Actor
        const decided = yield* decide({
          space: request.value.space,
          main: stored.value.sequence,
          before,
          after,
          bodies: update.documents,
          conflicts,
          marked,
          decisions,
          by: actor.kind === "user" ? actor.user : undefined
        })
        const isDecided = ({ item, where }: (typeof conflicts)[number]) => decisions.get(item)?.has(where) === true
        const isOpen = after.conflicts.length > 0 || marked.some(({ conflict }) => !isDecided(conflict))
        return yield* write(opened, request, after, decided, true, isOpen)
      }),
      (opened, merge) => conflictsOf(opened, merge, decisions)
    )

  const reopen = (id: SpaceId, ref: ChangeRequestRef, input: ReopenConflicts): Asked<PullResult> =>
    merging(
      id,
      ref,
      Effect.fnUntraced(function* (merge) {
        const opened = yield* saved(id, ref)
        const { request, stored } = opened
        const { decided, ...next } = yield* undo(merge, writer.main(stored), request.value, input)
        return yield* write(opened, request, next, stillDecided(decided, next.conflicts), true, true)
      }),
      ({ request, stored }, merge) => previewReopening(merge, writer.main(stored), request.value, input)
    )

  return { conflicted, continued, markedOf, pull, reopen, resolve }
})
