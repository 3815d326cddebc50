/** Cooperative scheduling of long work, so that the rest of the process keeps running. */
import * as Effect from "effect/Effect"

interface Immediates {
  readonly setImmediate?: (run: () => void) => unknown
}
const { setImmediate }: Immediates & object = globalThis

/**
 * Runs a function after a turn of the event loop. In a browser only timers are available, which add a delay of a
 * millisecond.
 */
const soon = setImmediate ?? ((run: () => void) => setTimeout(run, 0))

/** The fibers that wait for a turn, in the order in which they get it. */
const waiting: Array<() => void> = []

/** The time for which cooperative work blocks the event loop, in milliseconds. */
const patience = 5

/**
 * The number of bytes that are copied or scanned in one turn of the event loop. Memory that is touched for the first
 * time makes this a few milliseconds.
 */
export const bytesPerTurn = 256 * 1024

/** The time when the work of the current turn of the event loop began, as far as it is known. */
let began: number | undefined

const begin = (): number => {
  const now = performance.now()
  began = now
  soon(() => {
    began = undefined
  })
  return now
}

/**
 * Gives the next one a separate turn of the event loop, so that the work of many in one turn does not add up. Timers
 * are too slow for that: in a browser, all get the same one.
 */
const giveTurn = (): void => {
  begin()
  do waiting.shift()?.()
  while (setImmediate === undefined && waiting.length > 0)
  if (waiting.length > 0) soon(giveTurn)
}

/** Yields to the event loop. A fiber that yields only to other fibers may block it for seconds. */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  if (waiting.push(() => resume(Effect.void)) === 1) soon(giveTurn)
})

/** Whether the current turn of the event loop has lasted long enough that work should yield. */
export const isOverdue = (): boolean => {
  const since = began ?? begin()
  return performance.now() - since >= patience
}

/** Whether long work is about to continue, and to keep the thread busy for a few milliseconds. */
export const isTurnDue = (): boolean => waiting.length > 0

/** Yields to the event loop if the current turn has lasted a few milliseconds; for loops over many small items. */
export const giveWay: Effect.Effect<void> = Effect.suspend(() => (isOverdue() ? turn : Effect.void))
