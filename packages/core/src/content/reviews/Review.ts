/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import { createdAt, described, identified, updatedAt } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Timestamp } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { User, UserId } from "../../people/users/User.js"
import { type ChangeRequestId, Subject } from "../change-requests/ChangeRequest.js"
import {
  Comment,
  CommentFormat,
  type CommentId,
  CommentReply,
  type CommentReplyId,
  PostReviewComment
} from "../comments/Comment.js"
import { CommentText } from "../comments/CommentText.js"
import { ReviewId } from "./ReviewId.js"

/** The verdict of a review. */
export const ReviewStatus = Schema.Literal("changes-requested", "approved")
export type ReviewStatus = typeof ReviewStatus.Type

/**
 * A review of a change request at one of its revisions, as answered. It is `outdated` if the request has changed since,
 * or if its reviewer has been asked again or has reviewed again.
 */
export const Review = Schema.Struct({
  object: Schema.Literal("change-request-review"),
  id: identified(ReviewId),
  revision: described(RevisionId, "The id of the revision of the change request that was reviewed."),
  reviewer: described(User, "The user who reviewed."),
  requestedBy: optional(User, "The user who asked for the review. Absent if nobody did."),
  status: described(ReviewStatus, "The verdict."),
  outdated: described(
    Schema.Boolean,
    "Whether the change request has changed since, or the reviewer was asked again or has reviewed again."
  ),
  comment: optional(Comment, "The text of the review, which is a comment on the change request."),
  comments: optional(
    Schema.Array(Schema.Union(Comment, CommentReply)),
    "The comments and replies that were posted with the review, in the order in which they were given, without those that were deleted since. Absent if there were none."
  ),
  createdAt,
  updatedAt
}).annotations({ identifier: "Review", description: "A verdict on a change request at one of its revisions." })
export type Review = typeof Review.Type

/** A reviewer who was asked, as answered; `revision` is the request's revision at that time. */
export const RequestedReviewer = Schema.Struct({
  object: Schema.Literal("change-request-requested-reviewer"),
  kind: described(Schema.Literal("user"), "Always `user`: only users can be asked."),
  user: described(User, "The user who was asked."),
  revision: described(RevisionId, "The id of the revision of the change request when the user was asked."),
  requestedBy: described(User, "The user who asked."),
  createdAt
}).annotations({ identifier: "RequestedReviewer", description: "Somebody who was asked to review a change request." })
export type RequestedReviewer = typeof RequestedReviewer.Type

/** Input for creating a review. */
export const SubmitReview = Schema.Struct({
  status: described(ReviewStatus, "The verdict."),
  comment: optional(CommentText, "A text, which becomes a comment on the change request."),
  comments: optional(
    Schema.Array(PostReviewComment).pipe(Schema.maxItems(100, { message: () => "expected at most 100 comments" })),
    "Comments and replies to post with the review, at most 100. If one is refused, nothing is posted."
  )
}).annotations({
  identifier: "SubmitReview",
  description: "A new review, at the current revision of the change request."
})
export type SubmitReview = typeof SubmitReview.Type

/** The people to ask for a review, and optionally a new subject for the change request. */
export const RequestReviewers = Schema.Struct({
  users: described(
    Schema.Array(UserId).pipe(Schema.maxItems(100, { message: () => "expected at most 100 users" })),
    "Ids of users who may read the space, at most 100. One who may not refuses the request."
  ),
  subject: optional(Subject, "A new subject for the change request, at most 100 characters.")
}).annotations({ identifier: "RequestReviewers", description: "Users to ask for a review." })
export type RequestReviewers = typeof RequestReviewers.Type

/** The reviewers who were asked. */
export const RequestedReviewers = Schema.Struct({
  users: described(Schema.Array(RequestedReviewer), "The reviewers, in the order in which they were named.")
}).annotations({
  identifier: "RequestedReviewers",
  description: "Who was asked by the request."
})
export type RequestedReviewers = typeof RequestedReviewers.Type

/** The queries of a list of reviews. */
export const ReviewsQuery = Schema.Struct({ ...ListQuery.fields, ...CommentFormat.fields })
export type ReviewsQuery = typeof ReviewsQuery.Type

/** A change that its reader has marked as viewed, as answered. */
export const ViewedChange = Schema.Struct({
  object: Schema.Literal("viewed-change"),
  item: described(Schema.String, "The id of the page, the file or the other item that was viewed."),
  viewedAt: described(Timestamp, "When it was marked."),
  outdated: described(Schema.Boolean, "Whether the change is another one by now, so that it is to be viewed again.")
}).annotations({ identifier: "ViewedChange", description: "A change of a change request that the caller has viewed." })
export type ViewedChange = typeof ViewedChange.Type

/** A review as stored; `superseded` once its reviewer has been asked again or has reviewed again. */
export interface ReviewRecord {
  readonly id: ReviewId
  readonly changeRequest: ChangeRequestId
  readonly space: SpaceId
  readonly revision: RevisionId
  readonly reviewer: UserId
  readonly requestedBy?: UserId
  readonly status: ReviewStatus
  readonly comment?: CommentId
  /** The comments and replies that were posted with it. */
  readonly posts?: ReadonlyArray<CommentId | CommentReplyId>
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

/** A viewed change as stored; `version` identifies the change as it was. */
export interface ViewedRecord {
  readonly changeRequest: ChangeRequestId
  readonly space: SpaceId
  readonly user: UserId
  readonly item: string
  readonly version: string
  readonly viewedAt: string
}
