/**
 * Where the tokens of markdown-it stand in their text. It numbers lines only; inline tokens are parsed from a copy of
 * their lines without the marks of quotes and lists.
 */
import type { Token } from "markdown-it"
import { lineStarts } from "./LineStarts.js"
import type { Range } from "./TokenPlaces.js"

/** Maps positions in the content of a block to offsets in the text. */
export type Offsets = (position: number) => number

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
  return (position) => {
    let at = from
    for (let left = position; left > 0; left--) at += line[at] === "\\" && line[at + 1] === "|" ? 2 : 1
    return lineStart + at
  }
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
  return {
    lines: ([first, end]) => ({ start: startOf(first), end: startOf(end) }),
    content: (inline, { cell, heading, row }) => {
      if (inline.map === null) {
        const line = row?.map?.[0] ?? 0
        const range = cells(lineAt(line), Number(row?.meta?.column ?? 0))[cell]
        return range === undefined ? single(startOf(line)) : inCell(lineAt(line), startOf(line), range)
      }
      const [first] = inline.map
      const column = inline.meta?.column as number | undefined
      if (column !== undefined) return single(startOf(first) + column)
      if (heading.startsWith("#")) return single(startOf(first) + afterMarks(lineAt(first), inline.content, heading))
      // Each line of running text is the end of its line: what was cut off are the marks before it.
      const found: Array<{ readonly position: number; readonly offset: number }> = []
      let position = 0
      const contents = inline.content.split("\n")
      const last = contents.length - 1
      for (const [index, content] of contents.entries()) {
        const until = index === last ? (inline.meta?.until as number | undefined) : undefined
        const line = lineAt(first + index)
          .slice(0, until)
          .trimEnd()
        const shown = content.trim()
        const at = Math.max(0, line.lastIndexOf(shown, line.length - shown.length))
        const indent = content.length - content.trimStart().length
        found.push({ position, offset: startOf(first + index) + at - indent })
        position += content.length + 1
      }
      return (wanted) => {
        let index = found.length - 1
        while (index > 0 && found[index]!.position > wanted) index--
        return found[index]!.offset + wanted - found[index]!.position
      }
    }
  }
}
