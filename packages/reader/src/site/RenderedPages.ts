/** Pages that were rendered, as long as there is room for them. */

/** How many characters of HTML are kept. */
const limit = 32_000_000

/** Keeps texts by their keys: those that were asked for last. */
export const makeRenderedPages = () => {
  const kept = new Map<string, string>()
  let size = 0
  return {
    get: (key: string): string | undefined => {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    set: (key: string, text: string): string => {
      size += text.length + key.length
      kept.set(key, text)
      for (const [oldest, old] of kept) {
        if (size <= limit || kept.size === 1) break
        kept.delete(oldest)
        size -= old.length + oldest.length
      }
      return text
    }
  }
}
