/**
 * Gives events their numbers. An event is written without one, in the transaction of its change, because a number that
 * counts all events would make every commit wait for all others. Whoever reads events first numbers those that wait, in
 * a transaction that no other one like it runs beside.
 */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { SitesTable } from "../../people/places/SiteRepository.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { rowLock } from "../../storage/rows/Locks.js"
import { type Rows, rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { EventRecord } from "../../storage/trail/Event.js"
import { EventsTable } from "../../storage/trail/EventTable.js"

/** The counter of the numbers: also the number of the last event that has one. */
export const lastNumber = "events"

/** How many events get a number in one transaction, and how many are read to find which are first. */
const atOnce = 500
const readAtOnce = 2 * atOnce

/** The lock of whoever gives numbers. */
const claim = rowLock(EventsTable, "sequencer")

/**
 * Events in the order of their numbers. Their keys are by the clocks of the processes that wrote them, which may differ
 * by a little; those about one row are in the order of its versions, whatever the clocks say.
 */
export const inOrder = (waiting: ReadonlyArray<Stored<EventRecord>>): ReadonlyArray<Stored<EventRecord>> => {
  const byRow = new Map<string, Array<Stored<EventRecord>>>()
  for (const event of waiting) {
    const known = byRow.get(event.value.row)
    if (known === undefined) byRow.set(event.value.row, [event])
    else known.push(event)
  }
  for (const events of byRow.values()) events.sort((one, other) => one.value.version - other.value.version)
  return waiting.map(({ value }) => byRow.get(value.row)!.shift()!)
}

/** Gives a number to each event that was committed before. */
export type Settle = Effect.Effect<void, Unavailable>

/** {@link Settle} over the storage of the context. */
export const makeSettle = Effect.map(Storage, (storage): Settle => {
  const events: Rows<EventRecord> = rows(storage, EventsTable)
  const spaces = rows(storage, SpacesTable)
  const sites = rows(storage, SitesTable)
  const waiting = (limit: number) => events.scan({ index: "number", prefix: [null], limit })

  /** The organization of an event; `undefined` if that is gone with everything in it that anybody could see. */
  const organizationOf = ({ container, organization, space, subject }: EventRecord) => {
    if (organization !== undefined) return Effect.succeed(organization)
    if (space !== undefined) return Effect.map(spaces.find(space), (found) => found?.value.organization)
    const site = [subject, container].find((each) => each?.object === "site")
    return site === undefined
      ? Effect.succeed(undefined)
      : Effect.map(sites.find(site.id), (found) => found?.value.organization)
  }

  const some = Effect.gen(function* () {
    const found = yield* waiting(readAtOnce)
    const placed: Array<readonly [Stored<EventRecord>, organization: string]> = []
    const known = new Map<string, string | undefined>()
    for (const event of inOrder(found).slice(0, atOnce)) {
      const { container, organization, space, subject } = event.value
      const key = JSON.stringify([organization, space, container, subject])
      if (!known.has(key)) known.set(key, yield* organizationOf(event.value))
      const own = known.get(key)
      if (own === undefined) yield* events.remove(event.value.key)
      else placed.push([event, own])
    }
    if (placed.length > 0) {
      const last = yield* storage.increment(lastNumber, placed.length)
      yield* storage.writes(
        placed.map(([event, organization], index) =>
          events.replacing(event, { ...event.value, organization, number: last - placed.length + 1 + index })
        )
      )
    }
    return found.length > atOnce
  })

  return Effect.gen(function* () {
    if ((yield* waiting(1)).length === 0) return
    let isMore = true
    while (isMore) isMore = yield* withoutConflict(storage.transaction(some, [claim]))
  })
})
