/** The tables of the audit trail. */

import { recordTable } from "../../storage/rows/RecordTable.js"
import type { AuditEventRecord } from "../../storage/trail/AuditEvent.js"
import type { AuditNote } from "./AuditEventRows.js"

/** The audit trail, in the order of commits; found by organization (empty for the server) and filters, then by time. */
export const AuditEventsTable = recordTable({
  name: "audit_events",
  columns: {
    sequence: "integer",
    organization: "text",
    actor: "text",
    action: "text",
    target: "text",
    time: "integer"
  },
  key: ["sequence"],
  indexes: {
    time: { on: ["organization", "time"] },
    actor: { on: ["organization", "actor", "time"] },
    action: { on: ["organization", "action", "time"] },
    target: { on: ["organization", "target", "time"] }
  },
  lockedBy: "free",
  columnsOf: (event: AuditEventRecord) => ({
    sequence: event.sequence,
    organization: event.organization,
    actor: event.actor.user ?? event.actor.kind,
    action: event.action,
    target: event.target.id,
    time: event.time
  }),
  unaudited: "trail",
  row: () => import("./AuditEventRows.js").then(({ auditEvents }) => auditEvents)
})

/** Notes about the trail itself, by name: how far it was copied, and the settings that were recorded last. */
export const AuditNotesTable = recordTable({
  name: "audit_notes",
  columns: { name: "text" },
  key: ["name"],
  indexes: {},
  lockedBy: "row",
  columnsOf: ({ name }: AuditNote) => ({ name }),
  unaudited: "trail",
  row: () => import("./AuditEventRows.js").then(({ auditNotes }) => auditNotes)
})
