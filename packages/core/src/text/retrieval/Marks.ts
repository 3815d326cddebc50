/** Finds the words of a query in a text that is shown, as search finds them. */
import { unspaced } from "../tokenization/Words.js"
import { matcher } from "./Match.js"
import { parseQuery } from "./Query.js"

const inWord = `[[\\p{L}\\p{N}\\p{M}_\\u00ad\\u200c-\\u200f\\u2060]--[\\p{Emoji_Modifier}]]`
/** What joins two parts of a word: an apostrophe, an ampersand, the dots of initials and versions, groups of digits. */
const joins = [
  "['’](?=(?:s|t|d|m|ll|re|ve)(?![\\p{L}\\p{N}]))",
  "&(?=\\p{L})",
  "(?<=(?<![\\p{L}\\p{N}])\\p{L})\\.(?=\\p{L}(?![\\p{L}\\p{N}]))",
  "(?<=\\p{Nd})[.\\u066b](?=\\p{Nd})",
  "(?<=\\p{Nd})[,'\\u066c](?=\\p{Nd}{3}(?!\\p{N}))"
].join("|")
const ofWord = `(?:(?!${unspaced})${inWord})`
/** A word as it is written, a character of a script without spaces, or a symbol. */
const written = new RegExp(
  `(${unspaced})|${ofWord}+(?:(?:${joins})${ofWord}+)*(?:\\+\\+|#)?|\\p{RI}\\p{RI}|\\p{Extended_Pictographic}[\\p{M}\\p{Emoji_Modifier}\\u200d\\p{Extended_Pictographic}]*`,
  "giv"
)

/** A part of a text. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * Finds the parts of texts that have a word of the query, in one of its forms and however it is written, in text order
 * and apart from each other. Words of scripts without spaces are compared by pairs of characters, as in the index.
 */
export const marksOf = (query: string): ((text: string) => ReadonlyArray<TextRange>) => {
  const { units } = parseQuery(query)
  const { of } = matcher(units)
  return (text) => {
    const found: Array<TextRange> = []
    let before: TextRange | undefined
    for (const { 0: word, 1: character, index: start } of units.length === 0 ? [] : text.matchAll(written)) {
      const end = start + word.length
      const isAfter = character !== undefined && before?.end === start
      const from = isAfter && before !== undefined && of(word) === 0 ? before.start : start
      if (of(text.slice(from, end)) !== 0) {
        const last = found.at(-1)
        if (last !== undefined && last.end >= from) found[found.length - 1] = { start: last.start, end }
        else found.push({ start: from, end })
      }
      before = character === undefined ? undefined : { start, end }
    }
    return found
  }
}
