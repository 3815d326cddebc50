/** Long work in turns, so that everything else in the process goes on beside it. */
import { Effect } from "effect"

/** Lets the event loop have a turn. A fiber that yields in the usual way may hold it up for seconds. */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  const timer = setTimeout(() => resume(Effect.void), 0)
  return Effect.sync(() => clearTimeout(timer))
})
