/** The audit trail. What its events name may no longer exist, so they reference nothing. */
import * as Schema from "effect/Schema"
import { AuditEventsTable, AuditNotesTable } from "../../audit-events/AuditEventTables.js"
import { optional } from "../../schema/Input.js"
import { type Records, records } from "../Records.js"

const text = Schema.String
const fields = optional(Schema.Record({ key: text, value: Schema.Unknown }))

/** The records of the audit trail. */
export const audits: ReadonlyArray<Records> = [
  records(
    AuditEventsTable,
    Schema.Struct({
      sequence: Schema.Number,
      organization: text,
      action: text,
      time: Schema.Number,
      actor: Schema.Struct({
        kind: Schema.Literal("user", "service", "system", "unknown"),
        user: optional(text),
        session: optional(text),
        token: optional(text)
      }),
      address: optional(text),
      request: optional(text),
      target: Schema.Struct({ kind: text, id: text, title: optional(text), person: optional(text) }),
      before: fields,
      after: fields,
      reason: optional(text),
      count: optional(Schema.Number)
    }),
    { columns: { actor: ({ actor }) => actor.user ?? actor.kind, target: ({ target }) => target.id } }
  ),
  records(AuditNotesTable, Schema.Struct({ name: text, value: Schema.Unknown }))
]
