import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { UserId } from "../../people/users/User.js"
import { combinedReads, mappedRead, readBatched } from "../../storage/rows/BatchedRead.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ChangeRequestId } from "../change-requests/ChangeRequest.js"
import type { ReviewerRecord, ReviewRecord, ViewedRecord } from "./Review.js"
import { ReviewersTable, ReviewsTable, ViewedTable } from "./ReviewTables.js"

type Page = Pick<Scan, "after" | "limit">
/** Who was asked for a review, and what was reviewed. */
export interface Verdicts {
  readonly reviewers: ReadonlyArray<ReviewerRecord>
  readonly reviews: ReadonlyArray<ReviewRecord>
}

/** The number of reviewers, and of their newest reviews, that are read of a change request. */
const mostVerdicts = 100

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
  /** The reviewers of change requests, and the newest reviews of each, up to a number, newest first. */
  readonly verdicts: (ids: ReadonlyArray<ChangeRequestId>) => Effect.Effect<ReadonlyArray<Verdicts>, Unavailable>
  readonly findViewed: (
    id: ChangeRequestId,
    user: UserId,
    item: string
  ) => Effect.Effect<Stored<ViewedRecord> | undefined, Unavailable>
  readonly viewed: (
    id: ChangeRequestId,
    user: UserId,
    scan: Page
  ) => Effect.Effect<ReadonlyArray<Stored<ViewedRecord>>, Unavailable>
  readonly countViewed: (id: ChangeRequestId, user: UserId) => Effect.Effect<number, Unavailable>
  /** Records that a user has viewed a change, replacing an earlier mark. */
  readonly setViewed: (viewed: ViewedRecord) => Write
  readonly removeViewed: (id: ChangeRequestId, user: UserId, item: string) => Write
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
  const viewed = rows(storage, ViewedTable)
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
    verdicts: (ids) =>
      readBatched(
        storage,
        combinedReads(
          ids.map((id) =>
            mappedRead(
              combinedReads([
                reviewers.scanning({ index: "listed", prefix: [id], limit: mostVerdicts }),
                reviews.scanning({ index: "listed", prefix: [id], reverse: true, limit: mostVerdicts })
              ]),
              ([asked, made]): Verdicts => ({
                reviewers: asked.map(({ value }) => value),
                reviews: made.map(({ value }) => value)
              })
            )
          )
        )
      ),
    findViewed: (id, user, item) => viewed.find(id, user, item),
    viewed: (id, user, scan) => viewed.scan({ prefix: [id, user], ...scan }),
    countViewed: (id, user) => viewed.count({ prefix: [id, user] }),
    setViewed: Effect.fnUntraced(function* (mark) {
      const read = yield* viewed.find(mark.changeRequest, mark.user, mark.item)
      yield* read === undefined ? viewed.insert(mark) : viewed.replace(read, mark)
    }, withoutConflict),
    removeViewed: (id, user, item) => viewed.remove(id, user, item),
    purge: (space) => {
      const ofSpace = { index: "space", prefix: [space] }
      return Effect.all([reviews.removeAll(ofSpace), reviewers.removeAll(ofSpace), viewed.removeAll(ofSpace)], {
        discard: true
      })
    }
  }
})

/** {@link ReviewRepository} over Storage. */
export const service = serviceOf(ReviewRepository, make)
