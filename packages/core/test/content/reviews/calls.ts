import { RequestReviewers, ReviewsQuery, SubmitReview } from "@lectern/core/reviews/Review"
import { choice, integer, items, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent, silent } from "../../people/access/rows.js"

/** Reviews. */
export const resource: Resource = {
  calls: ({ admin, changeRequest: request, page, space, stranger }) => ({
    rows: {
      reviews: {
        list: absent(space, request, {}),
        submit: absent(space, request, { status: "approved" }),
        requested: absent(space, request, {}),
        request: absent(space, request, { users: [stranger] }),
        withdraw: silent(space, request, admin),
        viewed: absent(space, request, {}),
        markViewed: absent(space, request, page),
        removeViewed: silent(space, request, page)
      }
    }
  }),
  recorded: {
    reviews: {
      list: "reads",
      submit: "content",
      requested: "reads",
      request: "content",
      withdraw: "content",
      viewed: "reads",
      markViewed: "content",
      removeViewed: "content"
    }
  },
  refused: ["reviews.markViewed", "reviews.request"],
  locks: {
    reviews: {
      submit: "space",
      request: "space",
      withdraw: "space",
      markViewed: "space",
      removeViewed: "space"
    }
  },
  bounds: [
    subject("a review", SubmitReview, { status: choice("changes-requested", "approved") }),
    subject(
      "a review with comments",
      SubmitReview,
      { comments: items(0, 100, (index) => ({ body: { markdown: `Comment ${index}` } })) },
      { status: "approved" }
    ),
    subject(
      "a comment of a review",
      SubmitReview,
      { "comments.0.node": text(1, 256) },
      { status: "approved", comments: [{ body: { markdown: "a" } }] }
    ),
    subject(
      "a comment of a review on words",
      SubmitReview,
      {
        "comments.0.range.start": integer(0, 0),
        "comments.0.range.end": integer(1, 10_000),
        "comments.0.quote": text(1, 10_000)
      },
      { status: "approved", comments: [{ body: { markdown: "a" }, page: "a", range: { start: 0, end: 1 } }] }
    ),
    subject("a request of reviews", RequestReviewers, { users: items(0, 100, (index) => `user-${index}`) }),
    subject("a request of reviews with a subject", RequestReviewers, { subject: text(0, 100) }, { users: [] }),
    subject("a list of reviews", ReviewsQuery, {
      format: choice("markdown", "document"),
      limit: integer(0, 1000)
    })
  ]
}
