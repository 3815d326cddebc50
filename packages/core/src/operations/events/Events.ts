/**
 * The events of a workspace, for programs that follow it. No service makes events itself: see `Recording` and the
 * declarations of tables.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Invalid, invalid, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { defaultLimit } from "../../foundation/lists/List.js"
import { isOverdue, turn } from "../../foundation/scheduling/Turns.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import { Actor, type Asked } from "../../people/access/Actor.js"
import { requireSystem } from "../../people/users/Users.js"
import { rows } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import {
  type Event,
  type EventId,
  type EventList,
  EventsQuery,
  eventIdOf,
  numberOfEvent
} from "../../storage/trail/Event.js"
import { EventsTable } from "../../storage/trail/EventTable.js"
import { removeBefore } from "../../storage/trail/OldEvents.js"
import { makeEventAnswer } from "./EventAnswers.js"
import { lastNumber, makeSettle } from "./Sequencing.js"
import { isThere, type MaySee, makeVisibleEvents } from "./VisibleEvents.js"
import { type EventPlace, makeWaitForEvents, rangeOf } from "./Waiting.js"

export type { EventPlace }
export { EventsQuery }

/** Lists events and waits for them. */
export interface EventsService {
  /**
   * The events of an organization or of a space that the caller may see now, oldest first; of a space in the trash, for
   * whoever may restore it; of all organizations, for the embedding program. An answer may have fewer than `limit`
   * although there are more: `next` is where to go on.
   */
  readonly list: (place: EventPlace, query: EventsQuery) => Asked<EventList>
  /** The id after which the next event of a place will come; to follow it from now on. */
  readonly now: (place: EventPlace) => Asked<EventId>
  /**
   * Waits until there may be events of a place after the one with this id, whether the caller may see them or not. Does
   * not end before that.
   */
  readonly wait: (place: EventPlace, after: EventId) => Asked<void>
  /** Deletes events older than this many days; returns their number. Only for the embedding program. */
  readonly clean: (days: number) => Asked<number>
  /** Gives the events of the workspace their ids, which readers otherwise do. Only for the embedding program. */
  readonly settle: () => Asked<void>
}

/** The events of a workspace. */
export class Events extends Context.Tag("@lectern/core/Events")<Events, EventsService>() {}

const parseQuery = parser(EventsQuery)
const day = 86_400_000

/** How many events are read at once, and in all for one answer. */
const readAtOnce = 200
const readInAll = 2_000

const noSuchEvent = invalid("after", "expected the id of an event")

const numberAfter = (after: string | undefined): Effect.Effect<number, Invalid> => {
  const number = after === undefined ? 0 : numberOfEvent(after)
  return number === undefined ? Effect.fail(noSuchEvent) : Effect.succeed(number)
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const visible = yield* makeVisibleEvents
  const settle = yield* makeSettle
  const wait = yield* makeWaitForEvents(settle)
  const events = rows(storage, EventsTable)

  const answer = yield* makeEventAnswer

  /** The events of a place that the caller may see, after those that were read before. */
  const listed = (
    place: EventPlace,
    query: EventsQuery,
    maySee: MaySee
  ): Effect.Effect<EventList, LecternError, Actor> =>
    Effect.gen(function* () {
      const { after, limit = defaultLimit, type } = query
      let position = yield* numberAfter(after)
      if (limit === 0) return { next: { after: eventIdOf(position) }, items: [] }
      // Inside a transaction, numbers would be given before it is known whether it commits.
      if (!(yield* storage.inTransaction)) yield* settle
      const last = yield* storage.counter(lastNumber)
      if (position > last) return yield* noSuchEvent
      const items: Array<Event> = []
      for (let read = 0; read < readInAll; read += readAtOnce) {
        const found = yield* events.scan({ ...rangeOf(place), gt: position, lte: last, limit: readAtOnce })
        for (const { value } of found) {
          const { number = position } = value
          position = number
          if (type !== undefined && value.type !== type) continue
          if (isOverdue()) yield* turn
          if (yield* maySee(value)) items.push(yield* answer(value, number))
          if (items.length === limit) return { next: { after: eventIdOf(position) }, items }
        }
        if (found.length < readAtOnce) return { next: { after: eventIdOf(position) }, items }
      }
      return { next: { after: eventIdOf(position) }, items }
    })

  const all: MaySee = () => Effect.succeed(true)

  /** Whether the caller may follow a place at all. */
  const requirePlace = ({ organization, space }: EventPlace): Effect.Effect<unknown, LecternError, Actor> => {
    if (space !== undefined) {
      return Effect.flatMap(access.lookupSpace(space), (found) =>
        isThere(found) ? Effect.void : Effect.fail(notFound("space"))
      )
    }
    if (organization !== undefined) return access.requireOrganization(organization)
    return Effect.flatMap(Actor, ({ kind }) =>
      kind === "system" ? Effect.void : invalid("", "expected an organization or a space")
    )
  }

  /** The number of the last event of a place: that of one elsewhere would tell that something happened there. */
  const lastOf = (place: EventPlace) =>
    Effect.map(events.scan({ ...rangeOf(place), gt: 0, reverse: true, limit: 1 }), ([last]) => last?.value.number ?? 0)

  const service: EventsService = {
    list: Effect.fnUntraced(function* (place, query) {
      const parsed = yield* parseQuery(query)
      yield* requirePlace(place)
      return yield* listed(
        place,
        parsed,
        place.space === undefined && place.organization === undefined ? all : visible()
      )
    }),
    now: (place) => Effect.zipRight(requirePlace(place), Effect.zipRight(settle, Effect.map(lastOf(place), eventIdOf))),
    wait: (place, after) =>
      Effect.zipRight(
        requirePlace(place),
        Effect.flatMap(numberAfter(after), (number) => wait(place, number))
      ),
    clean: Effect.fnUntraced(function* (days) {
      yield* requireSystem
      const before = (yield* Clock.currentTimeMillis) - days * day
      // Events that nobody has read are old, too.
      yield* settle
      const oldest = (limit: number) => events.scan({ index: "number", gt: 0, limit })
      return yield* removeBefore(storage, { oldest, remove: ({ key }) => events.remove(key) }, before)
    }),
    settle: () => Effect.zipRight(requireSystem, settle)
  }
  return service
})

/** {@link Events} over the storage of the context. */
export const service = serviceOf(Events, make)
