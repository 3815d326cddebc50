/** Why no change of change requests is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How change requests are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "change_requests", none: "content" },
  { table: "change_request_contributors", none: "content" },
  { table: "change_request_conflicts", none: "content" }
]
