/** The reason why changes of comments are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Comments are not audited. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "comments", none: "content" },
  { table: "comment_replies", none: "content" },
  { table: "commenters", none: "content" }
]
