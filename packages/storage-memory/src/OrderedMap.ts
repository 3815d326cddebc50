/** Ordered maps that share structure with their copies, so that a copy takes constant time. */
import library from "sorted-btree"

/** The class: Node has the CommonJS module as its default export, some bundlers the class itself. */
const BTree = typeof library === "function" ? library : library.default

/**
 * A mutable ordered map with `clone()` in constant time: copies share structure. This declares the used part of the
 * library, whose own types differ between module resolutions.
 */
export interface OrderedMap<K, V> {
  readonly size: number
  readonly isEmpty: boolean
  get(key: K): V | undefined
  set(key: K, value: V): boolean
  delete(key: K): boolean
  clone(): OrderedMap<K, V>
  forEach(use: (value: V, key: K) => void): number
  forEachPair(use: (key: K, value: V) => void): number
  getPairOrNextHigher(key: K): [K, V] | undefined
  getRange(low: K, high: K, includeHigh?: boolean): Array<[K, V]>
  keys(firstKey?: K): IterableIterator<K>
  entries(lowestKey?: K, reusedArray?: Array<K | V>): IterableIterator<[K, V]>
  entriesReversed(highestKey?: K, reusedArray?: Array<K | V>, skipHighest?: boolean): IterableIterator<[K, V]>
  forRange(low: K, high: K, includeHigh: boolean, onFound?: (key: K, value: V) => unknown): number
}

/** An empty map in the order of `compare`. */
export const empty = <K, V>(compare: (a: K, b: K) => number): OrderedMap<K, V> => new BTree<K, V>(undefined, compare)

/** The values from the key `low` on, up to but excluding `high`, at most `limit` of them after the first `skip`. */
export const valuesBetween = <K, V>(
  map: OrderedMap<K, V>,
  low: K,
  high: K,
  limit = Number.POSITIVE_INFINITY,
  skip = 0
): Array<V> => {
  const found: Array<V> = []
  if (limit <= 0) return found
  let skipped = 0
  map.forRange(low, high, false, (_, value) => {
    if (skipped++ < skip) return undefined
    found.push(value)
    return found.length >= limit ? { break: true } : undefined
  })
  return found
}

/** The values of {@link valuesBetween} from last to first, at most `limit` of them after the first `skip`. */
export const valuesBetweenReversed = <K, V>(
  map: OrderedMap<K, V>,
  compare: (a: K, b: K) => number,
  low: K,
  high: K,
  limit = Number.POSITIVE_INFINITY,
  skip = 0
): Array<V> => {
  const found: Array<V> = []
  if (limit <= 0) return found
  let skipped = 0
  for (const [key, value] of map.entriesReversed(high, [], true)) {
    if (compare(key, low) < 0) break
    if (skipped++ < skip) continue
    found.push(value)
    if (found.length >= limit) break
  }
  return found
}

/** The number of keys from `low` on, up to but excluding `high`. */
export const countBetween = <K, V>(map: OrderedMap<K, V>, low: K, high: K): number => map.forRange(low, high, false)
