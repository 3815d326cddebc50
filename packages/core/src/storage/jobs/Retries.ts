/** The retries of background work: their number, their delays, and the failures that they follow. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** The delay before the first retry, in milliseconds; it doubles with each further one. */
const firstPause = 1000

/** The number of times work is retried while the storage is unavailable: for about half a minute in all. */
const retries = 5

/** Retries background work while the storage is unavailable. Every other failure is final. */
export const retryUnavailable = <A, E extends { readonly _tag: string }, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.retry(work, {
    while: ({ _tag }) => _tag === "Unavailable",
    schedule: Schedule.intersect(Schedule.exponential(Duration.millis(firstPause)), Schedule.recurs(retries))
  })
