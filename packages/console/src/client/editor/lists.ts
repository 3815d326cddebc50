/** Enter, Tab and Backspace where lines begin with marks: lists, quotes and headings. */
import { type ChangeSpec, EditorSelection, type EditorState, type Line, type StateCommand } from "@codemirror/state"
import { isVerbatim } from "./commands.js"
import { endingAt, lineEnd, shownText } from "./lineEndings.js"

/** The parts before the text of a line: quotes and space, the mark of a list, the space behind it, the box of a task. */
const parts = /^([ \t]*(?:>[ \t]?)*[ \t]*)(?:([-*+]|\d+[.)])([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?)?/

interface Begin {
  /** Quotes and indentation. */
  readonly before: string
  readonly mark: string
  readonly space: string
  readonly box: string
  readonly whole: string
}

const beginOf = (line: Line): Begin => {
  const [whole, before = "", mark = "", space = "", box = ""] = parts.exec(shownText(line.text))!
  return { before, mark, space, box, whole }
}

const nextMark = (mark: string): string => {
  const number = /^\d+/.exec(mark)?.[0]
  return number === undefined ? mark : `${Number(number) + 1}${mark.slice(number.length)}`
}

const widthOf = ({ before, mark, space }: Begin): number => before.length + mark.length + Math.max(1, space.length)

/** The mark of the item that the one of a line is inside of. */
const parentOf = ({ doc }: EditorState, line: Line): Begin | undefined => {
  const { before } = beginOf(line)
  for (let number = line.number - 1; number >= 1; number--) {
    const above = doc.line(number)
    if (shownText(above.text).trim() === "") continue
    const begin = beginOf(above)
    if (begin.mark !== "" && begin.before.length < before.length) return begin
    if (begin.mark === "" && !/^\s/.test(above.text.replace(/^>\s?/, ""))) return undefined
  }
  return undefined
}

/** A new line, which continues the list or the quote of the line before it; on an empty item, its end. */
export const newLine: StateCommand = ({ dispatch, state }) => {
  if (state.readOnly) return false
  const { doc } = state
  const changed = state.changeByRange((range) => {
    const line = doc.lineAt(range.from)
    const ending = endingAt(doc, range.from)
    const begin = beginOf(line)
    const broken = (text: string) => ({
      changes: { from: range.from, to: range.to, insert: ending + text },
      range: EditorSelection.cursor(range.from + ending.length + text.length)
    })
    if (range.from < line.from + begin.whole.length && range.from < lineEnd(doc, line.from)) return broken("")
    if (isVerbatim(state, range.from) && begin.mark === "") return broken(begin.before)
    const isEmpty = range.empty && begin.whole.length === shownText(line.text).length && begin.whole.trim() !== ""
    if (!isEmpty) {
      const text =
        begin.mark === ""
          ? begin.before
          : begin.before + nextMark(begin.mark) + begin.space + (begin.box === "" ? "" : "[ ] ")
      return broken(text)
    }
    const parent = begin.mark === "" ? undefined : parentOf(state, line)
    const left =
      parent !== undefined
        ? parent.before + nextMark(parent.mark) + parent.space
        : begin.mark === ""
          ? begin.before.replace(/>[ \t]?[ \t]*$/, "")
          : begin.before
    const changes = { from: line.from, to: lineEnd(doc, line.from), insert: left }
    return { changes, range: EditorSelection.cursor(line.from + left.length) }
  })
  dispatch(state.update(changed, { scrollIntoView: true, userEvent: "input" }))
  return true
}

/** A new line without a mark. */
export const plainLine: StateCommand = ({ dispatch, state }) => {
  if (state.readOnly) return false
  const changed = state.changeByRange(({ from, to }) => {
    const insert = endingAt(state.doc, from)
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) }
  })
  dispatch(state.update(changed, { scrollIntoView: true, userEvent: "input" }))
  return true
}

/** Backspace right behind the mark of a list, a quote or a heading takes the whole mark. */
export const deleteMark: StateCommand = ({ dispatch, state }) => {
  const { empty, head } = state.selection.main
  if (!empty || state.readOnly || isVerbatim(state, head)) return false
  const line = state.doc.lineAt(head)
  const before = line.text.slice(0, head - line.from)
  const found = /^([\s>]*?)((?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|>[ \t]?|#{1,6}[ \t]+)$/.exec(before)
  if (found === null) return false
  dispatch(
    state.update({
      changes: { from: line.from + found[1]!.length, to: head },
      scrollIntoView: true,
      userEvent: "delete"
    })
  )
  return true
}

/** The lines of the items that a selection touches, those inside of them included. */
const itemLines = ({ doc, selection: { main } }: EditorState): ReadonlyArray<Line> => {
  const first = doc.lineAt(main.from)
  const begin = beginOf(first)
  if (begin.mark === "") return []
  const lines = [first]
  for (let number = first.number + 1; number <= doc.lines; number++) {
    const line = doc.line(number)
    const other = beginOf(line)
    const isEmpty = shownText(line.text).trim() === ""
    if (line.from > main.to && !isEmpty && other.before.length <= begin.before.length) break
    lines.push(line)
  }
  while (shownText(lines.at(-1)!.text).trim() === "") lines.pop()
  return lines
}

/** How far an item goes in: to the text of the item above it of the same level. */
const indentOf = ({ doc }: EditorState, line: Line): number => {
  const begin = beginOf(line)
  for (let number = line.number - 1; number >= 1; number--) {
    const above = doc.line(number)
    if (shownText(above.text).trim() === "") continue
    const other = beginOf(above)
    if (other.before.length > begin.before.length) continue
    return other.mark !== "" && other.before.length === begin.before.length ? widthOf(other) - other.before.length : 0
  }
  return 0
}

const shift = (state: EditorState, lines: ReadonlyArray<Line>, by: number): ReadonlyArray<ChangeSpec> =>
  lines.flatMap((line): ReadonlyArray<ChangeSpec> => {
    if (shownText(line.text).trim() === "") return []
    const from = line.from + /^(?:[ \t]*>[ \t]?)*/.exec(line.text)![0].length
    if (by > 0) return [{ from, insert: " ".repeat(by) }]
    const space = /^[ \t]*/.exec(state.doc.sliceString(from, line.to))![0].length
    return space === 0 ? [] : [{ from, to: from + Math.min(space, -by) }]
  })

/** Moves the item of a list in, below the one above it. */
export const indentItem: StateCommand = ({ dispatch, state }) => {
  const lines = itemLines(state)
  if (lines.length === 0 || state.readOnly) return false
  const changes = shift(state, lines, indentOf(state, lines[0]!))
  if (changes.length > 0) dispatch(state.update({ changes, scrollIntoView: true, userEvent: "input.indent" }))
  return true
}

/** Moves the item of a list out by one level. */
export const outdentItem: StateCommand = ({ dispatch, state }) => {
  const lines = itemLines(state)
  if (lines.length === 0 || state.readOnly) return false
  const { before } = beginOf(lines[0]!)
  const by = before.length - (parentOf(state, lines[0]!)?.before.length ?? before.replace(/[ \t]*$/, "").length)
  const changes = by > 0 ? shift(state, lines, -by) : []
  if (changes.length > 0) dispatch(state.update({ changes, scrollIntoView: true, userEvent: "delete.dedent" }))
  return true
}
