/** The reason why changes of the audit trail are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** The audit trail itself is not audited. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "audit_events", none: "trail" },
  { table: "audit_notes", none: "trail" }
]
