/** The short text that shows where a section matched. */
import { forms } from "../search-index/Forms.js"
import { words as wordsOf } from "../search-index/Words.js"
import type { Unit } from "./Query.js"

/** The longest snippet, in UTF-16 units without its ellipses. */
export const snippetLength = 200

/** How much may stand before the first match. */
const before = 60

/** Places that are farther apart than this are shown apart. */
const farApart = 170

/** How many texts apart a snippet shows at most. */
const mostParts = 4

const unspaced =
  "[[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]&&\\p{L}]\\p{M}*"
const unspacedStart = "[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]"
/** Where a text may be cut: at white space, and around each character of scripts that write none. */
const pieces = new RegExp(`${unspaced}|(?:(?!${unspaced})[^\\s])+`, "gv")
const startsUnspaced = new RegExp(`^${unspacedStart}`, "v")
const asciiPieces = /\S+/g
const ascii = /^[\0-\x7f]*$/

/** A part of the text that is not cut, with the words of the query that it has, as bits. */
interface Piece {
  readonly start: number
  readonly end: number
  readonly words: number
}

/** The words of a query that a text without spaces has, as bits. */
interface Match {
  readonly of: (text: string) => number
  /** All words of the query. */
  readonly all: number
}

/** What a word in ASCII has to have so that it may be one that is looked for: how one of them begins. */
const mayMatch = (tokens: ReadonlyArray<string>): RegExp => {
  const beginnings = tokens.flatMap((token) => /^(?:[a-z]{1,2}|[0-9])/.exec(token) ?? [])
  return beginnings.length === 0 ? /$^/ : new RegExp([...new Set(beginnings)].join("|"), "i")
}

const matcher = (units: ReadonlyArray<Unit>): Match => {
  const whole = new Map<string, number>()
  const beginnings: Array<readonly [string, number]> = []
  for (const [i, { alternatives }] of units.entries()) {
    for (const { token, prefix } of alternatives.flatMap(({ tokens }) => tokens)) {
      if (prefix) beginnings.push([token, 1 << i])
      else whole.set(token, (whole.get(token) ?? 0) | (1 << i))
    }
  }
  const known = new Map<string, number>()
  const mayBe = mayMatch([...whole.keys(), ...beginnings.map(([token]) => token)])
  const of = (text: string): number => {
    if (ascii.test(text) && !mayBe.test(text)) return 0
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
  return { of, all: units.reduce((bits, _, i) => bits | (1 << i), 0) }
}

/**
 * The pieces of a text; once one place has all words of the query, no more than is shown of it.
 */
const read = (text: string, matches: Match): ReadonlyArray<Piece> => {
  const found: Array<Piece> = []
  const last = new Map<number, number>()
  let complete: number | undefined
  const note = (start: number, words: number): void => {
    for (let left = words; left !== 0; left &= left - 1) last.set(left & -left, start)
    if (complete !== undefined || words === 0) return
    let bits = 0
    for (const [bit, at] of last) if (start - at <= farApart) bits |= bit
    if (bits === matches.all) complete = start
  }
  for (const { 0: piece, index: start } of text.matchAll(ascii.test(text) ? asciiPieces : pieces)) {
    const end = start + piece.length
    if (complete !== undefined && start > complete + snippetLength) break
    const before = found.at(-1)
    // A character of a script without spaces is looked at together with the one before it.
    if (before !== undefined && before.end === start && startsUnspaced.test(piece)) {
      const together = matches.of(text.slice(before.start, end))
      if ((together & ~before.words) !== 0) found[found.length - 1] = { ...before, words: before.words | together }
      found.push({ start, end, words: 0 })
      note(before.start, together)
    } else {
      const words = matches.of(piece)
      found.push({ start, end, words })
      note(start, words)
    }
  }
  return found
}

const count = (bits: number): number => {
  let found = 0
  for (let left = bits; left !== 0; left &= left - 1) found++
  return found
}

/** Matches near each other, as places in the list of pieces, and the words that they have. */
interface Cluster {
  readonly first: number
  readonly last: number
  readonly words: number
}

/** The matches that stand close together and have most of the wanted words; the first such ones. */
const bestCluster = (
  all: ReadonlyArray<Piece>,
  matching: ReadonlyArray<number>,
  wanted: number,
  width: number
): Cluster | undefined => {
  let best: Cluster | undefined
  for (const [i, first] of matching.entries()) {
    let bits = 0
    for (let j = i; j < matching.length; j++) {
      const at = matching[j]!
      if (j > i && all[at]!.end - all[first]!.start > width) break
      const more = bits | (all[at]!.words & wanted)
      if (more === bits) continue
      bits = more
      if (best === undefined || count(bits) > count(best.words)) best = { first, last: at, words: bits }
    }
    if (best?.words === wanted) break
  }
  return best
}

interface Extent {
  readonly start: number
  readonly end: number
}

/** As much of the text as fits around some matches, in whole pieces. */
const around = (text: string, all: ReadonlyArray<Piece>, { first, last }: Cluster, room: number): Extent => {
  const [from, to] = [all[first]!.start, all[last]!.end]
  const lead = Math.min(before, Math.max(0, Math.floor((room - (to - from)) / 2)))
  const earliest = Math.min(from - lead, text.length - room)
  let begin = first
  while (begin > 0 && all[begin - 1]!.start >= earliest) begin--
  const start = all[begin]!.start
  let end = first
  while (end + 1 < all.length && all[end + 1]!.end <= start + room) end++
  return { start, end: Math.min(Math.max(all[end]!.end, start), start + room) }
}

/** The parts of a text that show the words of a query, in their order. */
const extents = (text: string, matches: Match): ReadonlyArray<Extent> => {
  const all = read(text, matches)
  const matching = all.flatMap(({ words }, i) => (words === 0 ? [] : [i]))
  const present = matching.reduce((bits, i) => bits | all[i]!.words, 0)
  const clusters: Array<Cluster> = []
  for (let missing = present; missing !== 0 && clusters.length < mostParts; ) {
    const best = bestCluster(all, matching, missing, clusters.length === 0 ? farApart : farApart / 4)
    if (best === undefined) break
    clusters.push(best)
    missing &= ~best.words
  }
  if (clusters.length === 0) return [around(text, all, { first: 0, last: 0, words: 0 }, snippetLength)]
  const separators = clusters.length - 1
  const room = Math.floor((snippetLength - separators) / clusters.length)
  const found: Array<Extent> = []
  for (const cluster of clusters.toSorted((a, b) => a.first - b.first)) {
    const part = around(text, all, cluster, room)
    const last = found.at(-1)
    if (last !== undefined && part.start <= last.end + 1) {
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, part.end) }
    } else found.push(part)
  }
  return found
}

const excerpt = (plain: string, matches: Match): string => {
  const parts = extents(plain, matches)
  const shown = parts.map(({ end, start }) => plain.slice(start, end).toWellFormed()).join("…")
  const [first, last] = [parts[0]!, parts.at(-1)!]
  return `${first.start > 0 ? "…" : ""}${shown}${last.end < plain.length ? "…" : ""}`
}

/**
 * Cuts snippets for a query: at most 200 characters of a plain text around the places where its words occur, or of the
 * beginning where none does. White space is collapsed, words are whole unless one alone is too long, and `…` stands for
 * what is left out.
 */
export const snippets = (units: ReadonlyArray<Unit>): ((text: string) => string) => {
  const matches = matcher(units)
  return (text) => {
    const plain = text.replace(/\s+/g, " ").trim()
    return plain.length <= snippetLength ? plain : excerpt(plain, matches)
  }
}
