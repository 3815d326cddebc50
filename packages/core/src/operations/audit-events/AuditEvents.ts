/**
 * The audit trail: the contents of its events, and who may read them. No service records events itself: see
 * `RecordedStorage`.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { timestamp } from "../../foundation/ids/Time.js"
import type { List } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { makeSignedIn } from "../../people/sessions/SignedIn.js"
import { UserId } from "../../people/users/User.js"
import { UserRepository } from "../../people/users/UserRepository.js"
import { requireSystem } from "../../people/users/Users.js"
import { rowLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import {
  type AuditActor,
  type AuditEvent,
  type AuditEventRecord,
  AuditEventsQuery,
  idOf
} from "../../storage/trail/AuditEvent.js"
import { removeBefore } from "../../storage/trail/OldEvents.js"
import { type CountedRefusals, Refusals } from "../../storage/trail/Refusals.js"
import { makeAuditEventRepository } from "./AuditEventRepository.js"
import { AuditNotesTable } from "./AuditEventTables.js"
import { filtered } from "./AuditQueries.js"
import { record } from "./Recording.js"

/**
 * The audit trail. Events are recorded in the transaction of the changes that they describe; nothing changes them
 * afterwards.
 */
export interface AuditEventsService {
  /** The events of an organization, newest first; needs the role `admin`. */
  readonly list: (organization: OrganizationId, query: AuditEventsQuery) => Asked<List<AuditEvent>>
  /** The events of the server, newest first; for its administrators who signed in, and the embedding program. */
  readonly server: (query: AuditEventsQuery) => Asked<List<AuditEvent>>
  /**
   * The events of every organization and of the server that were committed after one, in the order of commits, at most
   * `limit`. Only for the embedding program, which copies them elsewhere.
   */
  readonly after: (sequence: number, limit: number) => Asked<ReadonlyArray<AuditEventRecord>>
  /** The progress of a copy, by its name: the sequence number of its last event. Only for the embedding program. */
  readonly position: (copy: string) => Asked<number>
  /** Records the progress of a copy. Only for the embedding program. */
  readonly setPosition: (copy: string, sequence: number) => Asked<void>
  /**
   * Records which settings differ from the ones recorded before; secrets do not belong among them. Only for the
   * embedding program.
   */
  readonly recordSettings: (settings: Readonly<Record<string, unknown>>) => Asked<void>
  /**
   * Writes the failed sign-ins and refused tokens of past minutes; with `all`, of the current one too. Only for the
   * embedding program.
   */
  readonly recordRefusals: (all?: boolean) => Asked<void>
  /** Deletes events older than this many days; returns their number. Only for the embedding program. */
  readonly clean: (days: number) => Asked<number>
}

/** The audit trail. */
export class AuditEvents extends Context.Tag("@lectern/core/AuditEvents")<AuditEvents, AuditEventsService>() {}

const parseQuery = parser(AuditEventsQuery)
const day = 86_400_000

/** The number of events that are written in one transaction. */
const atOnce = 500

const eventOf = ({ account, action, address, count, organization = "", reason, time }: CountedRefusals) => ({
  organization,
  time,
  action,
  actor: { kind: "unknown" } satisfies AuditActor,
  ...(address !== undefined && { address }),
  target:
    account === undefined ? { kind: "account", id: "unknown" } : { kind: "account", id: account, person: account },
  ...(reason !== undefined && { reason }),
  count
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const events = yield* makeAuditEventRepository
  const users = yield* UserRepository
  const { requireServerAdministrator } = yield* makeSignedIn
  const access = yield* Access
  const refusals = yield* Refusals

  const nameOf = (id: string | undefined) =>
    id === undefined
      ? Effect.succeed(undefined)
      : Effect.map(users.find(UserId.make(id)), (found) => found?.value.displayName)

  const answer = Effect.fnUntraced(function* (event: AuditEventRecord) {
    const { actor, organization, sequence, target, time, ...rest } = event
    const { person, title: known, ...thing } = target
    const displayName = yield* nameOf(actor.user)
    const title = known ?? (yield* nameOf(person))
    return {
      object: "audit-event",
      id: idOf(sequence),
      time: timestamp(time),
      ...(organization !== "" && { organization: OrganizationId.make(organization) }),
      actor: { ...actor, ...(displayName !== undefined && { displayName }) },
      target: { ...thing, ...(title !== undefined && { title }) },
      ...rest
    } satisfies AuditEvent
  })

  const page = (organization: string, { limit, page, ...filters }: AuditEventsQuery) =>
    pageOf({
      binding: `audit-events:${organization}:${JSON.stringify(Object.entries(filters).sort())}`,
      query: { ...(limit !== undefined && { limit }), ...(page !== undefined && { page }) },
      ...filtered(events, organization, filters),
      render: ({ value }) => answer(value)
    })

  const service: AuditEventsService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      yield* access.requireOrganization(organization, "admin")
      return yield* page(organization, parsed)
    }),
    server: Effect.fnUntraced(function* (query) {
      yield* requireServerAdministrator
      return yield* page("", yield* parseQuery(query))
    }),
    after: (sequence, limit) =>
      Effect.zipRight(
        requireSystem,
        Effect.map(events.scan({ gt: sequence, limit }), (found) => found.map(({ value }) => value))
      ),
    position: (copy) =>
      Effect.zipRight(
        requireSystem,
        Effect.map(events.note(`copy:${copy}`), (found) =>
          typeof found?.value.value === "number" ? found.value.value : 0
        )
      ),
    setPosition: (copy, sequence) =>
      Effect.zipRight(
        requireSystem,
        storage.transaction(
          Effect.flatMap(events.note(`copy:${copy}`), (read) =>
            events.putNote(read, { name: `copy:${copy}`, value: sequence })
          ),
          [rowLock(AuditNotesTable, `copy:${copy}`)]
        )
      ),
    recordSettings: Effect.fnUntraced(function* (settings) {
      yield* requireSystem
      yield* storage.transaction(
        Effect.gen(function* () {
          const read = yield* events.note("settings")
          const earlier = (read?.value.value ?? {}) as Readonly<Record<string, unknown>>
          const names = [...new Set([...Object.keys(earlier), ...Object.keys(settings)])].filter(
            (name) => JSON.stringify(earlier[name]) !== JSON.stringify(settings[name])
          )
          if (names.length === 0) return
          const only = (all: Readonly<Record<string, unknown>>) =>
            Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]))
          yield* events.putNote(read, { name: "settings", value: settings })
          yield* record(events, {
            organization: "",
            action: "server-settings.updated",
            target: { kind: "server", id: "server" },
            before: only(earlier),
            after: only(settings)
          })
        }),
        [rowLock(AuditNotesTable, "settings")]
      )
    }),
    recordRefusals: Effect.fnUntraced(function* (all = false) {
      yield* requireSystem
      const counted = yield* refusals.counted(all)
      for (let start = 0; start < counted.length; start += atOnce) {
        const some = counted.slice(start, start + atOnce)
        yield* storage.transaction(
          Effect.forEach(some, (each) => record(events, eventOf(each)), { discard: true }),
          []
        )
        yield* refusals.forget(some)
      }
    }),
    clean: Effect.fnUntraced(function* (days) {
      yield* requireSystem
      const before = (yield* Clock.currentTimeMillis) - days * day
      const oldest = (limit: number) => events.scan({ limit })
      return yield* removeBefore(storage, { oldest, remove: ({ sequence }) => events.remove(sequence) }, before)
    })
  }
  return service
})

/** {@link AuditEvents} over the repositories of the context. */
export const service = serviceOf(AuditEvents, make)
