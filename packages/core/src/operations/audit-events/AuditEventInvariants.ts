/** The invariants of the audit trail. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, invariantsOf, text } from "../../storage/rows/Invariants.js"
import { AuditEventsTable, AuditNotesTable } from "./AuditEventTables.js"

const fields = optional(Schema.Record({ key: text, value: Schema.Unknown }))

/** Invariants of the rows of the audit trail. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(AuditEventsTable, {
    fields: {
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
    }
  }),
  invariantsOf(AuditNotesTable, { fields: { name: text, value: Schema.Unknown } })
]
