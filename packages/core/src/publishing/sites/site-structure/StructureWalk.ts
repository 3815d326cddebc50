import * as Effect from "effect/Effect"
import type { Cursor } from "../../../foundation/lists/List.js"

/**
 * How many of the preceding items a cursor names, so that a scan can continue where it was after some of them are
 * removed.
 */
const named = 8

const resume = (items: ReadonlyArray<{ readonly id: string }>, [index, ...ids]: Cursor): number => {
  for (const id of ids) {
    const found = items.findIndex((item) => item.id === id)
    if (found >= 0) return found + 1
  }
  return Math.max(0, Number(index) + 1 - ids.length)
}

/** An item of a scan. */
export interface Walked {
  readonly id: string
  readonly cursor: Cursor
}

/**
 * A scan of a list that has an order but no keys: a cursor names the last items of its page, the very last one first.
 */
export const structureScan =
  (items: ReadonlyArray<{ readonly id: string }>) =>
  (after: Cursor | undefined, limit: number): Effect.Effect<ReadonlyArray<Walked>> => {
    const start = after === undefined ? 0 : resume(items, after)
    return Effect.succeed(
      items.slice(start, start + limit).map(({ id }, offset) => {
        const index = start + offset
        const before = items.slice(Math.max(0, index + 1 - named), index + 1).toReversed()
        return { id, cursor: [index, ...before.map((item) => item.id)] }
      })
    )
  }
