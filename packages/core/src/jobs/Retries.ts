/** How background work is tried again: how often, after how long, and after which failures. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** How long the first try again waits, in milliseconds; each later one waits twice as long. */
const firstPause = 1000

/** How often work is tried again while the storage is unavailable: for about half a minute in all. */
const retries = 5

/** Runs background work again while the storage is unavailable. Every other failure is final. */
export const retryUnavailable = <A, E extends { readonly _tag: string }, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.retry(work, {
    while: ({ _tag }) => _tag === "Unavailable",
    schedule: Schedule.intersect(Schedule.exponential(Duration.millis(firstPause)), Schedule.recurs(retries))
  })
