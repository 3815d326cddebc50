/**
 * Splits a text into words, in the same way for indexed texts and for queries. A word is lower case and without
 * diacritics; the parts of a compound are joined by `_`.
 *
 * - A run of letters and digits is a word. Identifiers (`pageSize`, `page_size`) and amounts (`10MB`) have parts.
 * - Initials (`U.S.A.`) and names with an ampersand (`AT&T`) are one word, with parts.
 * - Digits in groups (`4,096`) are one number. A version (`v1.2.3`) keeps its dots and loses its `v`.
 * - A run of a script without spaces (Chinese, Japanese, Thai…; Korean too, for its particles) is one word.
 * - An emoji is a word, without its variants of form and skin; so are `C++` and `C#`.
 */
import { fold, lowerCase } from "./Fold.js"
import { memoized } from "./Memo.js"
import { separatorsIn, WordTable } from "./WordTable.js"

/** The maximum length of a word, in UTF-16 units; longer ones are truncated. */
export const longestWord = 64

const unspacedScript =
  "[[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]&&[\\p{L}\\p{N}]]"
const emoji = "\\p{RI}\\p{RI}|[\\p{Extended_Pictographic}--[\\u00a9\\u00ae]]"
const grouped = "(?<![\\p{L}\\p{N}_.,])\\d{1,3}(?:[,']\\d{3})+(?![\\p{N}])"
const version = "(?<![\\p{L}\\p{N}_])[vV]?\\d+(?:\\.\\d+)+(?![\\p{N}_])"
const symbolic = "(?<![\\p{L}\\p{N}_])[A-Za-z](?:\\+\\+|#(?![\\p{L}\\p{N}_]))"
const letter = `[\\p{L}--${unspacedScript}]`
const inWord = `[[\\p{L}\\p{N}_]--${unspacedScript}]`
/** The maximum number of further parts of initials and of names with ampersands, so that no word is long. */
const mostFurther = 9
const initials = `(?<![\\p{L}\\p{N}_.])${letter}(?:\\.${letter}){1,${mostFurther}}(?![\\p{L}\\p{N}_])`
const named = `(?<![\\p{L}\\p{N}_])${letter}${inWord}*(?:&${letter}${inWord}*){1,${mostFurther}}`
const pieces = new RegExp(
  `(${unspacedScript}+)|(${emoji}|${symbolic})|(${grouped})|(${version})|(${initials}|${named})|${inWord}+`,
  "gv"
)
const plainText = /^[A-Za-z0-9_ \t-\r.,;:!?()[\]{}<>"/|\\*=~`$%^&@+#-]*$/
const plainSpecial = /\d[.,]\d|\+\+|#|[A-Za-z0-9_]&[A-Za-z]|(?<![A-Za-z0-9_.])[A-Za-z]\.[A-Za-z](?![A-Za-z0-9_])/
const ascii = /^[\0-\x7f]*$/
/** The ending of the possessive of initials and of names with an ampersand, which would be a part of their last part. */
const possessive = /(?<=[&.]\p{L}*)'s(?![\p{L}\p{N}])/giv
const contraction = /(?<=[\p{L}\p{N}])'(?=(?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}]))/giv
const partBoundary = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/v
const amount = /^(\d+)(\p{L}+)$/u
const runStart = new RegExp(`^${unspacedScript}`, "v")

/** A character of a script whose words are not separated by anything, with its marks, as a part of a pattern. */
export const unspaced =
  "[[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]&&\\p{L}]\\p{M}*"

/** Whether a word is a run of a script without spaces. */
export const isRun = (word: string): boolean => !ascii.test(word) && runStart.test(word)

/** A text without distinctions that do not tell words apart, except letter case. */
export const comparable = (text: string): string => {
  const folded = fold(text)
  return folded.includes("'") ? folded.replace(possessive, "").replace(contraction, "") : folded
}

const cut = (word: string): string => {
  if (word.length <= longestWord) return word
  const last = word.charCodeAt(longestWord - 1)
  return word.slice(0, last >= 0xd800 && last <= 0xdbff ? longestWord - 1 : longestWord)
}

const lower = (word: string): string => cut(lowerCase(word))

const outerMarks = /^_+|_+$/g

const partsOf = (text: string): ReadonlyArray<string> => {
  const written = text.includes("_") ? text.replace(outerMarks, "") : text
  const measured = amount.exec(written)
  if (measured !== null) return [measured[1] ?? "", measured[2] ?? ""]
  if (!written.includes("_") && written === written.toLowerCase()) return [written]
  return written.split(partBoundary).filter((part) => part !== "")
}

const indexedForm = (written: string): string => partsOf(written).map(lower).join("_")

/** A word in its indexed form. */
const ofWritten = memoized(indexedForm)

/** A word, and its position in the text. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

const wordOf = (match: RegExpMatchArray): string => {
  const [text, run, symbol, number, versioned, joined] = match
  if (run !== undefined) return run.toLowerCase()
  if (symbol !== undefined) return symbol.toLowerCase()
  if (number !== undefined) return number.replaceAll(/[,']/g, "")
  if (joined !== undefined) return joined.split(/[.&]/).map(ofWritten).join("_")
  return versioned === undefined ? ofWritten(text) : cut(versioned.replace(/^v/i, ""))
}

/** The words of a {@link comparable} text, with their positions. */
export const cutWords = (source: string): ReadonlyArray<Word> => {
  const found: Array<Word> = []
  for (const match of source.matchAll(pieces)) {
    const word = wordOf(match)
    if (word !== "") found.push({ word, start: match.index, end: match.index + match[0].length })
  }
  return found
}

const isPlain = (text: string): boolean => plainText.test(text) && !plainSpecial.test(text)

/** The words of plain texts, as they are written there. */
const plainWords = new WordTable(
  indexedForm,
  separatorsIn((character) => !/\w/.test(character))
)

/** Adds the words of a plain text. */
const addPlainWords = (text: string, out: Array<string>): void => {
  for (const word of plainWords.read(text)) if (word !== "") out.push(word)
}

const addWords = (text: string, out: Array<string>): void => {
  const source = comparable(text)
  if (isPlain(source)) {
    addPlainWords(source, out)
    return
  }
  for (const match of source.matchAll(pieces)) {
    const word = wordOf(match)
    if (word !== "") out.push(word)
  }
}

/** The words of a text, in text order. */
export const words = (text: string): ReadonlyArray<string> => {
  const out: Array<string> = []
  if (isPlain(text)) addPlainWords(text, out)
  else for (const line of text.split("\n")) if (line !== "") addWords(line, out)
  return out
}
