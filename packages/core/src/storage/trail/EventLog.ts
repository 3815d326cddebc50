/** Writes events: the only place where they are made. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeOf } from "../../foundation/ids/Ids.js"
import type { Write } from "../rows/Reads.js"
import { rows } from "../rows/Repository.js"
import { Storage, type StorageService } from "../rows/Storage.js"
import { serviceOf } from "../services/Service.js"
import type { EventActor, NewEvent } from "./Event.js"
import { EventRules } from "./EventRules.js"
import { EventsTable } from "./EventTable.js"

/** The row whose change an event is about, by table and key, and the version that it gets. */
export interface ChangedRow {
  readonly row: string
  readonly version: number
}

/** Writes events. */
export interface EventLogService {
  /** The write that adds an event, for the transaction of the change; none if events are not recorded. */
  readonly adding: (event: NewEvent & ChangedRow, actor: EventActor) => Effect.Effect<ReadonlyArray<Write>>
}

/** Writes events. */
export class EventLog extends Context.Tag("@lectern/core/EventLog")<EventLog, EventLogService>() {}

/**
 * The keys of all events of this process, in their order. They are not the ids of the engine, with which a test suite
 * counts what it makes itself.
 */
const { next } = Effect.runSync(makeOf(undefined))

/** {@link EventLogService} over a storage. */
export const makeEventLog = (storage: StorageService): EventLogService => {
  const events = rows(storage, EventsTable)
  return {
    adding: (event, actor) =>
      Effect.zipWith(next, Clock.currentTimeMillis, (key, time) => [events.inserting({ ...event, key, time, actor })])
  }
}

const silent: EventLogService = { adding: () => Effect.succeed([]) }

/** {@link EventLog} over the storage of the context. */
export const service = serviceOf(
  EventLog,
  Effect.flatMap(EventRules, ({ records }) =>
    records === false ? Effect.succeed(silent) : Effect.map(Storage, makeEventLog)
  )
)
