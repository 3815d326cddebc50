/** Where quoted words of a text stand in a later version of it. */
import type { Task } from "../../foundation/workers/Workers.js"
import { tokensOf } from "../merge/Tokens.js"
import { commonEnd, commonStart, type EqualPart, equalParts } from "./EqualParts.js"
import { occurrences } from "./Occurrences.js"

/** A range of a text in UTF-16 units: `start` inclusive, `end` exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Where quoted words stand now: `exact` if these very words do. Without a `range`, they no longer stand. */
export interface Found {
  readonly range?: TextRange
  readonly exact: boolean
}

/** The result for words that no longer stand. */
export const lost: Found = { exact: false }

/** The surroundings of quoted words, on either side, by which they are recognized among equal ones. */
const near = 32

/** The surroundings by which equal words are ranked if none of them has all of its nearest ones. */
const wide = 64

/**
 * The surroundings that have to agree, or the length of the words, for one of several equal words to count as them, unless
 * their whole line is the same.
 */
const enough = { agreeing: 8, long: 16 }

/** The number of equal words that are ranked. */
const ranked = 1_000

/** Two versions of a text. */
interface Versions {
  readonly before: string
  readonly after: string
  readonly parts: ReadonlyArray<EqualPart>
}

/** What is left of a range, and where. */
interface Rest {
  readonly parts: ReadonlyArray<EqualPart>
  /** From the first to the last that is left; the place where it was if nothing is. */
  readonly span: TextRange
}

/** The index of the first part that ends after a place of the earlier text. */
const firstAfter = (parts: ReadonlyArray<EqualPart>, place: number): number => {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const half = (low + high) >> 1
    const { before, length } = parts[half]!
    if (before + length > place) high = half
    else low = half + 1
  }
  return low
}

const restOf = ({ parts }: Versions, { end, start }: TextRange): Rest => {
  const rest: Array<EqualPart> = []
  const first = firstAfter(parts, start)
  for (let at = first; at < parts.length && parts[at]!.before < end; at++) {
    const { after, before, length } = parts[at]!
    const from = Math.max(before, start)
    rest.push({ before: from, after: after + from - before, length: Math.min(before + length, end) - from })
  }
  const [head, last, previous] = [rest[0], rest.at(-1), parts[first - 1]]
  const gap = previous === undefined ? 0 : previous.after + previous.length
  return {
    parts: rest,
    span:
      head === undefined || last === undefined
        ? { start: gap, end: gap }
        : { start: head.after, end: last.after + last.length }
  }
}

/** Whether words of the later text are the rest of other words of the earlier one. */
const isOther = ({ parts }: Versions, place: number, length: number): boolean => {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const half = (low + high) >> 1
    if (parts[half]!.after + parts[half]!.length > place) high = half
    else low = half + 1
  }
  const part = parts[low]
  return part !== undefined && part.after <= place && place + length <= part.after + part.length
}

/** The range of what is left of words if that is at least half of them, not too far apart. */
const mostOf = (words: string, { start }: TextRange, { parts, span }: Rest): Found => {
  let [all, left, at] = [0, 0, start]
  for (const word of tokensOf(words)) {
    const [from, to] = [at, at + word.length]
    at = to
    if (!/[\p{L}\p{N}]/u.test(word)) continue
    all++
    if (parts.some(({ before, length }) => before <= from && to <= before + length)) left++
  }
  const isOne = span.end - span.start <= 2 * words.length + wide
  return left > 0 && 2 * left >= all && isOne ? { range: span, exact: false } : lost
}

/** The whole lines of a range, without the range. */
const linesAround = (text: string, { end, start }: TextRange): string => {
  const [from, to] = [text.lastIndexOf("\n", start - 1) + 1, text.indexOf("\n", end)]
  return `${start === 0 ? "" : text.slice(from, start)}\n${text.slice(end, to < 0 ? text.length : to)}`
}

const find = (versions: Versions, range: TextRange): Found => {
  const { after, before } = versions
  const { end, start } = range
  const words = before.slice(start, end)
  const at = (place: number): Found => ({ range: { start: place, end: place + words.length }, exact: true })
  const rest = restOf(versions, range)
  const isThere = after.slice(rest.span.start, rest.span.end) === words
  const lead = before.slice(Math.max(0, start - near), start)
  const surrounded = lead + words + before.slice(end, end + near)
  const [intact] = occurrences(after, surrounded, rest.span.start - lead.length, 1)
  if (intact !== undefined) return at(intact + lead.length)
  if (isThere) return at(rest.span.start)
  const agreement = (place: number): number =>
    commonEnd(before.slice(Math.max(0, start - wide), start), after.slice(Math.max(0, place - wide), place), wide) +
    commonStart(before.slice(end, end + wide), after.slice(place + words.length, place + words.length + wide), wide)
  let [best, agreeing] = [-1, -1]
  for (const place of occurrences(after, words, rest.span.start, ranked)) {
    const agrees = isOther(versions, place, words.length) ? -1 : agreement(place)
    if (agrees > agreeing) [best, agreeing] = [place, agrees]
  }
  const isKnown = (): boolean =>
    agreeing >= enough.agreeing ||
    words.length >= enough.long ||
    linesAround(before, range) === linesAround(after, { start: best, end: best + words.length }) ||
    occurrences(before, words, start, 2).length === 1
  return best >= 0 && isKnown() ? at(best) : mostOf(words, range, rest)
}

/**
 * Where ranges of a text stand in a later version of it. Equal words are recognized by what stands before and after
 * them, then by where the earlier version continues in the later one.
 */
export const findWords = (before: string, after: string, ranges: ReadonlyArray<TextRange>): ReadonlyArray<Found> => {
  const versions = { before, after, parts: equalParts(before, after) }
  return ranges.map((range) => find(versions, range))
}

/** {@link findWords} as a task. */
export const wordsTask: Task<
  { readonly before: string; readonly after: string; readonly ranges: ReadonlyArray<TextRange> },
  ReadonlyArray<Found>
> = {
  name: "comments/words",
  size: ({ after, before }) => before.length + after.length,
  run: ({ after, before, ranges }) => findWords(before, after, ranges)
}
