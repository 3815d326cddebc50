/** Texts that took time to make, as long as there is room for them. */

/** Keeps texts by their keys, up to so many characters in all: those that were asked for last. */
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
      size += lengthOf(value) + key.length
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
