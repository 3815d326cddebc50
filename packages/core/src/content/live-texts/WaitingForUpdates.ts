/** Waits for changes of live texts, of this process and of others, for any number of clients at the cost of one. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Storage } from "../../storage/rows/Storage.js"
import { type LivePlace, nameOf } from "./LivePlace.js"
import { LiveTextsTable, LiveUpdatesTable } from "./LiveTables.js"
import { LiveTextRepository } from "./LiveTextRepository.js"
import type { Presence } from "./Presence.js"

/** How often this process looks for changes by other processes while somebody waits. */
const between = "100 millis"

/** How long a client waits at most: it is then known to be there, and may have lost the right to edit. */
const longest = "5 seconds"

/** How long it goes on looking when nobody waits, in milliseconds. */
const lingers = 5_000

/** Waits until a text may have changes after a version, or others than those of a stamp are present; not for long. */
export type WaitForUpdates = (
  place: LivePlace,
  after: number,
  stamp: number | undefined
) => Effect.Effect<void, Unavailable>

interface Waiter {
  readonly place: LivePlace
  readonly after: number
  readonly resume: () => void
}

/** {@link WaitForUpdates} over the storage of the context; looking ends with the scope. */
export const makeWaiting = (
  presence: Presence
): Effect.Effect<WaitForUpdates, never, LiveTextRepository | Storage | Scope.Scope> =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const repository = yield* LiveTextRepository
    const scope = yield* Effect.scope
    const waiters = new Set<Waiter>()
    let isLooking = false
    let idleSince: number | undefined

    const resume = (concerns: (waiter: Waiter) => boolean) => {
      for (const waiter of waiters) if (concerns(waiter)) waiter.resume()
    }
    const resumeAt = (name: string) => resume(({ place }) => nameOf(place) === name)
    const stop = presence.watch(resumeAt)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        stop()
        resume(() => true)
      })
    )

    const look = Effect.gen(function* () {
      const places = new Map([...waiters].map(({ place }) => [nameOf(place), place]))
      const versions = yield* repository.lastVersions([...places.values()])
      const known = new Map([...places.keys()].map((name, index) => [name, versions[index] ?? 0]))
      resume(({ after, place }) => (known.get(nameOf(place)) ?? 0) > after)
      const now = yield* Clock.currentTimeMillis
      idleSince = waiters.size > 0 ? undefined : (idleSince ?? now)
      if (idleSince !== undefined && now - idleSince >= lingers) isLooking = false
    })
    /** The texts that a commit of this process changed. */
    const own = Stream.map(storage.changes, (changes) => {
      for (const { key, table } of changes) {
        if (table !== LiveUpdatesTable.name && table !== LiveTextsTable.name) continue
        resumeAt(nameOf({ line: String(key[0]), page: String(key[1]) }))
      }
    })
    const ticks = Stream.tick(between).pipe(
      // If the storage cannot be read, whoever waits tries to, and gets the failure.
      Stream.mapEffect(() => Effect.catchAllCause(look, () => Effect.sync(() => resume(() => true)))),
      Stream.takeWhile(() => isLooking)
    )
    const begin = Effect.suspend(() => {
      if (isLooking) return Effect.void
      isLooking = true
      idleSince = undefined
      const run = Stream.runDrain(Stream.merge(ticks, own, { haltStrategy: "left" }))
      return Effect.asVoid(Effect.forkIn(run, scope))
    })

    return Effect.fnUntraced(function* (place, after, stamp) {
      yield* begin
      const woken = Effect.async<void>((done) => {
        const waiter: Waiter = {
          place,
          after,
          resume: () => {
            waiters.delete(waiter)
            done(Effect.void)
          }
        }
        waiters.add(waiter)
        return Effect.sync(() => void waiters.delete(waiter))
      })
      const isNew = Effect.gen(function* () {
        const [version = 0] = yield* repository.lastVersions([place])
        return version > after || (stamp !== undefined && (yield* presence.at(place)).stamp !== stamp)
      })
      // Waits first and looks then, so that nothing gets lost between the two.
      yield* Effect.raceFirst(
        Effect.timeoutTo(woken, { duration: longest, onSuccess: () => undefined, onTimeout: () => undefined }),
        Effect.flatMap(isNew, (now) => (now ? Effect.void : Effect.never))
      )
    })
  })
