import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { repositoryOf } from "../services/Service.js"
import { rows, type Stored, withoutConflict } from "../storage/Repository.js"
import { type Range, type Scan, Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"
import type { AuditEventRecord } from "./AuditEvent.js"

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
  }
})

/** What is remembered of the trail itself, by name: how far it was copied, and the settings that were recorded last. */
export const AuditNotesTable = table({
  name: "audit_notes",
  columns: { name: "text" },
  key: ["name"],
  indexes: {}
})

/** Something remembered by name. */
export interface AuditNote {
  readonly name: string
  readonly value: unknown
}

/** Reads and writes the audit trail. */
export interface AuditEventRepositoryService {
  /** Adds an event as the last one. Belongs in the transaction of what it tells about. */
  readonly add: (event: Omit<AuditEventRecord, "sequence">) => Effect.Effect<void, Unavailable>
  readonly scan: (scan: Scan) => Effect.Effect<ReadonlyArray<Stored<AuditEventRecord>>, Unavailable>
  readonly count: (range: Range) => Effect.Effect<number, Unavailable>
  /** The sequence number of the last event; 0 before the first. */
  readonly last: Effect.Effect<number, Unavailable>
  readonly remove: (sequence: number) => Effect.Effect<boolean, Unavailable>
  readonly note: (name: string) => Effect.Effect<Stored<AuditNote> | undefined, Unavailable>
  readonly putNote: (read: Stored<AuditNote> | undefined, note: AuditNote) => Effect.Effect<void, Unavailable>
}

/** The repository of the audit trail. */
export class AuditEventRepository extends Context.Tag("@lectern/core/AuditEventRepository")<
  AuditEventRepository,
  AuditEventRepositoryService
>() {}

/** Counts events: a counter and no clock, since commits of several processes do not come in the order of their clocks. */
const counter = "audit_events"

const make = Effect.map(Storage, (storage): AuditEventRepositoryService => {
  const events = rows<AuditEventRecord, typeof AuditEventsTable>(storage, AuditEventsTable, (event) => ({
    sequence: event.sequence,
    organization: event.organization,
    actor: event.actor.user ?? event.actor.kind,
    action: event.action,
    target: event.target.id,
    time: event.time
  }))
  const notes = rows<AuditNote, typeof AuditNotesTable>(storage, AuditNotesTable, ({ name }) => ({ name }))
  return {
    add: (event) =>
      Effect.flatMap(storage.increment(counter), (sequence) => withoutConflict(events.insert({ sequence, ...event }))),
    scan: events.scan,
    count: events.count,
    last: storage.counter(counter),
    remove: (sequence) => events.remove(sequence),
    note: (name) => notes.find(name),
    putNote: (read, note) => withoutConflict(read === undefined ? notes.insert(note) : notes.replace(read, note))
  }
})

/** {@link AuditEventRepository} over Storage. */
export const service = repositoryOf(AuditEventRepository, make, [AuditEventsTable, AuditNotesTable])
