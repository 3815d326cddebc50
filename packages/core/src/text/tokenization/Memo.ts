/** Memoizes functions of words, since texts repeat their words. */

/**
 * The minimum number of words that a cache keeps. When as many are new, it forgets the words that have not been
 * requested since it last forgot any.
 */
export const mostRemembered = 20_000
/** The maximum length of memoized words, in UTF-16 units; longer ones are rare. */
export const longestRemembered = 64

/** The same function, memoized for the most frequently requested words. */
export const memoized = <A extends {}>(make: (word: string) => A): ((word: string) => A) => {
  let recent = new Map<string, A>()
  let older: ReadonlyMap<string, A> = new Map()
  return (word) => {
    const found = recent.get(word)
    if (found !== undefined) return found
    const value = older.get(word) ?? make(word)
    if (word.length > longestRemembered) return value
    if (recent.size >= mostRemembered) {
      older = recent
      recent = new Map()
    }
    recent.set(word, value)
    return value
  }
}
