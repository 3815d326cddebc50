/** The rows of reviews. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { emitting } from "../../storage/rows/Emits.js"
import { id, rowOf, text, to } from "../../storage/rows/RowDeclaration.js"
import { type ReviewerRecord, type ReviewRecord, ReviewStatus, type ViewedRecord } from "./Review.js"

const user = to("user", "users")
const space = to("space", "spaces")
const request = to("change request", "change_requests")
const revision = to("revision", "revisions")

/** The rows of the table `change_request_reviews`. */
export const changeRequestReviews = rowOf<ReviewRecord>()({
  emits: emitting({ created: "review_submitted" }, [], ({ changeRequest, id, revision, space }) => ({
    space,
    subject: { object: "change-request-review", id },
    container: { object: "change-request", id: changeRequest },
    revision
  })),
  fields: {
    id,
    changeRequest: id,
    space: id,
    revision: id,
    reviewer: id,
    requestedBy: optional(id),
    status: ReviewStatus,
    comment: optional(id),
    posts: optional(Schema.Array(id)),
    createdAt: text,
    superseded: optional(Schema.Literal(true))
  },
  references: (each) => [request(each.changeRequest), space(each.space), user(each.reviewer), revision(each.revision)]
})

/** The rows of the table `change_request_reviewers`. */
export const changeRequestReviewers = rowOf<ReviewerRecord>()({
  emits: emitting(
    { created: "review_requested", updated: "review_requested", deleted: "review_request_removed" },
    ["revision", "createdAt"],
    ({ changeRequest, space, user }) => ({
      space,
      subject: { object: "user", id: user },
      container: { object: "change-request", id: changeRequest }
    })
  ),
  fields: { changeRequest: id, space: id, user: id, revision: id, requestedBy: id, createdAt: text },
  references: (each) => [request(each.changeRequest), space(each.space), user(each.user), revision(each.revision)]
})

/** The rows of the table `viewed_changes`. */
export const viewedChanges = rowOf<ViewedRecord>()({
  fields: { changeRequest: id, space: id, user: id, item: id, version: text, viewedAt: text },
  references: (each) => [request(each.changeRequest), space(each.space), user(each.user)]
})
