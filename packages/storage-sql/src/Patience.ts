/** How long a database is waited for that others are writing to. */
import { Clock, Effect, identity, Schedule } from "effect"

/** How long is waited in all, in milliseconds. */
export const patience = 10_000

/** Ever longer waits, up to about 50 ms at a time, for so many milliseconds. */
const waitsFor = (millis: number) =>
  Schedule.exponential("1 millis").pipe(
    Schedule.either(Schedule.spaced("50 millis")),
    Schedule.jittered,
    Schedule.upTo(millis)
  )

/** How to wait. */
export interface Waiting {
  /**
   * Runs the waits, and nothing else: within an uninterruptible region they can be interrupted by its `restore`, while
   * no success is lost.
   */
  readonly restore?: <A, E>(wait: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** When to give up, in milliseconds since 1970: {@link patience} from the first failure when absent. */
  readonly until?: number
}

/** Waits for other processes go by the wall clock, also where a test has put another in its place. */
const wallClock = Clock.make()

/** Runs `effect` again for as long as it fails with an error that `again` accepts, and there is time left. */
export const retried = <A, E, R>(
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
    const left = until === undefined ? patience : Math.max(0, until - Date.now())
    return Effect.flatMap(Schedule.driver(waitsFor(left)), (waits) => wait(waits, error))
  })
}
