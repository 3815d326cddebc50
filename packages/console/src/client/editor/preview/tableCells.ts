/** Lays the lines of a table out as rows of a grid: the text between pipes is a cell, and pipes take no room. */
import { syntaxTree } from "@codemirror/language"
import { type EditorState, type Extension, Prec, type Range } from "@codemirror/state"
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view"
import { type Row, type Table, tableOf } from "../tables/table.js"

/** Rows that the widths of columns are made from; in a longer table, the others have the same widths. */
const measured = 100
/**
 * The pipe behind a column, or before the first one. It stands at the border of its cell, as high as the row: the editor
 * finds the position of a click by the places of all parts of a line.
 */
const pipeBehind = (column: number): Decoration =>
  Decoration.mark({
    class: column === 0 ? "pipe before" : "pipe",
    attributes: { style: `grid-column:${Math.max(1, column)}` }
  })
/** The spaces around the text of a cell. */
const gap = Decoration.mark({ class: "gap" })

/** The width of a column: at least its longest word if there is room, and a share by its longest text. */
const template = ({ doc }: EditorState, { columns, rows }: Table): string => {
  const widths = Array.from({ length: columns }, () => ({ text: 4, word: 3 }))
  for (const [index, { cells }] of rows.slice(0, measured).entries()) {
    if (index === 1) continue
    for (const [column, { textFrom, textTo }] of cells.slice(0, columns).entries()) {
      const width = widths[column]!
      const text = doc.sliceString(textFrom, Math.min(textTo, textFrom + 200)).replace(/\]\([^)]*\)/g, "")
      width.text = Math.max(width.text, Math.min(40, text.length))
      for (const word of text.split(/\s+/)) width.word = Math.max(width.word, Math.min(14, word.length))
    }
  }
  const most = Math.floor(100 / Math.max(1, columns))
  return widths
    .map(({ text, word }) => `minmax(min(${(word * 0.64 + 1.2).toFixed(2)}em,${most}%),${text + 3}fr)`)
    .join(" ")
}

const paintRow = (
  table: Table,
  { cells, line }: Row,
  index: number,
  columns: string
): ReadonlyArray<Range<Decoration>> => {
  const kind = index === 0 ? "head" : index === 1 ? "dashes" : index === table.rows.length - 1 ? "body last" : "body"
  const found = [
    Decoration.line({ class: `row ${kind}`, attributes: { style: `grid-template-columns:${columns}` } }).range(
      line.from
    )
  ]
  if (index === 1) {
    if (line.length > 0) found.push(pipeBehind(0).range(line.from, line.to))
    return found
  }
  let at = line.from
  for (const [column, { from, textFrom, textTo, to }] of cells.entries()) {
    if (from > at) found.push(pipeBehind(column).range(at, from))
    const alignment = table.alignments[column]
    const style = `grid-column:${column + 1}${alignment === undefined ? "" : `;text-align:${alignment}`}`
    if (to > from)
      found.push(
        Decoration.mark({ class: "cell", attributes: { style, dir: "auto" }, inclusive: true }).range(from, to)
      )
    if (textTo > textFrom) {
      if (textFrom > from) found.push(gap.range(from, textFrom))
      if (to > textTo) found.push(gap.range(textTo, to))
    }
    at = to
  }
  if (at < line.to) found.push(pipeBehind(cells.length).range(at, line.to))
  return found
}

class Cells {
  decorations: DecorationSet
  constructor(view: EditorView) {
    this.decorations = this.painted(view)
  }
  update({ changes, docChanged, startState, state, view, viewportChanged }: ViewUpdate) {
    if (view.composing) this.decorations = this.decorations.map(changes)
    else if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
      this.decorations = this.painted(view)
  }
  private painted({ state, visibleRanges }: EditorView): DecorationSet {
    const found: Array<Range<Decoration>> = []
    const seen = new Set<number>()
    for (const { from, to } of visibleRanges) {
      syntaxTree(state).iterate({
        from,
        to,
        enter: (node) => {
          if (node.name !== "Table") return
          if (seen.has(node.from)) return false
          seen.add(node.from)
          const table = tableOf(state, node)
          const columns = template(state, table)
          for (const [index, row] of table.rows.entries()) {
            if (row.line.to >= from && row.line.from <= to) found.push(...paintRow(table, row, index, columns))
          }
          return false
        }
      })
    }
    return Decoration.set(found, true)
  }
}

/** The cells of the tables that are drawn. They are around everything else in a line. */
export const tableCells: Extension = Prec.lowest(
  ViewPlugin.fromClass(Cells, { decorations: ({ decorations }) => decorations })
)
