/** Why no change of comments is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How comments are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "comments", none: "content" },
  { table: "comment_replies", none: "content" },
  { table: "commenters", none: "content" }
]
