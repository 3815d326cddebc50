/** Changes of tables. Each touches only the cells that it must. */
import type { ChangeSpec, EditorState, TransactionSpec } from "@codemirror/state"
import { endingAt, lineEnd } from "../lineEndings.js"
import type { Alignment, Cell, Row, Table } from "./table.js"

/** What is done to a table at the place of the caret. */
export type TableAction =
  | "rowAbove"
  | "rowBelow"
  | "deleteRow"
  | "columnBefore"
  | "columnAfter"
  | "deleteColumn"
  | Alignment

/** What comes before the first pipe of a line: indentation, and the marks of quotes. */
const prefixOf = ({ text }: Row["line"]): string => /^[\s>]*/.exec(text)![0].replace("\r", "")

/** Adds an empty row below the one with an index; the caret goes to one of its cells. */
export const addRow = (state: EditorState, table: Table, below: number, column: number): TransactionSpec => {
  const { line } = table.rows[below]!
  const ending = endingAt(state.doc, line.from)
  // The first row may stand behind the mark of a list, which the line of dashes never has.
  const start = prefixOf(table.rows[1]!.line)
  const row = `${start}|${"   |".repeat(table.columns)}`
  const at = lineEnd(state.doc, line.from)
  const anchor = at + ending.length + start.length + 2 + 4 * Math.min(column, table.columns - 1)
  return {
    changes: { from: at, insert: ending + row },
    selection: { anchor },
    scrollIntoView: true,
    userEvent: "input"
  }
}

const deleteRow = ({ doc }: EditorState, table: Table, row: number): TransactionSpec | undefined => {
  if (row < 2) return undefined
  const { line } = table.rows[row]!
  // The last line of the text has no ending of its own; the one before it goes instead.
  const changes =
    line.to < doc.length ? { from: line.from, to: line.to + 1 } : { from: lineEnd(doc, line.from - 1), to: line.to }
  const beside = table.rows[row + 1] ?? table.rows[row === 2 ? 0 : row - 1]!
  const anchor = beside.cells[0]?.textFrom ?? beside.line.from
  return {
    changes,
    selection: { anchor: anchor > line.to ? anchor - (line.to + 1 - line.from) : anchor },
    userEvent: "delete"
  }
}

const addColumn = (state: EditorState, { rows }: Table, column: number, isAfter: boolean): TransactionSpec => {
  const changes = rows.flatMap(({ cells }, index): ReadonlyArray<ChangeSpec> => {
    const cell = cells[column]
    if (cell === undefined) return []
    const text = index === 1 ? " --- " : "   "
    if (!isAfter) return [{ from: cell.from, insert: `${text}|` }]
    const isClosed = state.doc.sliceString(cell.to, cell.to + 1) === "|"
    return [{ from: cell.to, insert: isClosed ? `|${text}` : `|${text}|` }]
  })
  return { changes, userEvent: "input" }
}

const deleteColumn = (state: EditorState, { columns, rows }: Table, column: number): TransactionSpec | undefined => {
  if (columns < 2) return undefined
  const changes = rows.flatMap(({ cells }): ReadonlyArray<ChangeSpec> => {
    const cell = cells[column]
    if (cell === undefined) return []
    const isClosed = state.doc.sliceString(cell.to, cell.to + 1) === "|"
    return [isClosed ? { from: cell.from, to: cell.to + 1 } : { from: cell.from - (column > 0 ? 1 : 0), to: cell.to }]
  })
  return { changes, userEvent: "delete" }
}

const align = (
  state: EditorState,
  { alignments, rows }: Table,
  column: number,
  to: Alignment
): TransactionSpec | undefined => {
  const cell: Cell | undefined = rows[1]?.cells[column]
  if (cell === undefined) return undefined
  const dashes = state.doc.sliceString(cell.textFrom, cell.textTo).replaceAll(":", "") || "-"
  // The same again takes the alignment away.
  const wanted = alignments[column] === to ? undefined : to
  const isLeft = wanted === "left" || wanted === "center"
  const isRight = wanted === "right" || wanted === "center"
  const insert = `${isLeft ? ":" : ""}${dashes}${isRight ? ":" : ""}`
  return { changes: { from: cell.textFrom, to: cell.textTo, insert }, userEvent: "input" }
}

/** The transaction of an action at a place of a table; `undefined` if it cannot be done there. */
export const tableEdit = (
  state: EditorState,
  table: Table,
  { column, row }: { readonly row: number; readonly column: number },
  action: TableAction
): TransactionSpec | undefined => {
  switch (action) {
    case "rowAbove":
      return addRow(state, table, row <= 2 ? 1 : row - 1, column)
    case "rowBelow":
      return addRow(state, table, Math.max(1, row), column)
    case "deleteRow":
      return deleteRow(state, table, row)
    case "columnBefore":
    case "columnAfter":
      return addColumn(state, table, column, action === "columnAfter")
    case "deleteColumn":
      return deleteColumn(state, table, column)
    default:
      return align(state, table, column, action)
  }
}
