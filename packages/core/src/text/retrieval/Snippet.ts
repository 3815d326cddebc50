/** Snippets: short texts that show the matches in a section. */
import { unspaced } from "../tokenization/Words.js"
import { type Match, matcher } from "./Match.js"
import type { Unit } from "./Query.js"

/** The longest snippet, in UTF-16 units without its ellipses. */
export const snippetLength = 200

/** The maximum length of text before the first match. */
const before = 60

/** Matches farther apart than this are shown separately. */
const farApart = 170

/** The maximum number of separate parts of a snippet. */
const mostParts = 4

/** The length of each part of a snippet, beside the separators between them. */
const shareOf = (parts: number): number => Math.floor((snippetLength - (parts - 1)) / parts)

/** The places where a text may be cut: at white space, and around each character of scripts without spaces. */
const pieces = new RegExp(`${unspaced}|(?:(?!${unspaced})[^\\s])+`, "gv")
const startsUnspaced = new RegExp(`^${unspaced}`, "v")
const ascii = /^[\0-\x7f]*$/
/** White space other than a single space. */
const wideSpace = /(?:[^\S ]| \s)\s*/g

/**
 * An indivisible part of the text, with the words of the query that it has, as a bit set; ASCII pieces are separated by
 * white space.
 */
interface Piece {
  readonly start: number
  readonly end: number
  readonly words: number
}

/** The positions at which a text may be cut. */
interface Cuts {
  /** The start of the first piece that begins at or after a position. */
  readonly startFrom: (place: number) => number
  /** The end of the last piece that ends at or before a position, or 0. */
  readonly endUpTo: (place: number) => number
}

/** The matching pieces of a text, and the places where it may be cut. */
interface Read {
  readonly matching: ReadonlyArray<Piece>
  readonly cuts: Cuts
}

/** Collects matching pieces until one place has all words of the query, and then to the end of its excerpt. */
class Matching {
  readonly found: Array<Piece> = []
  private readonly last = new Map<number, number>()
  private complete: number | undefined

  constructor(private readonly all: number) {}

  /** Whether a piece that begins here is needed. */
  needs(start: number): boolean {
    return this.complete === undefined || start <= this.complete + snippetLength
  }

  /** Adds the next piece, or the last one with more words. */
  add(piece: Piece): void {
    if (this.found.at(-1)?.start === piece.start) this.found.pop()
    this.found.push(piece)
    if (this.complete !== undefined) return
    for (let left = piece.words; left !== 0; left &= left - 1) this.last.set(left & -left, piece.start)
    let bits = 0
    for (const [bit, at] of this.last) if (piece.start - at <= farApart) bits |= bit
    if (bits === this.all) this.complete = piece.start
  }
}

const readAscii = (text: string, { all, mayBe, of }: Match): Read => {
  const matching = new Matching(all)
  mayBe.lastIndex = 0
  for (let hit = mayBe.exec(text); hit !== null; hit = mayBe.exec(text)) {
    const start = text.lastIndexOf(" ", hit.index) + 1
    if (!matching.needs(start)) break
    const space = text.indexOf(" ", hit.index)
    const end = space < 0 ? text.length : space
    const words = of(text.slice(start, end))
    if (words !== 0) matching.add({ start, end, words })
    mayBe.lastIndex = end
  }
  const cuts: Cuts = {
    startFrom: (place) => (place <= 0 ? 0 : text.indexOf(" ", place - 1) + 1),
    endUpTo: (place) => (place >= text.length ? text.length : Math.max(text.lastIndexOf(" ", place), 0))
  }
  return { matching: matching.found, cuts }
}

const readAny = (text: string, { all, of }: Match): Read => {
  const matching = new Matching(all)
  const found: Array<Piece> = []
  for (const { 0: piece, index: start } of text.matchAll(pieces)) {
    if (!matching.needs(start)) break
    const end = start + piece.length
    const before = found.at(-1)
    // A character of a script without spaces is examined together with the preceding one.
    if (before !== undefined && before.end === start && startsUnspaced.test(piece)) {
      const words = before.words | of(text.slice(before.start, end))
      if (words !== before.words) {
        found[found.length - 1] = { ...before, words }
        matching.add({ ...before, words })
      }
      found.push({ start, end, words: 0 })
    } else {
      const words = of(piece)
      found.push({ start, end, words })
      if (words !== 0) matching.add({ start, end, words })
    }
  }
  const cuts: Cuts = {
    startFrom: (place) => found.find(({ start }) => start >= place)?.start ?? 0,
    endUpTo: (place) => found.findLast(({ end }) => end <= place)?.end ?? 0
  }
  return { matching: matching.found, cuts }
}

const count = (bits: number): number => {
  let found = 0
  for (let left = bits; left !== 0; left &= left - 1) found++
  return found
}

/** Matches near each other, from the first to the last, and their words. */
interface Cluster {
  readonly first: Pick<Piece, "start" | "end">
  readonly last: Pick<Piece, "end">
  readonly words: number
}

/** The matches that are close together and have most of the wanted words; the first such cluster. */
const bestCluster = (matching: ReadonlyArray<Piece>, wanted: number, width: number): Cluster | undefined => {
  let best: Cluster | undefined
  for (const [i, first] of matching.entries()) {
    let bits = 0
    for (let j = i; j < matching.length; j++) {
      const last = matching[j]!
      if (j > i && last.end - first.start > width) break
      const more = bits | (last.words & wanted)
      if (more === bits) continue
      bits = more
      if (best === undefined || count(bits) > count(best.words)) best = { first, last, words: bits }
    }
    if (best?.words === wanted) break
  }
  return best
}

interface Extent {
  readonly start: number
  readonly end: number
}

/** As much of the text around some matches as fits, in whole pieces. */
const around = (text: string, { endUpTo, startFrom }: Cuts, { first, last }: Cluster, room: number): Extent => {
  const lead = Math.min(before, Math.max(0, Math.floor((room - (last.end - first.start)) / 2)))
  const start = startFrom(Math.min(first.start - lead, text.length - room))
  const most = start + room
  const end = Math.max(first.end, endUpTo(most))
  return { start, end: end > start ? Math.min(end, most) : most }
}

/** Up to so many clusters, none wider than its share of a snippet, that together have as many of the wanted words as they can. */
const clustersOf = (
  matching: ReadonlyArray<Piece>,
  wanted: number,
  most: number
): { readonly clusters: ReadonlyArray<Cluster>; readonly missing: number } => {
  const width = most === 1 ? farApart : shareOf(most)
  const clusters: Array<Cluster> = []
  let missing = wanted
  while (missing !== 0 && clusters.length < most) {
    const best = bestCluster(matching, missing, width)
    if (best === undefined) break
    clusters.push(best)
    missing &= ~best.words
  }
  return { clusters, missing }
}

/** The parts of a text that show the words of a query, in text order. */
const extents = (text: string, matches: Match): ReadonlyArray<Extent> => {
  const { cuts, matching } = ascii.test(text) ? readAscii(text, matches) : readAny(text, matches)
  const present = matching.reduce((bits, { words }) => bits | words, 0)
  if (present === 0) {
    const beginning = { start: 0, end: 0 }
    return [around(text, cuts, { first: beginning, last: beginning, words: 0 }, snippetLength)]
  }
  // More parts are shorter, so there are no more than the words need.
  let parts = clustersOf(matching, present, 1)
  for (let most = 2; parts.missing !== 0 && most <= mostParts; most++) parts = clustersOf(matching, present, most)
  const { clusters } = parts
  const room = shareOf(clusters.length)
  const found: Array<Extent> = []
  for (const cluster of clusters.toSorted((a, b) => a.first.start - b.first.start)) {
    const part = around(text, cuts, cluster, room)
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
 * Cuts snippets for a query: at most 200 characters of a plain text around the places where its words occur, or from
 * the beginning if none does. White space is collapsed, words are kept whole unless a single one is too long, and `…`
 * marks omissions.
 */
export const snippets = (units: ReadonlyArray<Unit>): ((text: string) => string) => {
  const matches = matcher(units)
  return (text) => {
    const plain = text.replace(wideSpace, " ").trim()
    return plain.length <= snippetLength ? plain : excerpt(plain, matches)
  }
}
