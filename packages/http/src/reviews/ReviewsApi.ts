/** The endpoints of reviews of change requests, and of who has a part in them. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { ChangeRequestRef, Contributor } from "@lectern/core/change-requests/ChangeRequest"
import { optional } from "@lectern/core/internal/schema/Input"
import { list } from "@lectern/core/lists/List"
import {
  RequestedReviewer,
  RequestedReviewers,
  RequestReviewers,
  Review,
  SubmitReview
} from "@lectern/core/reviews/Review"
import { SpaceId } from "@lectern/core/spaces/Space"
import { UserId } from "@lectern/core/users/User"
import { Schema } from "effect"
import { get, post, remove } from "../declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams, oneOf } from "../params/QueryParams.js"

const RequestPath = Schema.Struct({
  spaceId: segment(SpaceId),
  changeRequestId: segment(ChangeRequestRef).annotations({ description: "The id, or the number in the space." })
})

/** Reviews of change requests, who was asked for them, and who has a part in the requests. */
export class ReviewsApi extends HttpApiGroup.make("change-request-reviews")
  .add(
    get(
      "getReviewsByChangeRequestId",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/reviews",
      "The reviews of a change request",
      "Oldest first."
    )
      .setPath(RequestPath)
      .setUrlParams(
        Schema.Struct({
          ...listParams,
          format: optional(oneOf("markdown", "document").annotations({ description: "`markdown` when omitted." }))
        })
      )
      .addSuccess(list(Review).annotations({ identifier: "ReviewList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "submitChangeRequestReview",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/reviews",
      "Review a change request",
      "At its current revision; a text becomes a comment on the request."
    )
      .setPath(RequestPath)
      .setPayload(SubmitReview)
      .addSuccess(Review, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getRequestedReviewersByChangeRequestId",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers",
      "Who was asked to review a change request",
      "Whether they have or not, in the order in which they were."
    )
      .setPath(RequestPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(RequestedReviewer).annotations({ identifier: "RequestedReviewerList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "requestReviewersForChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers",
      "Ask members to review a change request",
      "All or none of them."
    )
      .setPath(RequestPath)
      .setPayload(RequestReviewers)
      .addSuccess(RequestedReviewers)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "removeRequestedReviewerFromChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId",
      "Ask somebody no longer"
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, userId: segment(UserId) }))
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "getContributorsByChangeRequestId",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/contributors",
      "Who has a part in a change request",
      "By opening or editing it, in the order in which they first did."
    )
      .setPath(RequestPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(Contributor).annotations({ identifier: "ContributorList" }))
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Change request reviews",
      description: "Reviews of change requests, and who is asked for them."
    })
  ) {}
