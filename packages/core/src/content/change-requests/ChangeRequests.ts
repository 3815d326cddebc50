/**
 * Change requests: proposed edits of a space, with content of their own until they are merged.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, type Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import type { List } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { parser } from "../../foundation/schema/Input.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { Access, forbidden } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { makePeople } from "../../people/users/People.js"
import { requireUser } from "../../people/users/Users.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { PageBounds } from "../../text/markdown/TextBounds.js"
import { makeCommentTexts } from "../comments/CommentTexts.js"
import { ChangesQuery } from "../comparison/Change.js"
import { makeComparing } from "../comparison/Comparing.js"
import type { ItemComparison } from "../comparison/ItemComparison.js"
import { sidesOf } from "../drafts/ChangeRequestLines.js"
import { ContentWriter, type Line } from "../drafts/ContentWriter.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { documentOf } from "../reading/DocumentOf.js"
import type { makeApprovals } from "../reviews/Approvals.js"
import type { MergeRuleEvaluation } from "../reviews/MergeRuleEvaluation.js"
import { ReviewRepository, type Verdicts } from "../reviews/ReviewRepository.js"
import {
  type ChangeRequest,
  ChangeRequestId,
  ChangeRequestQuery,
  type ChangeRequestRecord,
  type ChangeRequestRef,
  type ChangeRequestStatus,
  ChangeRequestsQuery,
  CreateChangeRequest,
  MergeChangeRequest,
  type MergeResult,
  type PullResult,
  type Reviewer,
  UpdateChangeRequest
} from "./ChangeRequest.js"
import { makeChangeRequestAnswer, mergedBy } from "./ChangeRequestAnswer.js"
import { ChangeRequestRepository, type KeptConflicts } from "./ChangeRequestRepository.js"
import { type Contributors, makeContributors } from "./Contributors.js"
import { type DecidedConflict, ReopenConflicts } from "./DecidedConflict.js"
import { stillDecided } from "./Deciding.js"
import { requireTextBounds } from "./Decisions.js"
import { decisionsOf, type MergeConflict, ResolveConflicts } from "./MergeConflict.js"
import { makeMergeTransaction } from "./MergeTransaction.js"
import { makeOpenRequest, type OpenedRequest } from "./OpenRequest.js"
import type { ProposedChanges } from "./ProposedChanges.js"
import { reviewersOf } from "./Reviewers.js"
import { makeUpdating } from "./Updating.js"

const nothingKept: KeptConflicts = { undecided: new Map(), decided: new Map() }

const noVerdicts: Verdicts = { reviewers: [], reviews: [] }

/** Counts a change request of a space in its new status, and no longer in its old one, if it had any. */
type SpaceCounts = (
  space: SpaceId,
  from: ChangeRequestStatus | undefined,
  to: ChangeRequestStatus
) => Effect.Effect<void, Unavailable>

/** A space with a change request counted in its new status, and no longer in its old one, if it had any. */
const counted = (space: SpaceRecord, from: ChangeRequestStatus | undefined, to: ChangeRequestStatus): SpaceRecord => {
  const { all = 0, open = 0, draft = 0 } = space.changeRequests ?? {}
  const by = (status: ChangeRequestStatus): number => (to === status ? 1 : 0) - (from === status ? 1 : 0)
  return {
    ...space,
    changeRequests: { all: all + (from === undefined ? 1 : 0), open: open + by("open"), draft: draft + by("draft") }
  }
}

/** {@link SpaceCounts} over the repository of the context; must be called inside a transaction. */
const makeSpaceCounts = Effect.map(SpaceRepository, (spaces): SpaceCounts => {
  const count: SpaceCounts = (id, from, to) =>
    Effect.gen(function* () {
      const stored = yield* spaces.find(id)
      if (stored === undefined || from === to) return
      yield* spaces.replace(stored, counted(stored.value, from, to))
    }).pipe(withoutConflict)
  return count
})

/**
 * The service of change requests. Each is named by its id or its number. A request that does not exist, or is in a
 * space that the caller cannot see, is `NotFound`.
 */
export interface ChangeRequestsService {
  /** The change requests of a space with a status, newest first. Needs `read`. */
  readonly list: (space: SpaceId, query: ChangeRequestsQuery) => Asked<List<ChangeRequest>>
  /** Opens a change request on the current revision, as a draft. Needs `edit`; only users can. */
  readonly create: (space: SpaceId, input: CreateChangeRequest) => Asked<ChangeRequest>
  /** Needs `read`. */
  readonly get: (space: SpaceId, ref: ChangeRequestRef, query?: ChangeRequestQuery) => Asked<ChangeRequest>
  /** Changes subject and status. Needs `edit`, and `review` to archive another user's request. */
  readonly update: (space: SpaceId, ref: ChangeRequestRef, patch: UpdateChangeRequest) => Asked<ChangeRequest>
  /**
   * Merges into main, locked or not, as one revision that has both as its parents. Where the two sides conflict,
   * nothing changes. Needs `review`; `Conflict` if the request is merged or archived, has conflict markers, or does not
   * satisfy the rules of approval. Administrators of the organization may override these.
   */
  readonly merge: (space: SpaceId, ref: ChangeRequestRef, input?: MergeChangeRequest) => Asked<MergeResult>
  /** The rules of approval that hold for a change request, and which of them it satisfies. Needs `read`. */
  readonly mergeRules: (space: SpaceId, ref: ChangeRequestRef) => Asked<MergeRuleEvaluation>
  /**
   * Brings main into the request, whatever its status, as one revision of the request. Conflicts in texts stay in its
   * pages between markers; others stay undecided. A request that is up to date is left as it is. Needs `edit`.
   */
  readonly pull: (space: SpaceId, ref: ChangeRequestRef) => Asked<PullResult>
  /** The users who opened and edited a change request, in the order of their first contributions. Needs `read`. */
  readonly contributors: Contributors
  /** The request's changes, and their conflicts. Takes time proportional to the changes of both sides. Needs `read`. */
  readonly changes: (space: SpaceId, ref: ChangeRequestRef, query?: ChangesQuery) => Asked<ProposedChanges>
  /** What the request changes in one item, with the whole of both texts. Needs `read`. */
  readonly compareItem: (space: SpaceId, ref: ChangeRequestRef, item: string) => Asked<ItemComparison>
  /**
   * The conflicts that merging or updating leaves for a user to decide. Takes time proportional to the changes of both
   * sides. Needs `read`.
   */
  readonly conflicts: (space: SpaceId, ref: ChangeRequestRef) => Asked<ReadonlyArray<MergeConflict>>
  /**
   * Brings main into the request as `pull` does, with decisions of conflicts. Needs `edit`; `NotFound` for a conflict
   * that does not exist, `Invalid` for a text where only a side decides.
   */
  readonly resolve: (space: SpaceId, ref: ChangeRequestRef, input: ResolveConflicts) => Asked<PullResult>
  /**
   * Brings main into the request as `pull` does, and undoes decisions that `resolve` has made: their conflicts are open
   * again, with the versions that they had. Needs `edit`; `NotFound` for a decision that does not exist, `Conflict` if
   * what was decided has been edited since.
   */
  readonly reopen: (space: SpaceId, ref: ChangeRequestRef, input: ReopenConflicts) => Asked<PullResult>
}

/** The service of change requests. */
export class ChangeRequests extends Context.Tag("@lectern/core/ChangeRequests")<
  ChangeRequests,
  ChangeRequestsService
>() {}

const parseQuery = parser(ChangeRequestsQuery)
const parseOneQuery = parser(ChangeRequestQuery)
const parseCreate = parser(CreateChangeRequest)
const parseUpdate = parser(UpdateChangeRequest)
const parseMerge = parser(MergeChangeRequest)
const parseChangesQuery = parser(ChangesQuery)
const parseResolve = parser(ResolveConflicts)
const parseReopen = parser(ReopenConflicts)

const approving = lazy("the rules of approval", () => import("../reviews/Approvals.js"))

const make = Effect.gen(function* () {
  const needed = yield* Effect.context<Effect.Effect.Context<typeof makeApprovals>>()
  const approvals = Effect.flatMap(approving.load, ({ makeApprovals }) => Effect.provide(makeApprovals, needed))
  const storage = yield* Storage
  const access = yield* Access
  const requests = yield* ChangeRequestRepository
  const writer = yield* ContentWriter
  const open = yield* makeOpenRequest
  const answer = yield* makeChangeRequestAnswer
  const { conflicts, merging, rebase } = yield* makeMergeTransaction
  const { conflicted, continued, markedOf, pull, reopen, resolve } = yield* makeUpdating
  const lines = yield* makeSavedLines
  const { compare, compareItem } = yield* makeComparing
  const count = yield* makeSpaceCounts
  const ids = yield* Ids
  const reviews = yield* ReviewRepository
  const workers = yield* Workers
  const bounds = yield* PageBounds
  const person = yield* makePeople
  const requireBounds = yield* makeCommentTexts

  /** Requests with who reviews them, in one read. */
  const reviewed = (found: ReadonlyArray<Stored<ChangeRequestRecord>>) =>
    Effect.map(reviews.verdicts(found.map(({ value }) => value.id)), (verdicts) =>
      found.map(({ cursor, value }, index) => ({ cursor, value, verdicts: verdicts[index] ?? noVerdicts }))
    )
  const withReviewers = Effect.fnUntraced(function* (
    space: SpaceRecord,
    { value, verdicts }: { readonly value: ChangeRequestRecord; readonly verdicts: Verdicts }
  ) {
    const reviewers: Array<Reviewer> = []
    for (const { user, ...state } of reviewersOf(value, verdicts)) {
      reviewers.push({ user: yield* person(user), ...state })
    }
    return { ...(yield* answer(space, value)), ...(reviewers.length > 0 && { reviewers }) }
  })

  /** Fails if the caller may not give a request this status. */
  const requireStatus = ({ level, request, standing }: OpenedRequest, status: UpdateChangeRequest["status"]) =>
    status === "archived" &&
    standing.user !== undefined &&
    standing.user !== request.value.createdBy &&
    !allows(level, "review")
      ? Effect.fail(forbidden("space", needs.review))
      : Effect.void

  /** What was decided and is not in conflict again. */
  const decisions = Effect.fnUntraced(function* (
    { value }: Stored<ChangeRequestRecord>,
    open: ReadonlyArray<MergeConflict>
  ) {
    const { decided } = yield* requests.conflicts(value.id)
    const answers: Array<DecidedConflict> = []
    for (const record of [...stillDecided(decided, open).values()].flat()) {
      const { at, by, choice, conflict } = record
      answers.push({ ...conflict, ...choice, ...(by !== undefined && { by: yield* person(by) }), at })
    }
    return answers.toSorted((one, other) => other.at.localeCompare(one.at))
  })

  const service: ChangeRequestsService = {
    list: Effect.fnUntraced(function* (id, query) {
      const { status = "open", contributor, ...list } = yield* parseQuery(query)
      const { space } = yield* access.requireSpace(id, needs.view)
      const range = { space: id, status, ...(contributor !== undefined && { contributor }) }
      return yield* pageOf({
        binding: JSON.stringify(["change-requests", id, status, contributor]),
        query: list,
        count: requests.count(range),
        scan: (after, limit) =>
          Effect.flatMap(requests.list(range, { limit, ...(after !== undefined && { after }) }), reviewed),
        render: (one) => withReviewers(space, one)
      })
    }),
    create: Effect.fnUntraced(function* (id, input) {
      const { description, subject = "" } = yield* parseCreate(input)
      yield* requireBounds("description", description)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { space } = yield* access.requireSpace(id, needs.edit)
          const createdBy = yield* requireUser
          const at = yield* now
          const request: ChangeRequestRecord = {
            id: ChangeRequestId.make(yield* ids.next),
            space: id,
            number: yield* requests.nextNumber(id),
            status: "draft",
            subject,
            ...(description !== undefined && { description: description.markdown }),
            createdBy,
            createdAt: at,
            updatedAt: at,
            revision: space.revision,
            sequence: 0,
            base: space.sequence,
            revisionInitial: space.revision
          }
          yield* requests.insert(request)
          yield* requests.contributed(request, createdBy, at, 0)
          yield* count(id, undefined, "draft")
          return yield* answer(space, request)
        }),
        [spaceLock(id)]
      )
    }),
    get: Effect.fnUntraced(function* (id, ref, query = {}) {
      const { format } = yield* parseOneQuery(query)
      const { request, space } = yield* open(id, ref, needs.view)
      const [one] = yield* reviewed([request])
      const found = yield* one === undefined ? answer(space, request.value) : withReviewers(space, one)
      const { description } = request.value
      if (format !== "document" || description === undefined) return found
      return { ...found, description: { document: yield* documentOf(workers, { markdown: description }) } }
    }),
    update: Effect.fnUntraced(function* (id, ref, patch) {
      const { description, subject, status } = yield* parseUpdate(patch)
      yield* requireBounds("description", description ?? undefined)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const asked = yield* open(id, ref, needs.edit)
          yield* requireStatus(asked, status)
          // Nobody can type in an archived request, so what was typed is saved before.
          const opened: OpenedRequest =
            status === "archived" ? { ...asked, request: yield* lines.request(asked.space, asked.request) } : asked
          if (subject === undefined && status === undefined && description === undefined) {
            return yield* answer(opened.space, opened.request.value)
          }
          const from = opened.request.value.status
          const stored = from === "merged" && status !== undefined ? yield* continued(opened.request) : opened.request
          const { description: described, ...rest } = stored.value
          const text = description === undefined ? described : description?.markdown
          const next: ChangeRequestRecord = {
            ...rest,
            ...(text !== undefined && { description: text }),
            ...(subject !== undefined && { subject }),
            ...(status !== undefined && { status }),
            updatedAt: yield* now
          }
          yield* requests.replace(stored, next)
          yield* count(id, from, next.status)
          return yield* answer(opened.space, next)
        }),
        [spaceLock(id)]
      )
    }),
    merge: Effect.fnUntraced(function* (id, ref, input = {}) {
      const { override = false } = yield* parseMerge(input)
      return yield* merging(
        id,
        ref,
        Effect.fnUntraced(function* (merge) {
          const asked = yield* open(id, ref, needs.review)
          const { stored: found, request: opened } = asked
          const { status } = opened.value
          if (status === "merged" || status === "archived") {
            return yield* new Conflict({ message: `the change request is ${status}` })
          }
          const request = yield* lines.request(found.value, opened)
          const { revision } = request.value
          const stored = yield* lines.space(found)
          const { require } = yield* approvals
          const overridden = yield* require({ ...asked, space: stored.value, stored, request }, override)
          const counting = { ...stored, value: counted(stored.value, status, "merged") }
          const main: Line = {
            ...writer.main(counting, "merge"),
            typed: new Map()
          }
          const { conflicts, draft, known, marked } = yield* rebase(merge, main, request.value)
          if (marked.length > 0) {
            return yield* new Conflict({ message: `there are conflict markers in ${marked.join(", ")}` })
          }
          if (conflicts.length > 0) {
            yield* conflicted(request)
            return { revision, result: "conflicts" as const }
          }
          const kind = { type: "merge", mergedFrom: request.value, with: revision } as const
          const merged = yield* writer.commit(main, draft, kind)
          yield* requests.replace(request, mergedBy(request.value, merged, overridden))
          if (known.undecided.size + known.decided.size > 0)
            yield* requests.keepConflicts(request.value.id, nothingKept)
          return { revision: merged.id, result: "merge" as const }
        })
      )
    }),
    mergeRules: (id, ref) =>
      Effect.flatMap(open(id, ref, needs.view), (opened) => Effect.flatMap(approvals, (all) => all.evaluate(opened))),
    pull: (id, ref) => pull(id, ref),
    changes: Effect.fnUntraced(function* (id, ref, query = {}) {
      const asked = yield* parseChangesQuery(query)
      const opened = yield* open(id, ref, needs.view)
      const [before, after] = sidesOf(opened.request.value)
      const found = yield* conflicts(opened)
      return {
        ...(yield* compare(opened.space, before, after, asked)),
        conflicts: found,
        marked: (yield* markedOf(opened.request.value)).map(({ conflict }) => conflict),
        decided: yield* decisions(opened.request, found)
      }
    }),
    compareItem: (id, ref, item) =>
      Effect.flatMap(open(id, ref, needs.view), ({ request, space }) =>
        compareItem(space, ...sidesOf(request.value), item)
      ),
    conflicts: (id, ref) => Effect.flatMap(open(id, ref, needs.view), conflicts),
    resolve: Effect.fnUntraced(function* (id, ref, input) {
      const given = yield* parseResolve(input)
      yield* open(id, ref, needs.edit)
      yield* requireTextBounds(workers, given, bounds)
      return yield* resolve(id, ref, decisionsOf(given))
    }),
    reopen: (id, ref, input) => Effect.flatMap(parseReopen(input), (given) => reopen(id, ref, given)),
    contributors: yield* makeContributors
  }
  return service
})

/** {@link ChangeRequests} over the repositories of the context. */
export const service = serviceOf(ChangeRequests, make)
