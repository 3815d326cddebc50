/** The rows of the audit trail. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { rowOf, text } from "../../storage/rows/RowDeclaration.js"
import type { AuditEventRecord } from "../../storage/trail/AuditEvent.js"

const fields = optional(Schema.Record({ key: text, value: Schema.Unknown }))

/** The rows of the table `audit_events`. */
export const auditEvents = rowOf<AuditEventRecord>()({
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
})

/** The rows of the table `audit_notes`. */
export const auditNotes = rowOf<AuditNote>()({ fields: { name: text, value: Schema.Unknown } })

/** A named note. */
export interface AuditNote {
  readonly name: string
  readonly value: unknown
}
