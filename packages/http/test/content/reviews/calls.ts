import type { Resource } from "../../contract/resources.js"
import { ask, never, type Operation, within } from "../../contract/rows.js"
import { absentToGuests, body, onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const root = (ids: Ids) => `/v1/spaces/${ids.spaces.main}/change-requests`
const reviews = (ids: Ids) => `${root(ids)}/${ids.changeRequest}/reviews`
const reviewers = (ids: Ids) => `${root(ids)}/${ids.changeRequest}/requested-reviewers`
const contributors = within(root, "/1/contributors")
const unknown = within(root, "/unknown")
const reviewer = (ids: Ids) => `${reviewers(ids)}/${ids.users.ada}`
const viewed = within(root, "/1/viewed")
const viewedPage = (ids: Ids) => `${viewed(ids)}/${ids.page}`
const edited: Operation["prepare"] = (world) =>
  world.ask("POST", `${root(world.ids)}/1/content`, {
    body: { changes: [{ operation: "update_page", page: world.ids.page, title: "Viewed" }] }
  })
const requested: Operation["prepare"] = (world) =>
  world.ask("POST", reviewers(world.ids), { body: { users: [world.ids.users.ada] } })

/** Reviews of change requests, and who has a part in them. */
export const resource: Resource = {
  operations: {
    getReviewsByChangeRequestId: {
      method: "GET",
      path: reviews,
      status: 200,
      prepare: ask("POST", reviews, { status: "approved", comment: { markdown: "Good" } }),
      failures: {
        400: { path: within(reviews, "?format=html") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/reviews") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(reviews, "?limit=1&format=document") }]
    },
    submitChangeRequestReview: {
      method: "POST",
      path: reviews,
      status: 201,
      body: () => ({ status: "approved" }),
      failures: {
        400: { body: () => ({ status: "merged" }) },
        403: { as: "rex" },
        404: { path: within(unknown, "/reviews") },
        409: never.noState
      },
      more: [
        { prepare: requested, body: () => ({ status: "changes-requested", comment: { markdown: "Almost" } }) },
        {
          body: ({ page }) => ({
            status: "changes-requested",
            comments: [{ body: { markdown: "On the page" }, page }, { body: { markdown: "On the whole" } }]
          })
        }
      ]
    },
    getRequestedReviewersByChangeRequestId: {
      method: "GET",
      path: reviewers,
      status: 200,
      prepare: requested,
      failures: {
        400: { path: within(reviewers, "?limit=-1") },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }]
    },
    requestReviewersForChangeRequest: {
      method: "POST",
      path: reviewers,
      status: 200,
      body: ({ users }) => ({ users: [users.ada, users.rex], subject: "Please look" }),
      failures: {
        400: { body: ({ users }) => ({ users: users.ada }) },
        403: { as: "rex" },
        404: { body: ({ users }) => ({ users: [users.ada, users.eve] }) },
        409: never.noState
      },
      more: [{ body: () => ({ users: [] }) }]
    },
    removeRequestedReviewerFromChangeRequest: {
      method: "DELETE",
      path: reviewer,
      status: 204,
      prepare: requested,
      failures: {
        400: { path: within(reviewers, "/%zz") },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ as: "eve" }, { as: "rex", path: within(reviewers, "/unknown") }]
    },
    listViewedChanges: {
      method: "GET",
      path: viewed,
      status: 200,
      prepare: async (world) => {
        await edited(world)
        await world.ask("PUT", viewedPage(world.ids))
      },
      failures: {
        400: { path: within(viewed, "?page=broken") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/viewed") },
        409: never.readsOnly
      },
      more: [{ as: "rex" }]
    },
    markChangeAsViewed: {
      method: "PUT",
      path: viewedPage,
      status: 200,
      prepare: edited,
      failures: {
        400: { path: within(viewed, "/%zz") },
        403: never.unlessSet,
        404: { path: within(viewed, "/unknown") },
        409: never.noState
      },
      more: [{ as: "rex" }]
    },
    unmarkChangeAsViewed: {
      method: "DELETE",
      path: viewedPage,
      status: 204,
      failures: {
        400: { path: within(viewed, "/%zz") },
        403: never.unlessSet,
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ as: "eve" }, { as: "rex" }]
    },
    getContributorsByChangeRequestId: {
      method: "GET",
      path: contributors,
      status: 200,
      failures: {
        400: { path: within(contributors, "?page=broken") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/contributors") },
        409: never.readsOnly
      },
      more: [{ as: "rex" }]
    }
  },
  own: ["listViewedChanges", "markChangeAsViewed", "unmarkChangeAsViewed"],
  visibility: {
    getReviewsByChangeRequestId: onSpace("read"),
    submitChangeRequestReview: onSpace("review", body({ status: "approved" })),
    getRequestedReviewersByChangeRequestId: onSpace("read"),
    requestReviewersForChangeRequest: onSpace("edit", {
      ...absentToGuests,
      speaksOf: "userId",
      body: ({ params }) => ({ users: [params.userId] })
    }),
    removeRequestedReviewerFromChangeRequest: onSpace("edit"),
    listViewedChanges: onSpace("read"),
    markChangeAsViewed: onSpace("read"),
    unmarkChangeAsViewed: onSpace("read"),
    getContributorsByChangeRequestId: onSpace("read")
  }
}
