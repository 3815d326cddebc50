/** Corrections of an unknown word: words that differ from it by one or two edits, and its parts. */

import type { KnownWord, NearWord } from "../search-index/SearchIndex.js"
import { lacks, lettersOf } from "../tokenization/Letters.js"
import { longestWord } from "../tokenization/Words.js"

/** The minimum length, in characters, for corrections with two edits. */
const longEnough = 8
/** The minimum length of corrected words. */
const shortest = 3

/** The maximum number of edits for a word. */
export const editsFor = (word: string): number => {
  const length = Array.from(word).length
  return length < shortest ? 0 : length < longEnough ? 1 : 2
}

/** The rows of a comparison: of the character that is compared, the one before it, and the one before that. */
const rows = [0, 1, 2].map(() => new Uint8Array(2 * longestWord))

/**
 * The edit distance between two words: the number of characters to insert, delete, replace or transpose, if it is at
 * most `most`; otherwise something greater. With `open`, the second word may continue.
 */
export const distance = (a: ReadonlyArray<string>, b: ReadonlyArray<string>, most: number, open: boolean): number => {
  if (a.length - b.length > most || (!open && b.length - a.length > most)) return most + 1
  const width = Math.min(b.length, a.length + most)
  let [row, above, before] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let j = 0; j <= width; j++) row[j] = j
  for (let i = 1; i <= a.length; i++) {
    ;[row, above, before] = [before, row, above]
    const character = a[i - 1]
    row[0] = i
    let least = i
    for (let j = 1; j <= width; j++) {
      let cost = above[j - 1]! + (character === b[j - 1] ? 0 : 1)
      if (above[j]! + 1 < cost) cost = above[j]! + 1
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1
      if (i > 1 && j > 1 && character === b[j - 2] && a[i - 2] === b[j - 1] && before[j - 2]! + 1 < cost) {
        cost = before[j - 2]! + 1
      }
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
  }
  if (!open) return width < b.length ? most + 1 : row[width]!
  return row.subarray(0, width + 1).reduce((least, cost) => Math.min(least, cost))
}

/** A possible correction, and its edit distance. */
export interface Candidate extends KnownWord {
  readonly edits: number
}

/** The maximum number of candidates. */
const mostCandidates = 8

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The filter for candidates of {@link nearest}: words of about the same length with most of the letters. */
export const nearWord = (word: string, { open }: { readonly open: boolean }): NearWord => {
  const most = editsFor(word) > 1 ? 2 : 1
  const length = Array.from(word).length
  return {
    shortest: Math.max(1, length - most),
    longest: open ? longestWord : length + most,
    letters: lettersOf(word),
    most
  }
}

/** The known words nearest to one, starting with the words of most pages. */
export const nearest = (
  word: string,
  known: Iterable<KnownWord>,
  { open }: { readonly open: boolean }
): ReadonlyArray<Candidate> => {
  const most = editsFor(word)
  const letters = lettersOf(word)
  const characters = Array.from(word)
  const found: Array<Candidate> = []
  for (const { pages, word: other } of known) {
    const others = lettersOf(other)
    if (lacks(letters, others, most) || (!open && lacks(others, letters, most))) continue
    const edits = distance(characters, Array.from(other), most, open)
    if (edits <= most) found.push({ word: other, pages, edits })
  }
  return found
    .sort((a, b) => a.edits - b.edits || b.pages - a.pages || compareNames(a.word, b.word))
    .slice(0, mostCandidates)
}

/** The ways to split a word in two parts of at least two letters each. */
export const splits = (word: string): ReadonlyArray<readonly [string, string]> => {
  const letters = Array.from(word)
  const found: Array<readonly [string, string]> = []
  for (let at = 2; at <= letters.length - 2; at++) {
    found.push([letters.slice(0, at).join(""), letters.slice(at).join("")])
  }
  return found
}
