/**
 * The one tokeniser: what is indexed and what is looked for are cut into tokens here, so that every index sees the
 * same words. A token is made of lower-case letters and digits only.
 *
 * - A word is a run of letters and digits. It is indexed as written (which typed prefixes match) and as its English
 *   stem (which other forms of it match).
 * - An identifier (`pageSize`, `page_size`) is indexed whole and by its parts.
 * - A run of a script that writes no spaces (Chinese, Japanese, Thai…; Korean too, for its particles) is indexed by
 *   each pair of neighbouring characters, its last one alone. A query's run is cut into words, and each word's pairs
 *   must occur; so any part of a run is found, and what is indexed depends on no dictionary.
 */
import { stemmer } from "stemmer"
import { fold, lowerCase } from "./Fold.js"
import type { SearchTerm, SearchToken } from "./SearchIndex.js"

/** Longer tokens are cut, in UTF-16 units. */
const longestToken = 64
/** More terms of a query are ignored. */
const mostTerms = 32

const unspaced =
  "[[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]&&[\\p{L}\\p{N}]]"
const pieces = new RegExp(`(${unspaced}+)|[[\\p{L}\\p{N}_]--${unspaced}]+`, "gv")
const asciiPieces = /[A-Za-z0-9_]+/g
const ascii = /^[\0-\x7f]*$/
const stemmable = /^[a-z]{3,}$/
const contraction = /(?<=[\p{L}\p{N}])'(?=(?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}]))/giv
const partBoundary = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/v
const hiragana = /^\p{sc=Hira}$/v

const comparable = (text: string): string => {
  const folded = fold(text)
  return folded.includes("'") ? folded.replace(contraction, "") : folded
}

const cut = (token: string): string => {
  if (token.length <= longestToken) return token
  const last = token.charCodeAt(longestToken - 1)
  return token.slice(0, last >= 0xd800 && last <= 0xdbff ? longestToken - 1 : longestToken)
}

const lower = (word: string): string => cut(lowerCase(word))

const stem = (token: string): string => (stemmable.test(token) ? stemmer(token) : token)

/** English words that say little of what is looked for: a query needs them only where it has nothing else. */
const smallWords =
  "a an and are as at be but by can do does for from how i in is it its my of on or so that the this to was we what when where which who why will with you your"
const small = new Set(smallWords.split(" ").map(stem))

/** The words of an identifier; of any other word, itself. */
const partsOf = (word: string): ReadonlyArray<string> => {
  if (!word.includes("_") && word === word.toLowerCase()) return [word]
  return word.split(partBoundary).filter((part) => part !== "")
}

const wordTokens = (word: string): ReadonlyArray<string> => {
  const parts = partsOf(word)
  const words = parts.length > 1 ? [parts.join(""), ...parts] : parts
  return words.flatMap((each) => {
    const token = lower(each)
    const stemmed = stem(token)
    return stemmed === token ? [token] : [token, stemmed]
  })
}

const pairs = (run: string): ReadonlyArray<string> => {
  const characters = Array.from(run.toLowerCase())
  return characters.map((character, i) => character + (characters[i + 1] ?? ""))
}

/** The tokens of the words seen last: texts repeat their words, and stemming one costs more than finding it. */
const seen = new Map<string, ReadonlyArray<string>>()
const mostSeen = 20_000

const rememberedTokens = (word: string): ReadonlyArray<string> => {
  const known = seen.get(word)
  if (known !== undefined) return known
  const tokens = wordTokens(word)
  if (word.length <= longestToken) {
    if (seen.size >= mostSeen) seen.clear()
    seen.set(word, tokens)
  }
  return tokens
}

const addTokens = (text: string, out: Array<string>): void => {
  const source = comparable(text)
  if (ascii.test(source)) {
    for (const word of source.match(asciiPieces) ?? []) for (const token of rememberedTokens(word)) out.push(token)
    return
  }
  for (const match of source.matchAll(pieces)) {
    const found = match[1] === undefined ? rememberedTokens(match[0]) : pairs(match[1])
    for (const token of found) out.push(token)
  }
}

/** The tokens that a text is indexed by, in its order. */
export const tokens = (text: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  if (ascii.test(text)) addTokens(text, out)
  else for (const line of text.split("\n")) addTokens(line, out)
  return out
}

/** A word to look for: any form of it, or, where it may not be typed to its end, also what begins with it. */
const forms = (word: string, prefix: boolean): ReadonlyArray<SearchToken> => {
  const token = lower(word)
  const stemmed = stem(token)
  if (!prefix) return [{ token: stemmed, prefix: false }]
  const typed = { token, prefix: true }
  return stemmed.startsWith(token) ? [typed] : [typed, { token: stemmed, prefix: false }]
}

/** The whole word or all of its parts: `(whole or part 1) and (whole or part 2)…`. */
const wordTerms = (word: string, prefix: boolean): ReadonlyArray<SearchTerm> => {
  const parts = partsOf(word)
  const [first] = parts
  if (first === undefined) return []
  if (parts.length === 1) return [{ alternatives: forms(first, prefix) }]
  const whole = forms(parts.join(""), prefix)
  return parts.map((part, i) => {
    const found = forms(part, prefix && i === parts.length - 1)
    const others = found.filter((form) => !whole.some((w) => w.token === form.token && w.prefix === form.prefix))
    return { alternatives: [...whole, ...others] }
  })
}

let segmenter: Intl.Segmenter | undefined

/** The words of a run; particles of one kana are left out, as their place in the text is rarely that of the query. */
const runWords = (run: string): ReadonlyArray<string> => {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" })
  const words = Array.from(segmenter.segment(run), (segment) => segment.segment)
  const meaningful = words.filter((word) => !hiragana.test(word))
  return meaningful.length === 0 ? words : meaningful
}

const runTerms = (run: string): ReadonlyArray<SearchTerm> =>
  runWords(run).flatMap((word): ReadonlyArray<SearchTerm> => {
    const tokens = pairs(word)
    const [first] = tokens
    if (first === undefined) return []
    if (tokens.length === 1) return [{ alternatives: [{ token: first, prefix: true }] }]
    return tokens.slice(0, -1).map((token) => ({ alternatives: [{ token, prefix: false }] }))
  })

const isSmall = ({ alternatives }: SearchTerm): boolean =>
  alternatives.every(({ prefix, token }) => !prefix && small.has(token))

/**
 * The terms of a query, each to occur. Any text is a query; one without a letter or digit has no terms. The last word
 * is also a prefix, unless something that ends it follows. Words such as `the` are left out where others remain, terms
 * after the thirty-second always.
 */
export const queryTerms = (query: string): ReadonlyArray<SearchTerm> => {
  const source = comparable(query)
  const terms = new Map<string, SearchTerm>()
  for (const match of source.matchAll(pieces)) {
    const rest = source.slice(match.index + match[0].length)
    const found = match[1] === undefined ? wordTerms(match[0], rest === "" || rest === "'") : runTerms(match[1])
    for (const term of found) {
      const key = term.alternatives.map((each) => `${each.token}${each.prefix ? "*" : ""}`).join(" ")
      if (!terms.has(key)) terms.set(key, term)
    }
  }
  const all = [...terms.values()]
  const telling = all.filter((term) => !isSmall(term))
  return (telling.length === 0 ? all : telling).slice(0, mostTerms)
}
