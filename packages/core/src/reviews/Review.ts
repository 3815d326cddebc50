import * as Schema from "effect/Schema"
import { type ChangeRequestId, Subject } from "../change-requests/ChangeRequest.js"
import { Comment, CommentFormat, type CommentId, CommentText } from "../comments/Comment.js"
import { RevisionId } from "../content/RevisionId.js"
import { ListQuery } from "../lists/List.js"
import { optional } from "../schema/Input.js"
import { Timestamp } from "../schema/Text.js"
import type { SpaceId } from "../spaces/Space.js"
import { User, UserId } from "../users/User.js"
import { ReviewId } from "./ReviewId.js"

/** What a review comes to. */
export const ReviewStatus = Schema.Literal("changes-requested", "approved")
/** @see {@link ReviewStatus} */
export type ReviewStatus = typeof ReviewStatus.Type

/**
 * A review of a change request at one of its revisions, as answered. It is `outdated` where the request has changed
 * since, or its reviewer was asked again or has reviewed again.
 */
export const Review = Schema.Struct({
  object: Schema.Literal("change-request-review"),
  id: ReviewId,
  revision: RevisionId,
  reviewer: User,
  requestedBy: optional(User),
  status: ReviewStatus,
  outdated: Schema.Boolean,
  comment: optional(Comment),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotations({ identifier: "Review" })
/** @see {@link Review} */
export type Review = typeof Review.Type

/** A reviewer who was asked, as answered; `revision` is that of the request when they were. */
export const RequestedReviewer = Schema.Struct({
  object: Schema.Literal("change-request-requested-reviewer"),
  kind: Schema.Literal("user"),
  user: User,
  revision: RevisionId,
  requestedBy: User,
  createdAt: Timestamp
}).annotations({ identifier: "RequestedReviewer" })
/** @see {@link RequestedReviewer} */
export type RequestedReviewer = typeof RequestedReviewer.Type

/** What a review is made from. */
export const SubmitReview = Schema.Struct({
  status: ReviewStatus,
  comment: optional(CommentText)
}).annotations({ identifier: "SubmitReview" })
/** @see {@link SubmitReview} */
export type SubmitReview = typeof SubmitReview.Type

/** Who is asked to review, and what the change request is called from now on. */
export const RequestReviewers = Schema.Struct({
  users: Schema.Array(UserId).pipe(Schema.maxItems(100, { message: () => "expected at most 100 users" })),
  subject: optional(Subject)
}).annotations({ identifier: "RequestReviewers" })
/** @see {@link RequestReviewers} */
export type RequestReviewers = typeof RequestReviewers.Type

/** Those who were asked. */
export const RequestedReviewers = Schema.Struct({ users: Schema.Array(RequestedReviewer) }).annotations({
  identifier: "RequestedReviewers"
})
/** @see {@link RequestedReviewers} */
export type RequestedReviewers = typeof RequestedReviewers.Type

/** The queries of a list of reviews. */
export const ReviewsQuery = Schema.Struct({ ...ListQuery.fields, ...CommentFormat.fields })
/** @see {@link ReviewsQuery} */
export type ReviewsQuery = typeof ReviewsQuery.Type

/** A review as stored; `superseded` once its reviewer was asked again or has reviewed again. */
export interface ReviewRecord {
  readonly id: ReviewId
  readonly changeRequest: ChangeRequestId
  readonly space: SpaceId
  readonly revision: RevisionId
  readonly reviewer: UserId
  readonly requestedBy?: UserId
  readonly status: ReviewStatus
  readonly comment?: CommentId
  readonly createdAt: string
  readonly superseded?: true
}

/** A requested reviewer as stored. */
export interface ReviewerRecord {
  readonly changeRequest: ChangeRequestId
  readonly space: SpaceId
  readonly user: UserId
  readonly revision: RevisionId
  readonly requestedBy: UserId
  readonly createdAt: string
}
