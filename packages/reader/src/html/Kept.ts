/** A bounded cache of texts that are slow to make. */

/** Caches texts by key, up to this many characters in total: the most recently used ones. */
export const makeKept = <A>(limit: number, lengthOf: (value: A) => number) => {
  const kept = new Map<string, A>()
  let size = 0
  return {
    get: (key: string): A | undefined => {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    set: (key: string, value: A): A => {
      const before = kept.get(key)
      if (before !== undefined) size -= lengthOf(before) + key.length
      size += lengthOf(value) + key.length
      kept.delete(key)
      kept.set(key, value)
      for (const [oldest, old] of kept) {
        if (size <= limit || kept.size === 1) break
        kept.delete(oldest)
        size -= lengthOf(old) + oldest.length
      }
      return value
    }
  }
}
