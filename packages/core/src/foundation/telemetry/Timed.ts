/** Measures the duration of effects. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"

/**
 * Reports the duration of an effect in seconds, and its outcome. It uses the machine's clock, even if a test replaces
 * the Clock service.
 */
export const timed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  ended: (seconds: number, exit: Exit.Exit<A, E>) => void
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const since = performance.now()
    return Effect.onExit(effect, (exit) => Effect.sync(() => ended((performance.now() - since) / 1000, exit)))
  })
