/** A hash table of words that is searched without allocating a string for each: texts repeat their words. */

/** How many words are cached. */
const mostRemembered = 20_000
/** The maximum length of cached words, in UTF-16 units; longer ones are rare. */
const longestRemembered = 64
/** The number of slots: a power of 2, several times the number of cached words. */
const places = 65_536

interface Remembered<A> {
  readonly word: string
  readonly hash: number
  readonly value: A
}

/** The cached values of words; the cache is cleared when it is full. */
export class WordTable<A> {
  private table: Array<Remembered<A> | undefined> = new Array(places)
  private size = 0

  constructor(private readonly make: (word: string) => A) {}

  private at(text: string, start: number, end: number, hash: number): A {
    let place = hash & (places - 1)
    for (let found = this.table[place]; found !== undefined; found = this.table[place]) {
      if (found.hash === hash && found.word.length === end - start && text.startsWith(found.word, start)) {
        return found.value
      }
      place = (place + 1) & (places - 1)
    }
    const word = text.slice(start, end)
    const value = this.make(word)
    if (end - start > longestRemembered) return value
    if (this.size >= mostRemembered) {
      this.table = new Array(places)
      this.size = 0
      place = hash & (places - 1)
    }
    this.table[place] = { word, hash, value }
    this.size++
    return value
  }

  /** The values of the words of a text that are joined by single spaces, in order. */
  read(text: string): Array<A> {
    const found: Array<A> = []
    let start = 0
    let hash = 0
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 32
      if (code !== 32) {
        hash = (Math.imul(hash, 31) + code) | 0
        continue
      }
      if (at > start) found.push(this.at(text, start, at, hash))
      start = at + 1
      hash = 0
    }
    return found
  }
}
