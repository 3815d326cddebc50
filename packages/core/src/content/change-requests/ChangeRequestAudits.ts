/** The reason why changes of change requests are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Change requests are not audited. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "change_requests", none: "content" },
  { table: "change_request_contributors", none: "content" },
  { table: "change_request_conflicts", none: "content" }
]
