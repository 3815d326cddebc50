/**
 * Where the tokens of markdown-it stand in their text. It numbers lines only; inline tokens are parsed from a copy of
 * their lines without the marks of quotes and lists.
 */
import type { Token } from "markdown-it"
import { lineStarts } from "./LineStarts.js"
import type { Range } from "./TokenPlaces.js"

/** Maps positions in the content of a block to offsets in the text. */
export type Offsets = (position: number) => number

/** The offsets of content that consists of pieces of the text, each of which begins at a position. */
const inPieces =
  (pieces: ReadonlyArray<{ readonly position: number; readonly offset: number }>): Offsets =>
  (wanted) => {
    let low = 0
    let high = pieces.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (pieces[middle]!.position <= wanted) low = middle
      else high = middle - 1
    }
    const { offset, position } = pieces[low]!
    return offset + wanted - position
  }

const single =
  (start: number): Offsets =>
  (position) =>
    start + position

/** The offset after the marks of a heading. */
const afterMarks = (line: string, content: string, marks: string): number =>
  line.indexOf(content, line.indexOf(marks) + marks.length)

/** The cells of the row of a table that begins at a column of a line: their ranges, without the pipes between them. */
const cells = (line: string, column: number): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  const row = line.trimEnd()
  let start = column
  for (let at = column; at <= row.length; at++) {
    if (at < row.length && (row[at] !== "|" || row[at - 1] === "\\")) continue
    found.push({ start, end: at })
    start = at + 1
  }
  if (row[column] === "|") found.shift()
  return found
}

/** The offsets of a cell, whose content has lost the backslashes before pipes. */
const inCell = (line: string, lineStart: number, { end, start }: Range): Offsets => {
  const written = line.slice(start, end)
  const from = start + written.length - written.trimStart().length
  const pieces = [{ position: 0, offset: lineStart + from }]
  for (let at = line.indexOf("\\|", from); at >= 0 && at < end; at = line.indexOf("\\|", at + 2)) {
    const { offset, position } = pieces.at(-1)!
    pieces.push({ position: position + lineStart + at - offset, offset: lineStart + at + 1 })
  }
  return inPieces(pieces)
}

/** Where the tokens of a text stand in it. */
export interface SourceOffsets {
  /** The range of whole lines that a token of a block was read from. */
  readonly lines: (map: readonly [first: number, end: number]) => Range
  /** Where the content of an inline token stands; it belongs to the block that was opened last. */
  readonly content: (
    inline: Token,
    opened: { readonly heading: string; readonly row: Token | undefined; readonly cell: number }
  ) => Offsets
}

/** Where the tokens of a text stand in it, by the lines of the text. */
export const sourceOffsets = (text: string): SourceOffsets => {
  const starts = lineStarts(text)
  const startOf = (line: number): number => starts[line] ?? text.length
  const lineAt = (line: number): string => text.slice(startOf(line), startOf(line + 1)).replace(/(?:\r\n?|\n)$/, "")
  /** The cells of the row that was read last: a row may have very many. */
  let last: { readonly row: Token | undefined; readonly line: string; readonly cells: ReadonlyArray<Range> } | undefined
  return {
    lines: ([first, end]) => ({ start: startOf(first), end: startOf(end) }),
    content: (inline, { cell, heading, row }) => {
      if (inline.map === null) {
        const line = row?.map?.[0] ?? 0
        if (last?.row !== row) {
          const whole = lineAt(line)
          last = { row, line: whole, cells: cells(whole, Number(row?.meta?.column ?? 0)) }
        }
        const range = last?.cells[cell]
        return last === undefined || range === undefined
          ? single(startOf(line))
          : inCell(last.line, startOf(line), range)
      }
      const [first] = inline.map
      const column = inline.meta?.column as number | undefined
      if (column !== undefined) return single(startOf(first) + column)
      if (heading.startsWith("#")) return single(startOf(first) + afterMarks(lineAt(first), inline.content, heading))
      // Each line of running text is the end of its line: what was cut off are the marks before it.
      const found: Array<{ readonly position: number; readonly offset: number }> = []
      let position = 0
      const contents = inline.content.split("\n")
      for (const [index, content] of contents.entries()) {
        const until = index === contents.length - 1 ? (inline.meta?.until as number | undefined) : undefined
        const line = lineAt(first + index)
          .slice(0, until)
          .trimEnd()
        const shown = content.trim()
        const at = Math.max(0, line.lastIndexOf(shown, line.length - shown.length))
        const indent = content.length - content.trimStart().length
        found.push({ position, offset: startOf(first + index) + at - indent })
        position += content.length + 1
      }
      return inPieces(found)
    }
  }
}
