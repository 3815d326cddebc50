/**
 * The encoding of posting lists. The pages of a space are numbered, and 64 of them form a block. A list has an entry
 * for each page of a block in which a token occurs, in any order; concatenated lists are a list.
 *
 * An entry is text, so that every storage can concatenate lists, and remove an entry by replacing it with nothing. It
 * has a character from U+0100 on for the page's place in its block, a character from `@` on for the fields that name
 * the page, if any, and for each section its distance to the previous one (base-16 digits from `0` on, none for 0) and
 * a character from a backtick on: how many times the token occurs in the text, at most 7, plus 8 if it is in the
 * heading.
 *
 * The empty token has an entry for each page, with two numbers instead: how many words its title and its text have. An
 * asterisk followed by an ASCII letter or digit is the token of all words that begin with it, which a query uses if its
 * last word is a single character.
 */
import * as Effect from "effect/Effect"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { initialTokens, isEnglish, type KeptToken, type KeptWord, keptWords } from "../tokenization/KeptWords.js"
import { words } from "../tokenization/Words.js"
import type { PageEntries, SearchDocument } from "./SearchIndex.js"

/** The number of pages of a block. */
export const pagesOfBlock = 64

/** The fields that name a page, as bits. */
export const inTitle = 1
/** The last part of the path. */
export const inSlug = 2
/** The parts of the path before it. */
export const inParents = 4

/** The first of the characters for the place of a page. */
export const firstPlace = 0x100
/** The first value for the fields that name a page. */
export const ofFields = 0x40
/** The first value for the number of times a token occurs in a section. */
export const ofSection = 0x60
/** The first value for the digits of a number. */
export const ofDigit = 0x30
/** The maximum number of occurrences in a section that are counted. */
export const mostOccurrences = 7
/** The amount added to the occurrences if one is in the heading. */
export const inHeading = 8

const digits = (number: number): string => {
  let text = ""
  for (let left = number; left > 0; left = Math.floor(left / 16)) {
    text = String.fromCharCode(ofDigit + (left % 16)) + text
  }
  return text
}

const closing = String.fromCharCode(ofSection)

/** The first character of an entry: the place of a page within its block. */
export const placeOf = (number: number): string => String.fromCharCode(firstPlace + (number % pagesOfBlock))

/**
 * The encoding of a section, by its distance to the previous one times 16 plus the number of occurrences of the token.
 */
const nearSections = Array.from({ length: 256 }, (_, i) => digits(i >> 4) + String.fromCharCode(ofSection + (i & 15)))

const wordsOf = (text: string): ReadonlyArray<KeptWord> => keptWords.read(words(text).join(" "))

/** The number of words with each initial in a section. */
const initialCounts = initialTokens.map(() => 0)

/** A sequence of numbers that no page or section has had before. */
let number = 0

/** The number of characters of a section that are sampled to detect its language. */
const sampled = 4_000

/**
 * The number of characters of a section that are read in one go, and of its words that are added in one go: a
 * millisecond or two if new.
 */
const [portion, wordsOfPortion] = [4_096, 256]

/** The occurrences of a token in a page; occurrences in `section` are not in `text` yet, which ends with `last`. */
interface Occurrences {
  readonly token: string
  fields: number
  text: string
  last: number
  section: number
  count: number
  heading: boolean
}

/** Collects the entries of a page, section by section in their order. */
export class EntriesOfPage {
  private readonly page = ++number
  /** By the places that the tokens have, until the tokens of another page have them. */
  private readonly found: Array<Occurrences> = []
  private readonly places = new Map<string, number>()
  private readonly words = new Set<string>()
  private readonly bodies = new Map<SearchDocument, ReadonlyArray<KeptWord>>()
  private readonly inEnglish: boolean
  private titleLength = 0
  private length = 0

  constructor(private readonly documents: ReadonlyArray<SearchDocument>) {
    const sample: Array<KeptWord> = []
    for (const document of documents) {
      if (sample.length > 2_000) break
      const { body, title } = document
      const found = keptWords.read(body.slice(0, sampled))
      if (body.length <= sampled) this.bodies.set(document, found)
      sample.push(...keptWords.read(title), ...found)
    }
    this.inEnglish = isEnglish(sample)
  }

  private occurrences(token: KeptToken): Occurrences {
    if (token.page !== this.page) {
      let place = this.places.get(token.token)
      if (place === undefined) {
        place = this.found.length
        this.found.push({ token: token.token, fields: 0, text: "", last: 0, section: 0, count: -1, heading: false })
        this.places.set(token.token, place)
      }
      token.page = this.page
      token.place = place
    }
    return this.found[token.place]!
  }

  private learn(word: KeptWord): void {
    if (word.page === this.page) return
    word.page = this.page
    for (const part of word.known) this.words.add(part)
  }

  private close(found: Occurrences): void {
    if (found.count < 0) return
    const distance = found.section - found.last
    const occurs = Math.min(found.count, mostOccurrences) + (found.heading ? inHeading : 0)
    found.text +=
      distance < 16 ? nearSections[distance * 16 + occurs] : digits(distance) + String.fromCharCode(ofSection + occurs)
    found.last = found.section
    found.count = -1
    found.heading = false
  }

  /** Records that a token occurs in a section: `count` times in its text or, if that is 0, in its heading. */
  private occurs(token: KeptToken, section: number, count: number): void {
    const found = this.occurrences(token)
    if (found.section !== section) this.close(found)
    if (found.count < 0) {
      found.section = section
      found.count = 0
    }
    if (count === 0) found.heading = true
    else found.count += count
  }

  private name(names: ReadonlyArray<KeptWord>, field: number): void {
    for (const word of names) {
      this.learn(word)
      const { initials, tokens } = word.forms(this.inEnglish)
      for (const token of tokens) this.occurrences(token).fields |= field
      for (const place of initials) this.occurrences(initialTokens[place]!).fields |= field
    }
  }

  private addHeading({ path, section, title }: SearchDocument): void {
    const heading = keptWords.read(title)
    if (section === 0) {
      this.titleLength = heading.length
      this.name(heading, inTitle)
      const slash = path.lastIndexOf("/")
      this.name(wordsOf(path.slice(slash + 1)), inSlug)
      if (slash > 0) this.name(wordsOf(path.slice(0, slash)), inParents)
      return
    }
    for (const word of heading) {
      this.learn(word)
      const { initials, tokens } = word.forms(this.inEnglish)
      for (const token of tokens) this.occurs(token, section, 0)
      for (const place of initials) this.occurs(initialTokens[place]!, section, 0)
    }
  }

  private addWord(word: KeptWord, count: number, section: number, initialCounts: Array<number>): void {
    this.length += word.length * count
    this.learn(word)
    const { initials, tokens } = word.forms(this.inEnglish)
    for (const token of tokens) this.occurs(token, section, count)
    for (const place of initials) initialCounts[place]! += count
  }

  private addInitials(section: number, initialCounts: Array<number>): void {
    for (const [place, count] of initialCounts.entries()) {
      if (count === 0) continue
      this.occurs(initialTokens[place]!, section, count)
      initialCounts[place] = 0
    }
  }

  /** Adds a section. */
  add(document: SearchDocument): void {
    this.addHeading(document)
    const counted: Array<KeptWord> = []
    const counting = ++number
    for (const word of this.bodies.get(document) ?? keptWords.read(document.body)) {
      if (word.section === counting) word.count++
      else {
        word.section = counting
        word.count = 1
        counted.push(word)
      }
    }
    for (const word of counted) this.addWord(word, word.count, document.section, initialCounts)
    this.addInitials(document.section, initialCounts)
  }

  /** Adds a section, in portions, between which other pages may be added to the index. */
  *addInPortions(document: SearchDocument): Generator<undefined, void> {
    const { body, section } = document
    if (body.length <= portion) return this.add(document)
    this.addHeading(document)
    // Others count by the words themselves meanwhile.
    const counts = new Map<KeptWord, number>()
    for (let from = 0; from < body.length; ) {
      const space = body.indexOf(" ", from + portion)
      const to = space < 0 ? body.length : space
      for (const word of keptWords.read(body.slice(from, to))) counts.set(word, (counts.get(word) ?? 0) + 1)
      from = to
      yield
    }
    const ofInitials = initialTokens.map(() => 0)
    let done = 0
    for (const [word, count] of counts) {
      this.addWord(word, count, section, ofInitials)
      if (++done % wordsOfPortion === 0) yield
    }
    this.addInitials(section, ofInitials)
  }

  /** The entries of the sections added so far. */
  get result(): PageEntries {
    const words = Array.from(this.words)
    if (this.documents.length === 0) return { tokens: [], entries: [], words, length: 0 }
    const tokens = [""]
    const entries = [digits(this.titleLength) + closing + digits(this.length) + closing]
    for (const found of this.found) {
      this.close(found)
      tokens.push(found.token)
      entries.push(found.fields > 0 ? String.fromCharCode(ofFields + found.fields) + found.text : found.text)
    }
    return { tokens, entries, words, length: this.length }
  }
}

/** The entries of a page. */
export const entriesOf = (documents: ReadonlyArray<SearchDocument>): PageEntries => {
  const page = new EntriesOfPage(documents)
  for (const document of documents.toSorted((a, b) => a.section - b.section)) page.add(document)
  return page.result
}

/** {@link entriesOf}, yielding to other work. */
export const entriesInTurns = Effect.fnUntraced(function* (documents: ReadonlyArray<SearchDocument>) {
  const page = new EntriesOfPage(documents)
  for (const document of documents.toSorted((a, b) => a.section - b.section)) {
    for (const _ of page.addInPortions(document)) yield* giveWay
    yield* giveWay
  }
  return page.result
})
