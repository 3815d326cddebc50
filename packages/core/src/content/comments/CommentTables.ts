/** The tables of comments. */
import { table } from "../../storage/rows/Table.js"

/** The comments; `page` is empty for comments on the place itself, `status` is `open` or `resolved`. */
export const CommentsTable = table({
  name: "comments",
  columns: { id: "text", place: "text", space: "text", page: "text", status: "text", postedAt: "text" },
  key: ["id"],
  indexes: {
    listed: { on: ["place", "postedAt"] },
    status: { on: ["place", "status", "postedAt"] },
    page: { on: ["place", "page", "postedAt"] },
    pageStatus: { on: ["place", "page", "status", "postedAt"] },
    space: { on: ["space"] }
  },
  lockedBy: "space space"
})

/** The replies, oldest first in their thread. */
export const CommentRepliesTable = table({
  name: "comment_replies",
  columns: { id: "text", comment: "text", space: "text", postedAt: "text" },
  key: ["id"],
  indexes: { thread: { on: ["comment", "postedAt"] }, space: { on: ["space"] } },
  lockedBy: "space space"
})

/** The users who have posted in a place, in the order of their first posts. */
export const CommentersTable = table({
  name: "commenters",
  columns: { place: "text", user: "text", space: "text", since: "text" },
  key: ["place", "user"],
  indexes: { since: { on: ["place", "since"] }, space: { on: ["space"] } },
  lockedBy: "space space"
})
