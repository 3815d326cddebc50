/** A hash table of words that is searched without allocating a string for each: texts repeat their words. */
import { longestRemembered, mostRemembered } from "./Memo.js"

/** The number of slots: a power of 2, several times the number of cached words. */
const places = 65_536

interface Remembered<A> {
  readonly word: string
  readonly hash: number
  readonly value: A
}

type Slots<A> = Array<Remembered<A> | undefined>

/** The ASCII characters that end a word, as 1 at their codes. */
export const separatorsIn = (isSeparator: (character: string) => boolean): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => (isSeparator(String.fromCharCode(code)) ? 1 : 0))

const spaces = separatorsIn((character) => character === " ")

const empty = <A>(): Slots<A> => new Array(places)

/** The slot of the word between two offsets of a text, or a free one for it. */
const placeOf = <A>(slots: Slots<A>, text: string, start: number, end: number, hash: number): number => {
  let place = hash & (places - 1)
  for (let found = slots[place]; found !== undefined; found = slots[place]) {
    if (found.hash === hash && found.word.length === end - start && text.startsWith(found.word, start)) break
    place = (place + 1) & (places - 1)
  }
  return place
}

/** The cached values of the most frequently requested words, as `memoized` keeps them. */
export class WordTable<A> {
  private recent: Slots<A> = empty()
  private older: Slots<A> = empty()
  private size = 0

  /** Words end at `separators`, and are joined by spaces if it is absent. */
  constructor(
    private readonly make: (word: string) => A,
    private readonly separators: Uint8Array = spaces
  ) {}

  private at(text: string, start: number, end: number, hash: number): A {
    const place = placeOf(this.recent, text, start, end, hash)
    const found = this.recent[place]
    return found === undefined ? this.remember(text, start, end, hash, place) : found.value
  }

  /** Takes a word over from the older ones, or makes its value; `place` is the slot for it. */
  private remember(text: string, start: number, end: number, hash: number, place: number): A {
    let known = this.older[placeOf(this.older, text, start, end, hash)]
    if (known === undefined) {
      const word = text.slice(start, end)
      known = { word, hash, value: this.make(word) }
      if (word.length > longestRemembered) return known.value
    }
    if (this.size < mostRemembered) this.recent[place] = known
    else {
      this.older = this.recent
      this.recent = empty()
      this.recent[hash & (places - 1)] = known
      this.size = 0
    }
    this.size++
    return known.value
  }

  /** The values of the words of a text, in order. */
  read(text: string): Array<A> {
    const { separators } = this
    const found: Array<A> = []
    let start = 0
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (separators[code] !== 1) {
        hash = (Math.imul(hash, 31) + code) | 0
        continue
      }
      if (at > start) found.push(this.at(text, start, at, hash))
      start = at + 1
      hash = 0
    }
    if (text.length > start) found.push(this.at(text, start, text.length, hash))
    return found
  }
}
