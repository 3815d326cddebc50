/** Tells which words of a query a text has. */
import type { SearchToken } from "../search-index/SearchIndex.js"
import { forms } from "../tokenization/Forms.js"
import { isRun, words as wordsOf } from "../tokenization/Words.js"
import { isSmall, type Unit } from "./Query.js"

const ascii = /^[\0-\x7f]*$/

/** Finds the words of a query in a text without spaces, as a bit set. */
export interface Match {
  readonly of: (text: string) => number
  /** A pattern that an ASCII text must match to contain one of them. */
  readonly mayBe: RegExp
  /** All words of the query, as a bit set. */
  readonly all: number
}

/**
 * A pattern that an ASCII word must match to be one of the query: the beginnings of these, which may have a dot or an
 * ampersand after the first letter.
 */
const mayMatch = (tokens: ReadonlyArray<string>): RegExp => {
  const beginnings = tokens.flatMap((token) => {
    const [beginning] = /^(?:[a-z]{1,2}|[0-9])/.exec(token) ?? []
    return beginning === undefined ? [] : beginning.split("").join("[.&]?")
  })
  return beginnings.length === 0 ? /$^/g : new RegExp([...new Set(beginnings)].join("|"), "gi")
}

/** Whether a token tells by itself that a word of the query is there: `t` and `at` of `AT&T` do not. */
const isTelling = ({ token }: SearchToken, _: number, all: ReadonlyArray<SearchToken>): boolean =>
  all.length === 1 || isRun(token) || (token.length > 1 && !isSmall(token))

/** Finds the words of a query in texts. */
export const matcher = (units: ReadonlyArray<Unit>): Match => {
  const whole = new Map<string, number>()
  const beginnings: Array<readonly [string, number]> = []
  for (const [i, { alternatives }] of units.entries()) {
    for (const { token, prefix } of alternatives.flatMap(({ tokens }) => tokens.filter(isTelling))) {
      if (prefix) beginnings.push([token, 1 << i])
      else whole.set(token, (whole.get(token) ?? 0) | (1 << i))
    }
  }
  const known = new Map<string, number>()
  const mayBe = mayMatch([...whole.keys(), ...beginnings.map(([token]) => token)])
  const of = (text: string): number => {
    if (ascii.test(text) && text.search(mayBe) < 0) return 0
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    let bits = 0
    for (const token of wordsOf(text).flatMap((word) => forms(word, true))) {
      bits |= whole.get(token) ?? 0
      for (const [beginning, bit] of beginnings) if (token.startsWith(beginning)) bits |= bit
    }
    known.set(text, bits)
    return bits
  }
  return { of, mayBe, all: units.reduce((bits, _, i) => bits | (1 << i), 0) }
}
