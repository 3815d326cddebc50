/** What this process has of limits: bounded in number, and forgotten when its window ends. */
import type * as Effect from "effect/Effect"
import type { RateLimit } from "./RateLimit.js"

/** A limit is leased in so many parts. */
const parts = 20

/** How many keys are known at once, for windows of one length; the oldest go first. */
const capacity = 50_000

/** What one key has in this process, in one window. */
export interface Slice {
  /** How many calls there were. */
  used: number
  /** How many there may be before more is leased. */
  granted: number
  /** How many of those storage does not know of. */
  unreported: number
  /** How many were left for all processes when something was last leased. */
  left: number
  /** Lets those that wait for a lease through one after the other. */
  turns?: Effect.Semaphore
}

/** How many calls of a limit are leased at a time. */
export const sliceOf = (limit: number): number => Math.min(limit, Math.max(1, Math.floor(limit / parts)))

/** Makes what keeps the slices: the slice of a key in a window, which is new where it is the first time. */
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
