/** The slices of limits that this process holds: bounded in number, and dropped when their window ends. */
import type * as Effect from "effect/Effect"
import type { RateLimit } from "./RateLimit.js"

/** The number of slices that a limit is divided into. */
const parts = 20

/** The maximum number of keys for windows of one length; the oldest are evicted first. */
const capacity = 50_000

/** The state of one key in this process, in one window. */
export interface Slice {
  /** The number of calls so far, or their amount. */
  used: number
  /** The number allowed before more must be leased. */
  granted: number
  /** The number not yet reported to storage. */
  unreported: number
  /** The number left for all processes at the time of the last lease. */
  left: number
  /** Serializes the fibers that wait for a lease. */
  turns?: Effect.Semaphore
}

/** The number of calls in a slice of a limit. */
export const sliceOf = (limit: number): number => Math.min(limit, Math.max(1, Math.floor(limit / parts)))

/** Creates the store of slices: returns the slice of a key in a window, a new one the first time. */
export const makeSlices = () => {
  const windows = new Map<number, { readonly window: number; readonly slices: Map<string, Slice> }>()
  return (key: string, { limit, windowSeconds }: RateLimit, window: number): Slice => {
    let current = windows.get(windowSeconds)
    if (current?.window !== window) {
      current = { window, slices: new Map() }
      windows.set(windowSeconds, current)
    }
    const { slices } = current
    const known = slices.get(key)
    if (known !== undefined) return known
    const free = sliceOf(limit)
    const made: Slice = { used: 0, granted: free, unreported: free, left: limit - free }
    slices.set(key, made)
    if (slices.size > capacity) {
      for (const oldest of slices.keys()) {
        slices.delete(oldest)
        break
      }
    }
    return made
  }
}
