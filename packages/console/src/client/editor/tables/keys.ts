/** Moves through the cells of a table by keys. */
import { EditorSelection, type StateCommand } from "@codemirror/state"
import type { Command, EditorView } from "@codemirror/view"
import { addRow } from "./edits.js"
import { type Cell, placeIn, tableAt } from "./table.js"

const selected = ({ textFrom, textTo }: Cell) => EditorSelection.single(textFrom, textTo)

const isText = (row: number): boolean => row !== 1

/** Selects the text of the next cell, in a new row after the last one. */
export const nextCell: StateCommand = ({ dispatch, state }) => {
  const table = tableAt(state, state.selection.main.head)
  if (table === undefined || state.readOnly) return false
  const { column, row } = placeIn(table, state.selection.main.head)
  const beside = isText(row) ? table.rows[row]!.cells[column + 1] : undefined
  const next = beside ?? table.rows[row === 0 ? 2 : row + 1]?.cells[0]
  const { length } = table.rows
  dispatch(
    state.update(
      next === undefined
        ? addRow(state, table, length - 1, 0)
        : { selection: selected(next), scrollIntoView: true, userEvent: "select" }
    )
  )
  return true
}

/** Selects the text of the cell before. In the first one, Shift-Tab leaves the editor as elsewhere. */
export const previousCell: StateCommand = ({ dispatch, state }) => {
  const table = tableAt(state, state.selection.main.head)
  if (table === undefined || state.readOnly) return false
  const { column, row } = placeIn(table, state.selection.main.head)
  const before = table.rows[row === 2 ? 0 : row - 1]
  const previous = column > 0 && isText(row) ? table.rows[row]!.cells[column - 1] : before?.cells.at(-1)
  if (previous === undefined) return false
  dispatch(state.update({ selection: selected(previous), scrollIntoView: true, userEvent: "select" }))
  return true
}

/** Goes to the same cell of the row below, in a new row after the last one. */
export const cellBelow: StateCommand = ({ dispatch, state }) => {
  const table = tableAt(state, state.selection.main.head)
  if (table === undefined || state.readOnly) return false
  const { column, row } = placeIn(table, state.selection.main.head)
  const next = table.rows[row === 0 ? 2 : row + 1]
  const cell = next?.cells[column] ?? next?.cells.at(-1)
  dispatch(
    state.update(
      cell === undefined
        ? addRow(state, table, table.rows.length - 1, column)
        : { selection: selected(cell), scrollIntoView: true, userEvent: "select" }
    )
  )
  return true
}

/** Whether the caret is on the first or the last line that the text of its cell is drawn on. */
const isAtEdge = (view: EditorView, { textFrom, textTo }: Cell, isDown: boolean): boolean => {
  const { head } = view.state.selection.main
  // The spaces around the text are drawn without a height.
  const caret = view.coordsAtPos(head, head < textTo ? 1 : -1)
  const edge = isDown ? view.coordsAtPos(textTo, -1) : view.coordsAtPos(textFrom, 1)
  return textFrom === textTo || caret === null || edge === null || Math.abs(caret.top - edge.top) < 4
}

/** Whether the caret is on the first or the last line that its line of text is drawn on. */
const isAtLineEdge = (view: EditorView, isDown: boolean): boolean => {
  const { doc, selection } = view.state
  const line = doc.lineAt(selection.main.head)
  const caret = view.coordsAtPos(selection.main.head)
  const edge = view.coordsAtPos(isDown ? line.to : line.from)
  return caret === null || edge === null || Math.abs(caret.top - edge.top) < 4
}

/** Goes into the table that the next line belongs to, to the cell above or below the caret. */
const enter = (view: EditorView, isDown: boolean): boolean => {
  const { doc, selection } = view.state
  const { head } = selection.main
  const line = doc.lineAt(head)
  const beside = line.number + (isDown ? 1 : -1)
  if (beside < 1 || beside > doc.lines || !doc.line(beside).text.includes("|") || !isAtLineEdge(view, isDown))
    return false
  const table = tableAt(view.state, doc.line(beside).from)
  const caret = view.coordsAtPos(head)
  if (table === undefined || caret === null) return false
  const cells = (isDown ? table.rows[0] : table.rows.length > 2 ? table.rows.at(-1) : table.rows[0])!.cells
  const cell = cells.findLast(({ textFrom }) => (view.coordsAtPos(textFrom)?.left ?? 0) <= caret.left + 1) ?? cells[0]
  if (cell === undefined) return false
  view.dispatch({
    selection: { anchor: isDown ? cell.textFrom : cell.textTo },
    scrollIntoView: true,
    userEvent: "select"
  })
  return true
}

const vertical =
  (isDown: boolean): Command =>
  (view) => {
    const { state } = view
    const { head } = state.selection.main
    const table = tableAt(state, head)
    if (table === undefined) return enter(view, isDown)
    const { column, row } = placeIn(table, head)
    const cell = table.rows[row]?.cells[column]
    if (cell === undefined || !isAtEdge(view, cell, isDown)) return false
    let next = row + (isDown ? 1 : -1)
    // The line of dashes is no row of the table that is shown.
    if (next === 1) next += isDown ? 1 : -1
    const cells = table.rows[next]?.cells
    const target = cells?.[column] ?? cells?.at(-1)
    if (target === undefined) return false
    const anchor = Math.min(target.textTo, target.textFrom + Math.max(0, head - cell.textFrom))
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: "select" })
    return true
  }

/** Goes to the cell above. */
export const cellUp = vertical(false)

/** Goes to the cell below. */
export const cellDown = vertical(true)
