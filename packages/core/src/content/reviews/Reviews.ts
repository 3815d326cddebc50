/**
 * Reviews of change requests, and the reviewers asked for them.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { forbidden } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import { makeVisibleMember } from "../../people/members/VisibleMember.js"
import type { SpaceId } from "../../people/places/Space.js"
import { makePeople } from "../../people/users/People.js"
import type { UserId } from "../../people/users/User.js"
import { requireUser } from "../../people/users/Users.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { makeOpenRequest } from "../change-requests/OpenRequest.js"
import { makeCommentAnswers } from "../comments/CommentAnswers.js"
import { makeOfRequest, type OpenPlace } from "../comments/CommentPlaces.js"
import { CommentRepository } from "../comments/CommentRepository.js"
import { makeCommentTexts } from "../comments/CommentTexts.js"
import { makeMentions } from "../comments/Mentions.js"
import { isOnTypedWords, makePosting } from "../comments/Posting.js"
import {
  type RequestedReviewer,
  type RequestedReviewers,
  RequestReviewers,
  type Review,
  type ReviewerRecord,
  type ReviewRecord,
  ReviewsQuery,
  SubmitReview
} from "./Review.js"
import { isReply, makeReviewComments } from "./ReviewComments.js"
import { ReviewId } from "./ReviewId.js"
import { ReviewRepository } from "./ReviewRepository.js"
import { makeViewedChanges, type ViewedChanges } from "./ViewedChanges.js"

/** The service of reviews. Anything that does not exist, or is in a space that the caller cannot see, is `NotFound`. */
export interface ReviewsService extends ViewedChanges {
  /** The reviews of a change request, oldest first. Needs `read`. */
  readonly list: (space: SpaceId, ref: ChangeRequestRef, query: ReviewsQuery) => Asked<List<Review>>
  /**
   * Reviews a change request, whatever its status, at its current revision, and posts comments and replies with it, all
   * or none of them. Needs `review`; only users can.
   */
  readonly submit: (space: SpaceId, ref: ChangeRequestRef, input: SubmitReview) => Asked<Review>
  /**
   * The reviewers who were asked, whether or not they have reviewed, in the order in which they were asked. Needs
   * `read`.
   */
  readonly requested: (space: SpaceId, ref: ChangeRequestRef, query: ListQuery) => Asked<List<RequestedReviewer>>
  /** Asks members to review the current revision, all or none of them. Needs `edit`; only users can. */
  readonly request: (space: SpaceId, ref: ChangeRequestRef, input: RequestReviewers) => Asked<RequestedReviewers>
  /**
   * Withdraws a request for a review. Needs `edit`; it is not an error if nobody was asked, or if the target is not
   * visible.
   */
  readonly withdraw: (space: SpaceId, ref: ChangeRequestRef, user: UserId) => Asked<void>
  /** The changes of a request that the caller has marked as viewed, by item. Needs `read`; only users can. */
  readonly viewed: ViewedChanges["viewed"]
  /** Marks the change of an item as viewed, as it is now. Needs `read`; `NotFound` if the request changes nothing there. */
  readonly markViewed: ViewedChanges["markViewed"]
  /** Removes a mark; it is not an error if there is none, or if the target is not visible. Needs `read`. */
  readonly removeViewed: ViewedChanges["removeViewed"]
}

/** The service of reviews. */
export class Reviews extends Context.Tag("@lectern/core/Reviews")<Reviews, ReviewsService>() {}

const parseQuery = parser(ReviewsQuery)
const parseListQuery = parser(ListQuery)
const parseSubmit = parser(SubmitReview)
const parseRequest = parser(RequestReviewers)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const reviews = yield* ReviewRepository
  const requests = yield* ChangeRequestRepository
  const comments = yield* CommentRepository
  const requireMember = yield* makeVisibleMember
  const open = yield* makeOpenRequest
  const placeOf = yield* makeOfRequest
  const posting = yield* makePosting
  const ofReviews = yield* makeReviewComments
  const mentions = yield* makeMentions
  const commentAnswers = yield* makeCommentAnswers
  const person = yield* makePeople
  const requireBounds = yield* makeCommentTexts
  const ids = yield* Ids

  const answer = Effect.fnUntraced(function* (place: OpenPlace, review: ReviewRecord, format?: ReviewsQuery["format"]) {
    const { id, posts, revision, requestedBy, status, superseded, createdAt } = review
    const comment = review.comment === undefined ? undefined : yield* comments.find(review.comment)
    const answered: Review = {
      object: "change-request-review",
      id,
      revision,
      reviewer: yield* person(review.reviewer),
      ...(requestedBy !== undefined && { requestedBy: yield* person(requestedBy) }),
      status,
      outdated: superseded === true || revision !== place.revision,
      ...(comment !== undefined && { comment: yield* commentAnswers.comment(place, comment.value, format) }),
      ...(posts !== undefined && { comments: yield* ofReviews.answers(place, posts, format) }),
      createdAt,
      updatedAt: createdAt
    }
    return answered
  })

  const reviewerAnswer = Effect.fnUntraced(function* ({ createdAt, requestedBy, revision, user }: ReviewerRecord) {
    const answered: RequestedReviewer = {
      object: "change-request-requested-reviewer",
      kind: "user",
      user: yield* person(user),
      revision,
      requestedBy: yield* person(requestedBy),
      createdAt
    }
    return answered
  })

  const service: ReviewsService = {
    list: Effect.fnUntraced(function* (space, ref, query) {
      const { format, ...list } = yield* parseQuery(query)
      const opened = yield* open(space, ref, needs.view)
      const { id } = opened.request.value
      return yield* pageOf({
        binding: `reviews:${id}`,
        query: list,
        count: reviews.count(id),
        scan: (after, limit) => reviews.list(id, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answer(placeOf(opened), value, format)
      })
    }),
    submit: Effect.fnUntraced(function* (space, ref, input) {
      const { comment: text, comments: given = [], status } = yield* parseSubmit(input)
      yield* requireBounds("comment", text)
      const mentioned = yield* mentions.written(text)
      const checked = yield* ofReviews.checked(given)
      const isTyped = given.some(isOnTypedWords)
      const { place, posts, review } = yield* storage.transaction(
        Effect.gen(function* () {
          const opened = yield* open(space, ref, needs.review)
          const { id: changeRequest, revision } = opened.request.value
          const reviewer = yield* requireUser
          const asked = yield* reviews.findReviewer(changeRequest, reviewer)
          const id = ReviewId.make(yield* ids.next)
          const place = isTyped ? yield* placeOf(opened).saved : placeOf(opened)
          const comment = text === undefined ? undefined : yield* posting.begin(place, { body: text }, mentioned, id)
          const posts = yield* ofReviews.post(place, id, checked)
          const begun = [...(comment === undefined ? [] : [comment]), ...posts]
          const threads = begun.filter((post) => !isReply(post)).length
          if (threads > 0) yield* place.count(threads)
          const review: ReviewRecord = {
            id,
            changeRequest,
            space,
            revision,
            reviewer,
            ...(asked !== undefined && { requestedBy: asked.value.requestedBy }),
            status,
            ...(comment !== undefined && { comment: comment.id }),
            ...(posts.length > 0 && { posts: posts.map((post) => post.id) }),
            createdAt: yield* now
          }
          yield* reviews.supersede(changeRequest, reviewer)
          yield* reviews.insert(review)
          return { place, posts: begun, review }
        }),
        [spaceLock(space)]
      )
      yield* Effect.forEach(posts, (post) => mentions.tell(place, post), { discard: true })
      return yield* answer(place, review)
    }),
    requested: Effect.fnUntraced(function* (space, ref, query) {
      const parsed = yield* parseListQuery(query)
      const { id } = (yield* open(space, ref, needs.view)).request.value
      return yield* pageOf({
        binding: `requested-reviewers:${id}`,
        query: parsed,
        count: reviews.countReviewers(id),
        scan: (after, limit) => reviews.reviewers(id, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => reviewerAnswer(value)
      })
    }),
    request: Effect.fnUntraced(function* (space, ref, input) {
      const { subject, users } = yield* parseRequest(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { request, standing } = yield* open(space, ref, needs.edit)
          const { id: changeRequest, revision } = request.value
          const requestedBy = yield* requireUser
          const createdAt = yield* now
          const asked = yield* Effect.forEach(new Set(users), (user) =>
            Effect.gen(function* () {
              yield* requireMember(standing, user)
              const reviewer: ReviewerRecord = { changeRequest, space, user, revision, requestedBy, createdAt }
              yield* reviews.setReviewer(reviewer)
              yield* reviews.supersede(changeRequest, user)
              return yield* reviewerAnswer(reviewer)
            })
          )
          if (subject !== undefined) {
            yield* requests.replace(request, { ...request.value, subject, updatedAt: createdAt })
          }
          return { users: asked }
        }),
        [spaceLock(space)]
      )
    }),
    withdraw: (space, ref, user) =>
      storage.transaction(
        Effect.gen(function* () {
          const { level, request } = yield* open(space, ref, needs.view)
          const { id } = request.value
          if ((yield* reviews.findReviewer(id, user)) === undefined) return
          if (!allows(level, "edit")) return yield* forbidden("space", needs.edit)
          yield* reviews.removeReviewer(id, user)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [spaceLock(space)]
      ),
    ...(yield* makeViewedChanges)
  }
  return service
})

/** {@link Reviews} over the repositories of the context. */
export const service = serviceOf(Reviews, make)
