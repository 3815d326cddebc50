/** The tables of comments. */

import { recordTable } from "../../storage/rows/RecordTable.js"
import type { CommenterRecord, CommentRecord, CommentReplyRecord } from "./CommentRecord.js"

/** The comments; `page` is empty for comments on the place itself, `status` is `open` or `resolved`. */
export const CommentsTable = recordTable({
  name: "comments",
  emits: true,
  columns: { id: "text", place: "text", space: "text", page: "text", status: "text", postedAt: "text" },
  key: ["id"],
  indexes: {
    listed: { on: ["place", "postedAt"] },
    status: { on: ["place", "status", "postedAt"] },
    page: { on: ["place", "page", "postedAt"] },
    pageStatus: { on: ["place", "page", "status", "postedAt"] },
    space: { on: ["space"] }
  },
  lockedBy: "space space",
  columnsOf: (comment: CommentRecord) => ({
    id: comment.id,
    place: comment.place,
    space: comment.space,
    page: comment.page ?? "",
    status: comment.resolved === undefined ? "open" : "resolved",
    postedAt: comment.postedAt
  }),
  unaudited: "content",
  row: () => import("./CommentRows.js").then(({ comments }) => comments)
})

/** The replies, oldest first in their thread. */
export const CommentRepliesTable = recordTable({
  name: "comment_replies",
  emits: true,
  columns: { id: "text", comment: "text", space: "text", postedAt: "text" },
  key: ["id"],
  indexes: { thread: { on: ["comment", "postedAt"] }, space: { on: ["space"] } },
  lockedBy: "space space",
  columnsOf: (reply: CommentReplyRecord) => ({
    id: reply.id,
    comment: reply.comment,
    space: reply.space,
    postedAt: reply.postedAt
  }),
  unaudited: "content",
  row: () => import("./CommentRows.js").then(({ commentReplies }) => commentReplies)
})

/** The users who have posted in a place, in the order of their first posts. */
export const CommentersTable = recordTable({
  name: "commenters",
  columns: { place: "text", user: "text", space: "text", since: "text" },
  key: ["place", "user"],
  indexes: { since: { on: ["place", "since"] }, space: { on: ["space"] } },
  lockedBy: "space space",
  columnsOf: ({ place, user, space, since }: CommenterRecord) => ({
    place,
    user,
    space,
    since
  }),
  unaudited: "content",
  row: () => import("./CommentRows.js").then(({ commenters }) => commenters)
})
