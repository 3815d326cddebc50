/** What the index keeps for words: most of the words of a page are those of the page before. */
import { forms, voteOf } from "./Forms.js"
import { memoized } from "./Memo.js"
import type { SearchToken } from "./SearchIndex.js"
import { isRun } from "./Words.js"
import { WordTable } from "./WordTable.js"

/** Where a token occurs in a page; what is in `section` is not in `text` yet, which ends with `last`. */
export interface Occurrences {
  fields: number
  text: string
  last: number
  section: number
  count: number
  heading: boolean
}

const known = /^\p{L}[\p{L}\p{N}]*$/u

/** Whether a typo may be one of this word. */
const isKnown = (word: string): boolean => word.length > 1 && known.test(word) && !isRun(word)

const initials = [..."abcdefghijklmnopqrstuvwxyz0123456789"]
const ofInitial = (letter: string): string => `*${letter}`

/** The token that the index keeps for one that is looked for: a prefix of one letter or digit has its own. */
export const keptToken = (asked: SearchToken): SearchToken =>
  asked.prefix && initials.includes(asked.token) ? { token: ofInitial(asked.token), prefix: false } : asked

/** A token, and where it occurs in the page that was the last to ask: most of its words share their tokens. */
export class KeptToken {
  page = 0
  found: Occurrences | undefined
  constructor(readonly token: string) {}
}

const tokenOf = memoized((token) => new KeptToken(token))

/** The tokens of first characters. */
export const initialTokens = initials.map((letter) => new KeptToken(ofInitial(letter)))

/** What the index keeps for a word: the tokens of its forms, and of their first characters, as places among the initials. */
interface KeptForms {
  readonly tokens: ReadonlyArray<KeptToken>
  readonly initials: ReadonlyArray<number>
}

const keptForms = (word: string, inEnglish: boolean): KeptForms => {
  const found = forms(word, inEnglish)
  const places = new Set(found.map((form) => initials.indexOf(form.charAt(0))))
  return { tokens: found.map(tokenOf), initials: [...places].filter((place) => place >= 0) }
}

/** What a word counts for, and how often it was counted in the section that was the last to have it. */
export class KeptWord {
  /** See {@link voteOf}. */
  readonly vote: number
  /** Those that typos are compared with. */
  readonly known: ReadonlyArray<string>
  /** For how many words of a text it counts. */
  readonly length: number
  section = 0
  count = 0
  private english: KeptForms | undefined
  private foreign: KeptForms | undefined

  constructor(private readonly word: string) {
    this.vote = voteOf(word)
    const parts = word.includes("_") ? [word.replaceAll("_", ""), ...word.split("_")] : [word]
    this.known = parts.filter(isKnown)
    this.length = isRun(word) ? word.length : 1
  }

  /** In a text that is English or not. */
  forms(inEnglish: boolean): KeptForms {
    if (inEnglish) {
      this.english ??= keptForms(this.word, true)
      return this.english
    }
    this.foreign ??= keptForms(this.word, false)
    return this.foreign
  }
}

/** What is known of words. */
export const keptWords = new WordTable((word) => new KeptWord(word))

/** Whether words may be those of an English text: they are unless words of other languages are more frequent. */
export const isEnglish = (all: ReadonlyArray<KeptWord>): boolean => {
  let balance = 0
  for (const { vote } of all) balance += vote
  return balance >= 0
}
