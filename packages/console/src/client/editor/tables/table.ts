/** Tables of GitHub's markdown as they are written: their rows are lines, and `|` separates cells. */
import { ensureSyntaxTree } from "@codemirror/language"
import type { EditorState, Line } from "@codemirror/state"
import type { SyntaxNode } from "@lezer/common"
import { shownText } from "../lineEndings.js"

/** The range of a cell between its pipes, and that of its text without the spaces around it. */
export interface Cell {
  readonly from: number
  readonly to: number
  readonly textFrom: number
  readonly textTo: number
}

/** A row: its line, and its cells. */
export interface Row {
  readonly line: Line
  readonly cells: ReadonlyArray<Cell>
}

/** How the text of a column is aligned. */
export type Alignment = "left" | "center" | "right"

/** A table; `rows` are the head, the line of dashes, and the body. */
export interface Table {
  readonly from: number
  readonly to: number
  readonly rows: ReadonlyArray<Row>
  readonly columns: number
  readonly alignments: ReadonlyArray<Alignment | undefined>
}

/** The cells of a row that begins at a position of its line. */
const cellsOf = ({ from: lineFrom, text: written }: Line, rowFrom: number): ReadonlyArray<Cell> => {
  const text = shownText(written)
  const start = rowFrom - lineFrom
  const pipes: Array<number> = []
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === "|") pipes.push(at)
  }
  const end = text.trimEnd().length
  const bounds = [...(pipes[0] === start ? [] : [start - 1]), ...pipes, ...(pipes.at(-1) === end - 1 ? [] : [end])]
  return bounds.slice(1).map((to, index) => {
    const from = bounds[index]! + 1
    const inside = text.slice(from, to)
    const space = inside.length - inside.trimStart().length
    const textFrom = lineFrom + from + (inside.trim() === "" ? Math.min(1, inside.length) : space)
    return {
      from: lineFrom + from,
      to: lineFrom + to,
      textFrom,
      textTo: Math.max(textFrom, lineFrom + from + inside.trimEnd().length)
    }
  })
}

const alignmentOf = (dashes: string): Alignment | undefined => {
  const isLeft = dashes.startsWith(":")
  if (dashes.endsWith(":")) return isLeft ? "center" : "right"
  return isLeft ? "left" : undefined
}

/** The table of a node of the tree. */
export const tableOf = (state: EditorState, { from, to }: { from: number; to: number }): Table => {
  const rows: Array<Row> = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    // The first row may stand behind the mark of a list.
    const rowFrom = at === from ? from : line.from + /^[\s>]*/.exec(line.text)![0].length
    rows.push({ line, cells: cellsOf(line, rowFrom) })
    at = line.to + 1
  }
  const dashes = rows[1]?.cells ?? []
  const alignments = dashes.map(({ textFrom, textTo }) => alignmentOf(state.doc.sliceString(textFrom, textTo)))
  return { from: rows[0]!.line.from, to: rows.at(-1)!.line.to, rows, columns: rows[0]!.cells.length, alignments }
}

/** The table around a position. */
export const tableAt = (state: EditorState, position: number): Table | undefined => {
  const line = state.doc.lineAt(position)
  const tree = ensureSyntaxTree(state, line.to, 50)
  if (tree === null) return undefined
  // The end of a row belongs to the table; its beginning may be the mark of a list.
  const end = line.from + line.text.trimEnd().length
  for (let node: SyntaxNode | null = tree.resolveInner(end, -1); node !== null; node = node.parent) {
    if (node.name === "Table") return tableOf(state, node)
  }
  return undefined
}

/** Where a position is in a table: the index of its row, and of its cell in that row. */
export const placeIn = ({ rows }: Table, position: number): { readonly row: number; readonly column: number } => {
  const row = rows.findIndex(({ line }) => line.from <= position && position <= line.to)
  const cells = rows[row]?.cells ?? []
  const at = cells.findIndex(({ to }) => position <= to)
  return { row, column: at < 0 ? Math.max(0, cells.length - 1) : at }
}
