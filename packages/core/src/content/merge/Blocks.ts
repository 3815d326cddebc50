/** A markdown text as a sequence of its outermost blocks. Every byte is in one of them, or in a gap after one. */

import { lineStarts } from "../../text/markdown/LineStarts.js"
import { tagToken } from "../../text/markdown/Parser.js"
import { gitbookReading, type Reading } from "../../text/markdown/Reading.js"
import { tagPairs } from "../../text/markdown/TagPairs.js"
import { outermostParts } from "./Markers.js"
import { blockTokens } from "./Readings.js"

/** The kind of a block: running text, whose lines may be merged word by word, or anything else. */
export type BlockKind = "prose" | "other"

/** A block without its last line break, and the gap before the next one: line breaks and blank lines. */
export interface Block {
  readonly text: string
  readonly gap: string
  readonly kind: BlockKind
}

/** A text as blocks; `lead` is the gap before the first one: blank lines. A text without blocks has none. */
export interface Body {
  readonly reading: Reading
  readonly lead: string
  readonly blocks: ReadonlyArray<Block>
}

const prose: ReadonlySet<string> = new Set([
  "paragraph_open",
  "bullet_list_open",
  "ordered_list_open",
  "blockquote_open",
  "alert_open"
])

/** Tags that do not stop a block from being running text. */
const textual: ReadonlySet<string> = new Set([tagToken, "heading_open", "inline"])

interface Lines {
  readonly from: number
  readonly to: number
  readonly kind: BlockKind
}

/** The line ranges of the outermost blocks. A tag and its end are one block, and so are several blocks on one line. */
const rangesOf = (text: string, reading: Reading): ReadonlyArray<Lines> => {
  const tokens = blockTokens(text, reading)
  const pairs = tagPairs(tokens)
  const ranges: Array<Lines> = []
  for (let index = 0; index < tokens.length; index++) {
    const { level, map, nesting } = tokens[index]!
    if (level !== 0 || nesting < 0 || map === null) continue
    const last = pairs.get(index) ?? index
    let isText = true
    for (let at = index; at <= last && isText; at++) {
      const { level, map, type } = tokens[at]!
      isText = level !== 0 || map === null || prose.has(type) || (last > index && textual.has(type))
    }
    const from = map[0]
    const to = Math.max(map[1], tokens[last]!.map?.[1] ?? 0)
    const before = ranges.at(-1)
    if (before === undefined || from >= before.to) ranges.push({ from, to, kind: isText ? "prose" : "other" })
    else if (to > before.to) ranges[ranges.length - 1] = { from: before.from, to, kind: "other" }
    index = last
  }
  return ranges
}

interface Span {
  readonly start: number
  readonly end: number
  readonly kind: BlockKind
}

/** Blocks of which those that share a part with conflict markers are one: a decision is about the whole part. */
const withMarked = (text: string, blocks: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const parts = outermostParts(text)
  if (parts.length === 0) return blocks
  const joined: Array<Span> = []
  let next = 0
  for (const block of blocks) {
    while (next < parts.length && parts[next]!.to <= block.start) next++
    const part = parts[next]
    const before = joined.at(-1)
    if (part !== undefined && before !== undefined && part.from < before.end) {
      joined[joined.length - 1] = { start: before.start, end: block.end, kind: "other" }
    } else joined.push(block)
  }
  return joined
}

/**
 * Splits a text into its blocks. Lines that no block covers, such as link definitions, are blocks separated by blank
 * lines.
 */
export const blocksOf = (text: string, reading: Reading = gitbookReading): Body => {
  const starts = lineStarts(text)
  const lineAt = (index: number): string => text.slice(starts[index], starts[index + 1] ?? text.length)
  const isBlank = (index: number): boolean => lineAt(index).trim() === ""
  const spans: Array<Span> = []
  const add = (from: number, to: number, kind: BlockKind): void => {
    let last = to - 1
    while (last > from && isBlank(last)) last--
    const end = starts[last]! + lineAt(last).replace(/(?:\r\n?|\n)$/, "").length
    spans.push({ start: starts[from]!, end, kind })
  }
  const addLoose = (from: number, to: number): void => {
    for (let index = from; index < to; index++) {
      if (isBlank(index)) continue
      const first = index
      while (index < to && !isBlank(index)) index++
      add(first, index, "other")
    }
  }
  let line = 0
  for (const { from, kind, to } of rangesOf(text, reading)) {
    addLoose(line, from)
    if (!isBlank(from) || to > from + 1) add(from, to, kind)
    line = to
  }
  addLoose(line, starts.length)
  const found = withMarked(text, spans)
  return {
    reading,
    lead: text.slice(0, found[0]?.start ?? 0),
    blocks: found.map(({ end, kind, start }, index) => ({
      text: text.slice(start, end),
      gap: text.slice(end, found[index + 1]?.start ?? text.length),
      kind
    }))
  }
}
