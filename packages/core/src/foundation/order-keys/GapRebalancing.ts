/** Order keys of bounded length between neighbours: when a gap is used up, some siblings around it get new keys. */
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing"

/** The maximum length of a new key, in characters. */
export const longestKey = 64

/** The maximum length of keys after rebalancing, which leaves room for some two hundred moves into one gap. */
const roomyKey = longestKey / 2

/** A place opened among siblings: its key, and the siblings that got new keys for it. */
export interface GapRebalancing<A> {
  readonly position: string
  readonly rekeyed: ReadonlyArray<{ readonly sibling: A; readonly position: string }>
}

/**
 * Opens a place before the sibling at an index, or at the end. The siblings are in order. If the key would be too long,
 * as few of the surrounding siblings as possible get new keys, in the same order.
 */
export const rebalanceGap = <A extends { readonly position: string }>(
  siblings: ReadonlyArray<A>,
  index: number
): GapRebalancing<A> => {
  const keyOf = (at: number): string | null => siblings[at]?.position ?? null
  const position = generateKeyBetween(keyOf(index - 1), keyOf(index))
  if (position.length <= longestKey) return { position, rekeyed: [] }
  for (let reach = 1; ; reach *= 2) {
    const from = Math.max(0, index - reach)
    const to = Math.min(siblings.length, index + reach)
    const keys = generateNKeysBetween(keyOf(from - 1), keyOf(to), to - from + 1)
    const isWhole = from === 0 && to === siblings.length
    if (!isWhole && keys.some((key) => key.length > roomyKey)) continue
    const own = index - from
    return {
      position: keys[own] ?? position,
      rekeyed: siblings
        .slice(from, to)
        .map((sibling, at) => ({ sibling, position: keys[at < own ? at : at + 1] ?? sibling.position }))
    }
  }
}
