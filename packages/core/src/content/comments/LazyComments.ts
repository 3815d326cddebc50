import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Comments`, which is loaded when it is first called. */
export const comments = lazyService("Comments", () => import("./Comments.js"), [
  "list",
  "post",
  "get",
  "update",
  "remove",
  "commenters",
  "replies",
  "reply",
  "getReply",
  "updateReply",
  "removeReply"
])
