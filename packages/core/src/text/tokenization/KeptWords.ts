/** Caches tokens by word, since most words of a page also occur in the page before. */

import type { SearchToken } from "../search-index/SearchIndex.js"
import { forms, voteOf } from "./Forms.js"
import { memoized } from "./Memo.js"
import { isRun } from "./Words.js"
import { WordTable } from "./WordTable.js"

const known = /^\p{L}[\p{L}\p{N}]*$/u

/** Whether typos of this word are corrected. */
const isKnown = (word: string): boolean => word.length > 1 && known.test(word) && !isRun(word)

const initials = [..."abcdefghijklmnopqrstuvwxyz0123456789"]
const ofInitial = (letter: string): string => `*${letter}`

/** The token in the index for one in a query: a prefix of one letter or digit has its own token. */
export const keptToken = (asked: SearchToken): SearchToken =>
  asked.prefix && initials.includes(asked.token) ? { token: ofInitial(asked.token), prefix: false } : asked

/**
 * A token, and its place among the tokens of the most recent page that has it: most words of a page share their tokens.
 */
export class KeptToken {
  page = 0
  place = 0
  constructor(readonly token: string) {}
}

const tokenOf = memoized((token) => new KeptToken(token))

/** The tokens of first characters. */
export const initialTokens = initials.map((letter) => new KeptToken(ofInitial(letter)))

/** The tokens of a word: the tokens of its forms, and of their first characters, as indexes into the initials. */
interface KeptForms {
  readonly tokens: ReadonlyArray<KeptToken>
  readonly initials: ReadonlyArray<number>
}

const keptForms = (word: string, inEnglish: boolean): KeptForms => {
  const found = forms(word, inEnglish)
  const places = new Set(found.map((form) => initials.indexOf(form.charAt(0))))
  return { tokens: found.map(tokenOf), initials: [...places].filter((place) => place >= 0) }
}

/** The data of a word, the most recent page with it, and the number of its occurrences in the most recent section. */
export class KeptWord {
  /** See {@link voteOf}. */
  readonly vote: number
  /** The words that typos are compared with. */
  readonly known: ReadonlyArray<string>
  /** The number of words of a text that it counts as. */
  readonly length: number
  page = 0
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

  /** The forms in a text that is English, or not. */
  forms(inEnglish: boolean): KeptForms {
    if (inEnglish) {
      this.english ??= keptForms(this.word, true)
      return this.english
    }
    this.foreign ??= keptForms(this.word, false)
    return this.foreign
  }
}

/** The cache of words. */
export const keptWords = new WordTable((word) => new KeptWord(word))

/** Whether words may come from an English text: they do unless words of other languages are more frequent. */
export const isEnglish = (all: ReadonlyArray<KeptWord>): boolean => {
  let balance = 0
  for (const { vote } of all) balance += vote
  return balance >= 0
}
