import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { UserId } from "../../people/users/User.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ChangeRequestId } from "../change-requests/ChangeRequest.js"
import type { ReviewerRecord, ReviewRecord } from "./Review.js"
import { ReviewersTable, ReviewsTable } from "./ReviewTables.js"

type Page = Pick<Scan, "after" | "limit">
type Write = Effect.Effect<void, Unavailable>

/** Reads and writes reviews; writes belong in a transaction. */
export interface ReviewRepositoryService {
  readonly list: (id: ChangeRequestId, scan: Page) => Effect.Effect<ReadonlyArray<Stored<ReviewRecord>>, Unavailable>
  readonly count: (id: ChangeRequestId) => Effect.Effect<number, Unavailable>
  readonly insert: (review: ReviewRecord) => Write
  /** Marks the last review of a reviewer as superseded, if there is one. */
  readonly supersede: (id: ChangeRequestId, reviewer: UserId) => Write
  readonly findReviewer: (
    id: ChangeRequestId,
    user: UserId
  ) => Effect.Effect<Stored<ReviewerRecord> | undefined, Unavailable>
  readonly reviewers: (
    id: ChangeRequestId,
    scan: Page
  ) => Effect.Effect<ReadonlyArray<Stored<ReviewerRecord>>, Unavailable>
  readonly countReviewers: (id: ChangeRequestId) => Effect.Effect<number, Unavailable>
  /** Records that a user was asked, replacing an earlier request to them. */
  readonly setReviewer: (reviewer: ReviewerRecord) => Write
  readonly removeReviewer: (id: ChangeRequestId, user: UserId) => Write
  /** Removes all reviews of a space's change requests, and all requests for them. */
  readonly purge: (space: string) => Write
}

/** The repository of reviews. */
export class ReviewRepository extends Context.Tag("@lectern/core/ReviewRepository")<
  ReviewRepository,
  ReviewRepositoryService
>() {}

const make = Effect.map(Storage, (storage): ReviewRepositoryService => {
  const reviews = rows(storage, ReviewsTable)
  const reviewers = rows(storage, ReviewersTable)
  return {
    list: (id, scan) => reviews.scan({ index: "listed", prefix: [id], ...scan }),
    count: (id) => reviews.count({ index: "listed", prefix: [id] }),
    insert: (review) => withoutConflict(reviews.insert(review)),
    supersede: Effect.fnUntraced(function* (id, reviewer) {
      const [last] = yield* reviews.scan({ index: "reviewer", prefix: [id, reviewer], reverse: true, limit: 1 })
      if (last !== undefined) yield* reviews.replace(last, { ...last.value, superseded: true })
    }, withoutConflict),
    findReviewer: (id, user) => reviewers.find(id, user),
    reviewers: (id, scan) => reviewers.scan({ index: "listed", prefix: [id], ...scan }),
    countReviewers: (id) => reviewers.count({ index: "listed", prefix: [id] }),
    setReviewer: Effect.fnUntraced(function* (reviewer) {
      const read = yield* reviewers.find(reviewer.changeRequest, reviewer.user)
      yield* read === undefined ? reviewers.insert(reviewer) : reviewers.replace(read, reviewer)
    }, withoutConflict),
    removeReviewer: (id, user) => reviewers.remove(id, user),
    purge: (space) => {
      const ofSpace = { index: "space", prefix: [space] }
      return Effect.zipRight(reviews.removeAll(ofSpace), reviewers.removeAll(ofSpace))
    }
  }
})

/** {@link ReviewRepository} over Storage. */
export const service = serviceOf(ReviewRepository, make)
