/** The differences between two sequences, in linear time except for a bounded part. */

/** A range of a sequence: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A range of the base, and the range that replaces it on a side. */
export interface Hunk {
  readonly base: Range
  readonly side: Range
}

/** The number of tokens that may differ before only tokens that are unique on both sides are matched. */
const editLimit = 1000

/** The same limit between two such tokens; beyond it, the whole gap is one change. */
const gapLimit = 200

/** Two sequences of numbers, or parts of them, to be compared. */
interface Pair {
  readonly base: Int32Array
  readonly side: Int32Array
}

const none = -2

/** The steps of the explored paths: for each its predecessor, its furthest position in the base, and its diagonal. */
class Steps {
  #all = new Int32Array(3 * 64)
  #count = 0

  clear(): void {
    this.#count = 0
  }

  add(before: number, end: number, diagonal: number): number {
    const at = 3 * this.#count
    if (at === this.#all.length) {
      const larger = new Int32Array(2 * at)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[at] = before
    this.#all[at + 1] = end
    this.#all[at + 2] = diagonal
    return this.#count++
  }

  /** The equal ranges on the path that ends with a step, as `[base, side, length]`. */
  wayTo(last: number): ReadonlyArray<Same> {
    const found: Array<Same> = []
    for (let step = last; step >= 0; ) {
      const [before = -1, end = 0, diagonal = 0] = this.#all.subarray(3 * step, 3 * step + 3)
      const removes = before >= 0 && diagonal > this.#all[3 * before + 2]!
      const start = before < 0 ? -1 : this.#all[3 * before + 1]! + (removes ? 1 : 0)
      if (end > start) found.push([start + 1, start + 1 - diagonal, end - start])
      step = before
    }
    return found.reverse()
  }
}

type Same = readonly [base: number, side: number, length: number]

/** Reused by later comparisons, which never run concurrently. */
const steps = new Steps()

/**
 * The equal ranges on the shortest edit path between two sequences (Myers' algorithm), or `undefined` if more than
 * `limit` tokens differ.
 */
const matches = ({ base, side }: Pair, limit: number): ReadonlyArray<Same> | undefined => {
  const most = Math.min(limit, base.length + side.length)
  const middle = most + 1
  /** For each diagonal, the furthest position of the best path in the base, and its last step. */
  const reached = new Int32Array(2 * most + 3).fill(none)
  const lastStep = new Int32Array(2 * most + 3)
  steps.clear()
  const take = (before: number, start: number, diagonal: number): number => {
    let end = start
    while (end + 1 < base.length && end + 1 - diagonal < side.length && base[end + 1] === side[end + 1 - diagonal])
      end++
    reached[middle + diagonal] = end
    lastStep[middle + diagonal] = steps.add(before, end, diagonal)
    return end
  }
  const isEnd = (end: number, diagonal: number): boolean => end + 1 >= base.length && end - diagonal + 1 >= side.length
  if (isEnd(take(-1, -1, 0), 0)) return steps.wayTo(0)
  let [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let edits = 1; edits <= most; edits++) {
    for (let diagonal = Math.max(lowest, -edits); diagonal <= Math.min(highest, edits); diagonal += 2) {
      const removed = reached[middle + diagonal - 1]!
      const added = reached[middle + diagonal + 1]!
      reached[middle + diagonal - 1] = none
      const canAdd = added !== none && added - diagonal >= 0 && added - diagonal < side.length
      const canRemove = removed !== none && removed + 1 < base.length
      if (!canAdd && !canRemove) {
        reached[middle + diagonal] = none
        continue
      }
      const adds = !canRemove || (canAdd && removed < added)
      const before = lastStep[middle + diagonal + (adds ? 1 : -1)]!
      const end = take(before, adds ? added : removed + 1, diagonal)
      if (isEnd(end, diagonal)) return steps.wayTo(lastStep[middle + diagonal]!)
      if (end + 1 >= base.length) highest = Math.min(highest, diagonal - 1)
      if (end - diagonal + 1 >= side.length) lowest = Math.max(lowest, diagonal + 1)
    }
  }
  return undefined
}

const onceIn = (tokens: Int32Array): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  for (const [place, token] of tokens.entries()) places.set(token, places.has(token) ? -1 : place)
  return places
}

/** The longest sequence of tokens that are unique on both sides and in the same order, as `[base, side]`. */
const anchors = ({ base, side }: Pair): ReadonlyArray<readonly [number, number]> => {
  const [once, other] = [onceIn(base), onceIn(side)]
  const ends: Array<number> = []
  const found: Array<{ readonly base: number; readonly side: number; readonly before: number }> = []
  for (const [token, place] of once) {
    const across = other.get(token) ?? -1
    if (place < 0 || across < 0) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const half = (low + high) >> 1
      if (found[ends[half]!]!.side < across) low = half + 1
      else high = half
    }
    found.push({ base: place, side: across, before: low === 0 ? -1 : ends[low - 1]! })
    ends[low] = found.length - 1
  }
  const run: Array<readonly [number, number]> = []
  for (let at = found[ends.at(-1) ?? -1]; at !== undefined; at = found[at.before]) run.push([at.base, at.side])
  return run.reverse()
}

/**
 * The equal ranges where the differences are too many for the shortest path: around {@link anchors}, as far as they
 * extend.
 */
const roughMatches = (pair: Pair): ReadonlyArray<Same> => {
  const found: Array<Same> = []
  let [base, side] = [0, 0]
  const between = (baseEnd: number, sideEnd: number): void => {
    const gap = { base: pair.base.subarray(base, baseEnd), side: pair.side.subarray(side, sideEnd) }
    if (gap.base.length === 0 || gap.side.length === 0) return
    for (const [from, across, length] of matches(gap, gapLimit) ?? []) found.push([base + from, side + across, length])
  }
  for (const [place, across] of anchors(pair)) {
    between(place, across)
    found.push([place, across, 1])
    ;[base, side] = [place + 1, across + 1]
  }
  between(pair.base.length, pair.side.length)
  return found
}

/** The tokens as numbers: equal tokens have equal numbers. */
const numbered = (base: ReadonlyArray<string>, side: ReadonlyArray<string>): Pair => {
  const numbers = new Map<string, number>()
  const numberOf = (token: string): number => {
    const known = numbers.get(token)
    if (known !== undefined) return known
    numbers.set(token, numbers.size)
    return numbers.size - 1
  }
  return { base: Int32Array.from(base, numberOf), side: Int32Array.from(side, numberOf) }
}

/** The changes of a version, in order; adjacent changes are joined. */
export const hunksOf = (base: ReadonlyArray<string>, side: ReadonlyArray<string>): ReadonlyArray<Hunk> => {
  let start = 0
  const shorter = Math.min(base.length, side.length)
  while (start < shorter && base[start] === side[start]) start++
  let end = 0
  while (end < shorter - start && base[base.length - 1 - end] === side[side.length - 1 - end]) end++
  const [baseEnd, sideEnd] = [base.length - end, side.length - end]
  const hunks: Array<Hunk> = []
  let at = { base: start, side: start }
  const close = (to: { base: number; side: number }): void => {
    if (at.base < to.base || at.side < to.side) {
      hunks.push({ base: { from: at.base, to: to.base }, side: { from: at.side, to: to.side } })
    }
  }
  if (start < baseEnd && start < sideEnd) {
    const middle = numbered(base.slice(start, baseEnd), side.slice(start, sideEnd))
    for (const [from, across, length] of matches(middle, editLimit) ?? roughMatches(middle)) {
      close({ base: start + from, side: start + across })
      at = { base: start + from + length, side: start + across + length }
    }
  }
  close({ base: baseEnd, side: sideEnd })
  return hunks
}
