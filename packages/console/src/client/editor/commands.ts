/** Commands that write markdown: marks around words, headings, tasks. */
import { syntaxTree } from "@codemirror/language"
import { type ChangeSpec, EditorSelection, type EditorState, type StateCommand } from "@codemirror/state"
import type { SyntaxNode } from "@lezer/common"
import { lineEnd, shownText } from "./lineEndings.js"

/** The nearest node of a kind around a range. */
export const nodeAround = (state: EditorState, name: string, from: number, to: number): SyntaxNode | undefined => {
  const tree = syntaxTree(state)
  for (const side of [1, -1] as const) {
    for (let node: SyntaxNode | null = tree.resolveInner(from, side); node !== null; node = node.parent) {
      if (node.name === name && node.from <= from && node.to >= to) return node
    }
  }
  return undefined
}

const verbatim = ["FencedCode", "CodeBlock", "BlockMath", "FrontMatter", "HTMLBlock", "InlineCode"]

/** Whether a position is in code or other text that is no markdown. */
export const isVerbatim = (state: EditorState, position: number): boolean => {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1); node !== null; node = node.parent) {
    if (verbatim.includes(node.name)) return true
  }
  return false
}

/** What stands before the text of a line: quotes, a list mark, a heading. */
const beforeText = /^[\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?(?:#{1,6}[ \t]+)?/

/** The ranges of text of a selection that a mark goes around: one for each line, without its spaces. */
const markable = ({ doc }: EditorState, from: number, to: number): ReadonlyArray<{ from: number; to: number }> => {
  const found: Array<{ from: number; to: number }> = []
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at)
    const start = Math.max(from, Math.min(line.from + beforeText.exec(line.text)![0].length, lineEnd(doc, line.from)))
    const end = Math.min(to, lineEnd(doc, line.from))
    const text = doc.sliceString(start, Math.max(start, end))
    const space = text.length - text.trimStart().length
    if (text.trim() !== "") found.push({ from: start + space, to: start + text.trimEnd().length })
    at = line.to + 1
  }
  return found
}

const wrap =
  (name: string, markName: string, mark: string): StateCommand =>
  ({ dispatch, state }) => {
    if (state.readOnly) return false
    const changed = state.changeByRange((range) => {
      const around = nodeAround(state, name, range.from, range.to)
      if (around !== undefined) {
        const changes = state.changes(around.getChildren(markName).map(({ from, to }) => ({ from, to })))
        return { changes, range: range.map(changes) }
      }
      const word = range.empty ? state.wordAt(range.head) : range
      const parts = word === null ? [] : markable(state, word.from, word.to)
      if (parts.length === 0) {
        const at = range.empty ? range.head : range.from
        return { changes: { from: at, insert: mark + mark }, range: EditorSelection.cursor(at + mark.length) }
      }
      const changes = state.changes(
        parts.flatMap(
          ({ from, to }): ReadonlyArray<ChangeSpec> => [
            { from, insert: mark },
            { from: to, insert: mark }
          ]
        )
      )
      const first = parts[0]!.from
      const last = parts.at(-1)!.to
      return {
        changes,
        range: range.empty
          ? EditorSelection.cursor(changes.mapPos(range.head, range.head === first ? 1 : -1))
          : EditorSelection.range(changes.mapPos(first, 1), changes.mapPos(last, -1))
      }
    })
    dispatch(state.update(changed, { scrollIntoView: true, userEvent: "input" }))
    return true
  }

/** Makes the selection or the word bold, or no longer so. */
export const toggleBold = wrap("StrongEmphasis", "EmphasisMark", "**")
/** Makes the selection or the word italic, or no longer so. */
export const toggleItalic = wrap("Emphasis", "EmphasisMark", "_")
/** Makes the selection or the word code, or no longer so. */
export const toggleCode = wrap("InlineCode", "CodeMark", "`")
/** Strikes the selection or the word out, or no longer. */
export const toggleStruck = wrap("Strikethrough", "StrikethroughMark", "~~")

/** Makes the lines of the selection headings of a level; again, and they are paragraphs. */
export const toggleHeading =
  (level: number): StateCommand =>
  ({ dispatch, state }) => {
    if (state.readOnly) return false
    const changes: Array<ChangeSpec> = []
    const { doc } = state
    const { from, to } = state.selection.main
    for (let at = from; at <= to; ) {
      const line = doc.lineAt(at)
      const found = /^([\s>]*)(?:(#{1,6})[ \t]+)?/.exec(shownText(line.text))!
      const start = line.from + found[1]!.length
      const mark = found[2] ?? ""
      const insert = mark.length === level ? "" : `${"#".repeat(level)} `
      if (shownText(line.text).trim() !== "" || from === to)
        changes.push({ from: start, to: line.from + found[0].length, insert })
      const setext =
        /^Setext/.test(syntaxTree(state).resolveInner(start, 1).name) ||
        nodeAround(state, "SetextHeading1", start, start) ||
        nodeAround(state, "SetextHeading2", start, start)
      if (setext && line.number < doc.lines) {
        // The underline of a heading of the other style goes with it.
        const under = doc.line(line.number + 1)
        if (/^[\s>]*(?:=+|-+)\s*$/.test(under.text))
          changes.push({ from: lineEnd(doc, line.from), to: lineEnd(doc, under.from) })
      }
      at = line.to + 1
    }
    const set = state.changes(changes)
    dispatch(
      state.update({ changes: set, selection: state.selection.map(set, 1), scrollIntoView: true, userEvent: "input" })
    )
    return true
  }

const taskBox = /^([\s>]*(?:[-*+]|\d+[.)])[ \t]+\[)([ xX])\]/

/** The change that ticks the box of the task in a line, or takes the tick away: one character. */
export const taskChange = ({ doc }: EditorState, position: number): ChangeSpec | undefined => {
  const line = doc.lineAt(position)
  const found = taskBox.exec(line.text)
  if (found === null) return undefined
  const from = line.from + found[1]!.length
  return { from, to: from + 1, insert: found[2] === " " ? "x" : " " }
}

/** Ticks the tasks of the lines of the selection, or takes the ticks away. */
export const toggleTask: StateCommand = ({ dispatch, state }) => {
  if (state.readOnly) return false
  const changes: Array<ChangeSpec> = []
  const { from, to } = state.selection.main
  for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1) {
    const change = taskChange(state, at)
    if (change !== undefined) changes.push(change)
  }
  if (changes.length === 0) return false
  dispatch(state.update({ changes, userEvent: "input" }))
  return true
}
