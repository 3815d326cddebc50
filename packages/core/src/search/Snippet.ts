/** The short text that shows where a section matched. */
import type { SearchTerm } from "../search-index/SearchIndex.js"
import { tokens } from "../search-index/Tokeniser.js"

/** The longest snippet, in UTF-16 units without its ellipses. */
export const snippetLength = 200

/** How much may stand before the first match. */
const before = 60

const unspaced = "[[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}]&&\\p{L}]"
/** Where a text may be cut: at white space, and around each character of scripts that write none. */
const words = new RegExp(`${unspaced}|[^\\s${unspaced}]+`, "gv")
const asciiWords = /\S+/g
const ascii = /^[\0-\x7f]*$/

const isMatch = (found: ReadonlyArray<string>, terms: ReadonlyArray<SearchTerm>): boolean =>
  terms.some(({ alternatives }) =>
    alternatives.some(({ prefix, token }) => found.some((each) => (prefix ? each.startsWith(token) : each === token)))
  )

interface Word {
  readonly start: number
  readonly end: number
}

/** The words from the text's beginning to the first one that `matches`, and on for the length of a snippet. */
const read = (text: string, matches: (word: string) => boolean) => {
  const pattern = ascii.test(text) ? asciiWords : words
  const found: Array<Word> = []
  let match: number | undefined
  for (const { 0: word, index: start } of text.matchAll(pattern)) {
    const end = start + word.length
    if (match !== undefined && end > match + snippetLength) break
    const before = found.at(-1)
    // A character of a script without spaces is looked at together with the one before it.
    if (match === undefined && before !== undefined && before.end === start && matches(text.slice(before.start, end))) {
      match = before.start
    } else if (match === undefined && matches(word)) match = start
    found.push({ start, end })
  }
  return { found, match: match ?? 0 }
}

const excerpt = (plain: string, matches: (word: string) => boolean): string => {
  const { found, match } = read(plain, matches)
  const earliest = Math.min(match - before, plain.length - snippetLength)
  let start = found.find((word) => word.start >= earliest)?.start ?? match
  let end = found.findLast((word) => word.end <= start + snippetLength)?.end ?? 0
  if (end <= match) {
    start = match
    end = Math.min(match + snippetLength, plain.length)
  }
  return `${start > 0 ? "…" : ""}${plain.slice(start, end).toWellFormed()}${end < plain.length ? "…" : ""}`
}

/**
 * Cuts snippets for a query: at most 200 characters of a plain text around the first place where a term occurs, or of
 * its beginning where none does. White space is collapsed, words are whole unless one alone is too long, and `…`
 * stands for what is left out.
 */
export const snippets = (terms: ReadonlyArray<SearchTerm>): ((text: string) => string) => {
  const known = new Map<string, boolean>()
  const matches = (word: string): boolean => {
    const remembered = known.get(word)
    if (remembered !== undefined) return remembered
    const result = isMatch(tokens(word), terms)
    known.set(word, result)
    return result
  }
  return (text) => {
    const plain = text.replace(/\s+/g, " ").trim()
    return plain.length <= snippetLength ? plain : excerpt(plain, matches)
  }
}
