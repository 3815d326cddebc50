import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Reviews } from "@lectern/core/reviews/Reviews"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { ReviewsApi } from "./ReviewsApi.js"

/** The handlers of {@link ReviewsApi}. */
export const handlers = Effect.gen(function* () {
  const requests = yield* ChangeRequests
  const reviews = yield* Reviews
  const all: GroupHandlers<typeof ReviewsApi> = {
    getReviewsByChangeRequestId: ({ path, urlParams }) => reviews.list(path.spaceId, path.changeRequestId, urlParams),
    submitChangeRequestReview: ({ path, payload }) => reviews.submit(path.spaceId, path.changeRequestId, payload),
    getRequestedReviewersByChangeRequestId: ({ path, urlParams }) =>
      reviews.requested(path.spaceId, path.changeRequestId, urlParams),
    requestReviewersForChangeRequest: ({ path, payload }) =>
      reviews.request(path.spaceId, path.changeRequestId, payload),
    removeRequestedReviewerFromChangeRequest: ({ path }) =>
      reviews.withdraw(path.spaceId, path.changeRequestId, path.userId),
    listViewedChanges: ({ path, urlParams }) => reviews.viewed(path.spaceId, path.changeRequestId, urlParams),
    markChangeAsViewed: ({ path }) => reviews.markViewed(path.spaceId, path.changeRequestId, path.itemId),
    unmarkChangeAsViewed: ({ path }) => reviews.removeViewed(path.spaceId, path.changeRequestId, path.itemId),
    getContributorsByChangeRequestId: ({ path, urlParams }) =>
      requests.contributors(path.spaceId, path.changeRequestId, urlParams)
  }
  return all
})
