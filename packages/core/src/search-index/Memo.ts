/** Functions of words that remember what they gave last: texts repeat their words. */

const mostRemembered = 20_000
/** Longer words are rare, and are not remembered, in UTF-16 units. */
const longestRemembered = 64

/** The same function, which remembers its results and forgets all of them when they are too many. */
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
