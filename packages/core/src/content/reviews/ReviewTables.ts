/** The tables of reviews. */

import { recordTable } from "../../storage/rows/RecordTable.js"
import type { ReviewerRecord, ReviewRecord, ViewedRecord } from "./Review.js"

/** The reviews of change requests, oldest first. */
export const ReviewsTable = recordTable({
  name: "change_request_reviews",
  emits: true,
  columns: { id: "text", changeRequest: "text", reviewer: "text", space: "text", createdAt: "text" },
  key: ["id"],
  indexes: {
    listed: { on: ["changeRequest", "createdAt"] },
    reviewer: { on: ["changeRequest", "reviewer", "createdAt"] },
    space: { on: ["space"] }
  },
  lockedBy: "space space",
  columnsOf: ({ id, changeRequest, reviewer, space, createdAt }: ReviewRecord) => ({
    id,
    changeRequest,
    reviewer,
    space,
    createdAt
  }),
  unaudited: "content",
  row: () => import("./ReviewRows.js").then(({ changeRequestReviews }) => changeRequestReviews)
})

/** The requested reviewers, in the order in which they were asked. */
export const ReviewersTable = recordTable({
  name: "change_request_reviewers",
  emits: true,
  columns: { changeRequest: "text", user: "text", space: "text", createdAt: "text" },
  key: ["changeRequest", "user"],
  indexes: { listed: { on: ["changeRequest", "createdAt"] }, space: { on: ["space"] } },
  lockedBy: "space space",
  columnsOf: ({ changeRequest, user, space, createdAt }: ReviewerRecord) => ({
    changeRequest,
    user,
    space,
    createdAt
  }),
  unaudited: "content",
  row: () => import("./ReviewRows.js").then(({ changeRequestReviewers }) => changeRequestReviewers)
})

/** What reviewers have marked as viewed. */
export const ViewedTable = recordTable({
  name: "viewed_changes",
  columns: { changeRequest: "text", user: "text", item: "text", space: "text" },
  key: ["changeRequest", "user", "item"],
  indexes: { space: { on: ["space"] } },
  lockedBy: "space space",
  columnsOf: ({ changeRequest, user, item, space }: ViewedRecord) => ({ changeRequest, user, item, space }),
  unaudited: "content",
  row: () => import("./ReviewRows.js").then(({ viewedChanges }) => viewedChanges)
})
