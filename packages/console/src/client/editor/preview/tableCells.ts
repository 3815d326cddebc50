/** Lays the lines of a table out as rows of a grid: the text between pipes is a cell, and pipes take no room. */
import { syntaxTree } from "@codemirror/language"
import { type Extension, Prec, type Range } from "@codemirror/state"
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view"
import { type Row, type Table, tableOf } from "../tables/table.js"

/** Rows that the widths of columns are made from; in a longer table, the others have the same widths. */
const measured = 100
const pipe = Decoration.mark({ class: "pipe" })

const template = ({ columns, rows }: Table): string => {
  const widths = Array.from({ length: columns }, () => 4)
  for (const [index, { cells }] of rows.slice(0, measured).entries()) {
    if (index === 1) continue
    for (let column = 0; column < Math.min(columns, cells.length); column++) {
      const { textFrom, textTo } = cells[column]!
      widths[column] = Math.max(widths[column]!, Math.min(40, textTo - textFrom))
    }
  }
  return widths.map((width) => `minmax(0,${width + 3}fr)`).join(" ")
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
    if (line.length > 0) found.push(pipe.range(line.from, line.to))
    return found
  }
  let at = line.from
  for (const [column, { from, to }] of cells.entries()) {
    if (from > at) found.push(pipe.range(at, from))
    const alignment = table.alignments[column]
    const style = `grid-column:${column + 1}${alignment === undefined ? "" : `;text-align:${alignment}`}`
    if (to > from)
      found.push(
        Decoration.mark({ class: "cell", attributes: { style, dir: "auto" }, inclusive: true }).range(from, to)
      )
    at = to
  }
  if (at < line.to) found.push(pipe.range(at, line.to))
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
          const columns = template(table)
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
