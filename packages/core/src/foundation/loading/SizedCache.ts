/** A bounded cache of values that differ in size. */

/** Values by key: the most recently used ones, up to some size in total. */
export interface SizedCache<A> {
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A) => A
}

/** Caches values of up to `most` together, in the unit of `sizeOf`; the last one is cached whatever its size. */
export const makeSizedCache = <A>(most: number, sizeOf: (value: A, key: string) => number): SizedCache<A> => {
  const kept = new Map<string, A>()
  let size = 0
  return {
    get: (key) => {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    set: (key, value) => {
      const before = kept.get(key)
      if (before !== undefined) size -= sizeOf(before, key)
      size += sizeOf(value, key)
      kept.delete(key)
      kept.set(key, value)
      for (const [oldest, old] of kept) {
        if (size <= most || kept.size === 1) break
        kept.delete(oldest)
        size -= sizeOf(old, oldest)
      }
      return value
    }
  }
}

/** The number of characters of a text and of its key. */
export const charactersOf = (text: { readonly length: number }, key: string): number => text.length + key.length
