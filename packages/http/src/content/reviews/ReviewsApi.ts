/** The endpoints of reviews of change requests, and of contributors. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ChangeRequestRef, Contributor } from "@lectern/core/change-requests/ChangeRequest"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import {
  RequestedReviewer,
  RequestedReviewers,
  RequestReviewers,
  Review,
  SubmitReview,
  ViewedChange
} from "@lectern/core/reviews/Review"
import { SpaceId } from "@lectern/core/spaces/Space"
import { UserId } from "@lectern/core/users/User"
import * as Schema from "effect/Schema"
import { get, post, put, remove } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams, oneOf } from "../../foundation/params/QueryParams.js"
import { itemSegment } from "../pages/ContentShapes.js"

const RequestPath = Schema.Struct({
  spaceId: segment(SpaceId),
  changeRequestId: segment(ChangeRequestRef).annotations({ description: "The id, or the number in the space." })
})

/** Reviews of change requests, requested reviewers, and contributors. */
export class ReviewsApi extends HttpApiGroup.make("change-request-reviews")
  .add(
    get(
      "getReviewsByChangeRequestId",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/reviews",
      "List the reviews of a change request",
      "Oldest first, outdated reviews included."
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
      "Reviews the current revision of the request. A text becomes a comment on it; `comments` are posted with it, all or none of them. Needs the level `review`."
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
      "List the requested reviewers of a change request",
      "Lists who was asked for a review, whether they have reviewed or not, in the order in which they were asked."
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
      "Request reviews of a change request",
      "Asks users for a review, all of them or none. It outdates the earlier reviews of those who are asked again."
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
      "Withdraw a review request",
      "Withdraws the request. A review that was submitted stays."
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, userId: segment(UserId) }))
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listViewedChanges",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/viewed",
      "List the viewed changes of a change request",
      "Lists what the caller has marked as viewed. A mark is outdated once the change is another one."
    )
      .setPath(RequestPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(ViewedChange).annotations({ identifier: "ViewedChangeList" }))
      .addError(ReadErrors)
  )
  .add(
    put(
      "markChangeAsViewed",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/viewed/:itemId",
      "Mark a change as viewed",
      "Marks what the request changes in one page, file or other item as viewed by the caller, as it is now."
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, itemId: itemSegment }))
      .addSuccess(ViewedChange)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "unmarkChangeAsViewed",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/viewed/:itemId",
      "Remove the mark of a viewed change",
      "Removes the mark of the caller. It is not an error if there is none."
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, itemId: itemSegment }))
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "getContributorsByChangeRequestId",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/contributors",
      "List the contributors of a change request",
      "Lists who opened or edited the request, in the order in which they first did."
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
