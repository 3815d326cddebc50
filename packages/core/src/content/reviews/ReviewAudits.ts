/** Why no change of reviews is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How reviews are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "change_request_reviews", none: "content" },
  { table: "change_request_reviewers", none: "content" }
]
