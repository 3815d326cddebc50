import { generateNKeysBetween } from "fractional-indexing"
import { longestKey } from "../../foundation/order-keys/GapRebalancing.js"

/** An item that may have a position already. */
interface Positioned {
  readonly position?: string
}

/**
 * Positions for siblings in their wanted order, changing as few as possible: the longest subsequence that is already in
 * order keeps its positions, and the other siblings get positions between them. All are new if one would be too long.
 */
export const arrange = (siblings: ReadonlyArray<Positioned>): ReadonlyArray<string> => {
  const kept = longestIncreasing(siblings.map(({ position }) => position))
  const positions: Array<string> = []
  for (const index of [...kept, siblings.length]) {
    const next = siblings[index]?.position ?? null
    positions.push(...generateNKeysBetween(positions.at(-1) ?? null, next, index - positions.length))
    if (next !== null) positions.push(next)
  }
  return positions.some((position) => position.length > longestKey)
    ? generateNKeysBetween(null, null, siblings.length)
    : positions
}

/** The indexes of a longest strictly increasing subsequence; absent values never belong to it. */
const longestIncreasing = (values: ReadonlyArray<string | undefined>): ReadonlyArray<number> => {
  const tails: Array<number> = []
  const before: Array<number> = []
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value === undefined) continue
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? "") < value) low = middle + 1
      else high = middle
    }
    before[i] = tails[low - 1] ?? -1
    tails[low] = i
  }
  const run: Array<number> = []
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) run.push(i)
  return run.reverse()
}
