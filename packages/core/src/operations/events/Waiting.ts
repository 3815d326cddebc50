/** Waits for events, of this process and of others, for any number of listeners at the cost of one. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import type { SpaceId } from "../../people/places/SpaceId.js"
import { currentFence } from "../../storage/jobs/Fence.js"
import { rows } from "../../storage/rows/Repository.js"
import { type Range, Storage } from "../../storage/rows/Storage.js"
import type { EventRecord } from "../../storage/trail/Event.js"
import { EventsTable } from "../../storage/trail/EventTable.js"
import { lastNumber, type Settle } from "./Sequencing.js"

/** A place whose events are read: an organization, a space, or all of them. */
export interface EventPlace {
  readonly organization?: OrganizationId
  readonly space?: SpaceId
}

/** The events of a place, by number. */
export const rangeOf = ({ organization, space }: EventPlace): Range => {
  if (space !== undefined) return { index: "space", prefix: [space] }
  return organization === undefined ? { index: "number" } : { index: "organization", prefix: [organization] }
}

const isIn = ({ organization, space }: EventPlace, event: EventRecord): boolean =>
  (organization === undefined || event.organization === organization) && (space === undefined || event.space === space)

/** How often this process looks for events of other processes while somebody waits. */
const between = "200 millis"

/** How long it goes on looking when nobody waits, in milliseconds: a listener that has read what there is waits again. */
const lingers = 5_000

/** How many events are looked through to find out whom they concern. If there are more, everybody looks. */
const most = 1_000

interface Waiter {
  readonly place: EventPlace
  readonly resume: () => void
}

/** Looking for events, until nobody waits for any. */
interface Looking {
  /** The number of the last event that was found. */
  last: number
  /** Since when nobody has waited; `undefined` while somebody does. */
  idleSince: number | undefined
}

/** Waits until there may be events of a place after the one with this number. */
export type WaitForEvents = (place: EventPlace, after: number) => Effect.Effect<void, Unavailable>

/** {@link WaitForEvents} over the storage of the context; looking ends with the scope. */
export const makeWaitForEvents = (settle: Settle): Effect.Effect<WaitForEvents, never, Storage | Scope.Scope> =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const scope = yield* Effect.scope
    const events = rows(storage, EventsTable)
    const waiters = new Set<Waiter>()
    let looking: Looking | undefined

    const resume = (concerns: (place: EventPlace) => boolean) => {
      for (const waiter of waiters) if (concerns(waiter.place)) waiter.resume()
    }

    const look = Effect.fnUntraced(function* (of: Looking) {
      yield* settle
      const last = yield* storage.counter(lastNumber)
      if (last <= of.last) return
      const found = yield* events.scan({ index: "number", gt: of.last, limit: most })
      of.last = last
      resume((place) => found.length === most || found.some(({ value }) => isIn(place, value)))
    })

    /** Whether nobody has waited for a while. */
    const isOver = (of: Looking) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        of.idleSince = waiters.size > 0 ? undefined : (of.idleSince ?? now)
        if (of.idleSince === undefined || now - of.idleSince < lingers) return false
        looking = undefined
        return true
      })

    const own = Stream.filter(storage.changes, (changes) => changes.some(({ table }) => table === EventsTable.name))
    const run = (of: Looking) =>
      Stream.merge(Stream.tick(between), own).pipe(
        Stream.buffer({ capacity: 1, strategy: "sliding" }),
        // If the storage cannot be read, whoever waits tries to, and gets the failure.
        Stream.mapEffect(() => Effect.catchAllCause(look(of), () => Effect.sync(() => resume(() => true)))),
        Stream.mapEffect(() => isOver(of)),
        Stream.takeUntil((over) => over),
        Stream.runDrain
      )

    // Whoever waits when the engine is closed reads once more, which fails.
    yield* Effect.addFinalizer(() => Effect.sync(() => resume(() => true)))

    /** The next time that events are found which may be of a place. */
    const found = (place: EventPlace, of: Looking, seen: number) =>
      Effect.async<void>((done) => {
        if (of.last > seen) {
          done(Effect.void)
          return undefined
        }
        const waiter: Waiter = {
          place,
          resume: () => {
            waiters.delete(waiter)
            done(Effect.void)
          }
        }
        waiters.add(waiter)
        return Effect.sync(() => void waiters.delete(waiter))
      })

    return Effect.fnUntraced(function* (place, after) {
      yield* settle
      const last = yield* storage.counter(lastNumber)
      if (looking === undefined) {
        looking = { last, idleSince: undefined }
        // Looking outlasts the job that may have been the first to wait, and with it the fence of that job.
        yield* Effect.forkIn(Effect.locally(run(looking), currentFence, undefined), scope)
      }
      const of = looking
      const seen = of.last
      const [next] = yield* events.scan({ ...rangeOf(place), gt: after, limit: 1 })
      if (next === undefined) yield* found(place, of, seen)
    })
  })
