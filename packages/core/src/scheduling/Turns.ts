/** Long work in turns, so that everything else in the process goes on beside it. */
import * as Effect from "effect/Effect"

interface Immediates {
  readonly setImmediate?: (run: () => void) => unknown
}
const { setImmediate }: Immediates & object = globalThis

/** Runs something after a turn of the event loop. A timer, which is all that browsers have, waits for a millisecond besides. */
const soon = setImmediate ?? ((run: () => void) => setTimeout(run, 0))

/** Lets the event loop have a turn. A fiber that yields in the usual way may hold it up for seconds. */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  soon(() => resume(Effect.void))
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
    soon(() => {
      began = undefined
    })
  }
  return now - began >= patience
}

/** Lets the event loop have a turn if this one has lasted a few milliseconds; for loops over many small things. */
export const giveWay: Effect.Effect<void> = Effect.suspend(() => (isOverdue() ? turn : Effect.void))
