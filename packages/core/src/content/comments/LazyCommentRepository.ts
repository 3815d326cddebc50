import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "./CommentTables.js"

/**
 * `CommentRepository`, which is loaded with the first service that uses it, and its tables, which are declared
 * immediately.
 */
export const commentRepository = withTables(
  lazyService("CommentRepository", () => import("./CommentRepository.js"), [
    "find",
    "list",
    "count",
    "insert",
    "replace",
    "remove",
    "findReply",
    "replies",
    "insertReply",
    "replaceReply",
    "removeReply",
    "commenters",
    "purge"
  ]),
  [CommentsTable, CommentRepliesTable, CommentersTable],
  ({ purge }) => ({ purge })
)
