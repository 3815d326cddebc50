/** Waiting for a database that others are writing to. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Schedule from "effect/Schedule"

/** How long to wait in total, in milliseconds. */
export const busyTimeout = 10_000

/** Increasing delays, up to about 50 ms each, for a total of this many milliseconds. */
const waitsFor = (millis: number) =>
  Schedule.exponential("1 millis").pipe(
    Schedule.either(Schedule.spaced("50 millis")),
    Schedule.jittered,
    Schedule.upTo(millis)
  )

/** How to wait. */
export interface Waiting {
  /**
   * Runs only the waits: within an uninterruptible region, its `restore` makes them interruptible without losing a
   * success.
   */
  readonly restore?: <A, E>(wait: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** When to give up, in milliseconds since 1970: {@link busyTimeout} from the first failure when absent. */
  readonly until?: number
}

/** Waits for other processes use the wall clock, even if a test replaces the Clock service. */
const wallClock = Clock.make()

/** Retries `effect` as long as it fails with an error that `again` accepts, and there is time left. */
export const retriedWhileBusy = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  again: (error: E) => boolean,
  { restore = identity, until }: Waiting = {}
): Effect.Effect<A, E, R> => {
  const wait = (waits: Schedule.ScheduleDriver<unknown>, error: E): Effect.Effect<A, E, R> =>
    again(error)
      ? Effect.matchEffect(restore(Effect.withClock(waits.next(error), wallClock)), {
          onFailure: () => Effect.fail(error),
          onSuccess: () => Effect.catchAll(effect, (error) => wait(waits, error))
        })
      : Effect.fail(error)
  return Effect.catchAll(effect, (error) => {
    const left = until === undefined ? busyTimeout : Math.max(0, until - Date.now())
    return Effect.flatMap(Schedule.driver(waitsFor(left)), (waits) => wait(waits, error))
  })
}
