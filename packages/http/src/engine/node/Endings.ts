/**
 * Ends responses together, after the requests that arrived at the same time. Each write wakes the process that reads it,
 * and then the two compete; several writes in a row wake it once. On a machine with both processes, or with a proxy
 * between them, this doubles the rate.
 */
import { isOverdue, isTurnDue } from "@lectern/core/internal/foundation/scheduling/Turns"

/** The maximum number of responses that wait for one another. */
const most = 64

let waiting: Array<() => void> = []

/** Ends the responses that wait. */
export const endWaiting = (): void => {
  const endings = waiting
  waiting = []
  for (const end of endings) end()
}

/** Ends the responses that wait, if they have waited for a few milliseconds. */
export const endOverdue = (): void => {
  if (waiting.length > 0 && isOverdue()) endWaiting()
}

/** Ends a response at the end of this turn of the event loop, or sooner if it would wait for long work. */
export const endSoon = (end: () => void): void => {
  if (waiting.length === 0) setImmediate(endWaiting)
  if (waiting.push(end) >= most || isTurnDue() || isOverdue()) endWaiting()
}
