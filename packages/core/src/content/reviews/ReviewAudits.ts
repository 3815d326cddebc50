/** The reason why changes of reviews are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Reviews are not audited. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "change_request_reviews", none: "content" },
  { table: "change_request_reviewers", none: "content" }
]
