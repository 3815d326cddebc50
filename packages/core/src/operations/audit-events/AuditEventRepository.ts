import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Range, type Scan, Storage } from "../../storage/rows/Storage.js"
import type { AuditEventRecord } from "../../storage/trail/AuditEvent.js"
import type { AuditNote } from "./AuditEventRows.js"
import { AuditEventsTable, AuditNotesTable } from "./AuditEventTables.js"

/** Reads and writes the audit trail. */
export interface AuditEventRepositoryService {
  /** Adds an event as the last one. Belongs in the transaction of the change that it records. */
  readonly add: (event: Omit<AuditEventRecord, "sequence">) => Effect.Effect<void, Unavailable>
  readonly scan: (scan: Scan) => Effect.Effect<ReadonlyArray<Stored<AuditEventRecord>>, Unavailable>
  readonly count: (range: Range) => Effect.Effect<number, Unavailable>
  readonly remove: (sequence: number) => Effect.Effect<boolean, Unavailable>
  readonly note: (name: string) => Effect.Effect<Stored<AuditNote> | undefined, Unavailable>
  readonly putNote: (read: Stored<AuditNote> | undefined, note: AuditNote) => Effect.Effect<void, Unavailable>
}

/**
 * Numbers events by a counter and not by time, because several processes do not commit in the order of their clocks.
 */
const counter = "audit_events"

/**
 * {@link AuditEventRepositoryService} over Storage. Not a service of the engine, so that it is loaded only where events
 * are recorded.
 */
export const makeAuditEventRepository = Effect.map(Storage, (storage): AuditEventRepositoryService => {
  const events = rows(storage, AuditEventsTable)
  const notes = rows(storage, AuditNotesTable)
  return {
    add: (event) =>
      Effect.flatMap(storage.increment(counter), (sequence) => withoutConflict(events.insert({ sequence, ...event }))),
    scan: events.scan,
    count: events.count,
    remove: (sequence) => events.remove(sequence),
    note: (name) => notes.find(name),
    putNote: (read, note) => withoutConflict(read === undefined ? notes.insert(note) : notes.replace(read, note))
  }
})
