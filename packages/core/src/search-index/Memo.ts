/** Memoizes functions of words, since texts repeat their words. */

const mostRemembered = 20_000
/** The maximum length of memoized words, in UTF-16 units; longer ones are rare. */
const longestRemembered = 64

/** The same function, memoized; the cache is cleared when it is full. */
export const memoized = <A extends {}>(make: (word: string) => A): ((word: string) => A) => {
  const known = new Map<string, A>()
  return (word) => {
    const found = known.get(word)
    if (found !== undefined) return found
    const made = make(word)
    if (word.length <= longestRemembered) {
      if (known.size >= mostRemembered) known.clear()
      known.set(word, made)
    }
    return made
  }
}
