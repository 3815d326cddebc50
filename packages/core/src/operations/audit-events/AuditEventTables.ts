/** The tables of the audit trail. */
import { table } from "../../storage/rows/Table.js"

/** The audit trail, in the order of commits; found by organization (empty for the server) and filters, then by time. */
export const AuditEventsTable = table({
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
  lockedBy: "free"
})

/** Notes about the trail itself, by name: how far it was copied, and the settings that were recorded last. */
export const AuditNotesTable = table({
  name: "audit_notes",
  columns: { name: "text" },
  key: ["name"],
  indexes: {},
  lockedBy: "row"
})
