/** Long work in turns, so that everything else in the process goes on beside it. */
import * as Effect from "effect/Effect"

/** Lets the event loop have a turn. A fiber that yields in the usual way may hold it up for seconds. */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  const timer = setTimeout(() => resume(Effect.void), 0)
  return Effect.sync(() => clearTimeout(timer))
})

/** How long the event loop is held at once, in milliseconds, by work that gives way. */
const patience = 5

/** When the current turn of the event loop was first asked about. */
let began: number | undefined

/** Whether the current turn of the event loop has lasted long enough for others to be let in. */
export const isOverdue = (): boolean => {
  const now = performance.now()
  if (began === undefined) {
    began = now
    setTimeout(() => {
      began = undefined
    }, 0)
  }
  return now - began >= patience
}

/** Lets the event loop have a turn if this one has lasted a few milliseconds; for loops over many small things. */
export const giveWay: Effect.Effect<void> = Effect.suspend(() => (isOverdue() ? turn : Effect.void))
