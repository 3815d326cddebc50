/** The tables of reviews. */
import { table } from "../../storage/rows/Table.js"

/** The reviews of change requests, oldest first. */
export const ReviewsTable = table({
  name: "change_request_reviews",
  columns: { id: "text", changeRequest: "text", reviewer: "text", space: "text", createdAt: "text" },
  key: ["id"],
  indexes: {
    listed: { on: ["changeRequest", "createdAt"] },
    reviewer: { on: ["changeRequest", "reviewer", "createdAt"] },
    space: { on: ["space"] }
  },
  lockedBy: "space space"
})

/** The requested reviewers, in the order in which they were asked. */
export const ReviewersTable = table({
  name: "change_request_reviewers",
  columns: { changeRequest: "text", user: "text", space: "text", createdAt: "text" },
  key: ["changeRequest", "user"],
  indexes: { listed: { on: ["changeRequest", "createdAt"] }, space: { on: ["space"] } },
  lockedBy: "space space"
})
