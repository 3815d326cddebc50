/** Measuring how long effects take. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/** Tells how many seconds an effect took, and how it ended. The clock is the machine's, whatever a test has in its place. */
export const timed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  ended: (seconds: number, exit: Exit.Exit<A, E>) => void
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const since = performance.now()
    return Effect.onExit(effect, (exit) => Effect.sync(() => ended((performance.now() - since) / 1000, exit)))
  })
