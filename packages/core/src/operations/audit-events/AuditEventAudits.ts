/** Why no change of the audit trail is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How the audit trail are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "audit_events", none: "trail" },
  { table: "audit_notes", none: "trail" }
]
