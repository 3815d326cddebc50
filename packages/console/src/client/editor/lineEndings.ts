/**
 * Keeps the endings of lines as they are stored. The editor separates lines at `\n` only, so the `\r` of `\r\n` is the
 * last character of a line: it is not shown, the caret never stands behind it, and it is inserted and deleted together
 * with its `\n`.
 */
import {
  type ChangeSpec,
  EditorSelection,
  EditorState,
  type Extension,
  Prec,
  type Text,
  Transaction
} from "@codemirror/state"
import {
  type Command,
  Decoration,
  Direction,
  EditorView,
  highlightSpecialChars,
  keymap,
  ViewPlugin,
  type ViewUpdate
} from "@codemirror/view"

/** The end of what a line shows, before the `\r` of its ending. */
export const lineEnd = (doc: Text, position: number): number => {
  const line = doc.lineAt(position)
  return line.to < doc.length && line.text.endsWith("\r") ? line.to - 1 : line.to
}

/** The text of a line without the `\r` of its ending. */
export const shownText = (text: string): string => (text.endsWith("\r") ? text.slice(0, -1) : text)

/** The ending that a new line gets at a position: the one of the line there or, at the end of the text, the one before. */
export const endingAt = (doc: Text, position: number): string => {
  const line = doc.lineAt(position)
  if (line.to < doc.length) return line.text.endsWith("\r") ? "\r\n" : "\n"
  return line.number > 1 && doc.line(line.number - 1).text.endsWith("\r") ? "\r\n" : "\n"
}

/** A text with another ending of its lines. */
export const withEnding = (text: string, ending: string): string => text.replace(/\r\n?|\n/g, ending)

const isInside = (doc: Text, position: number): boolean =>
  position > 0 && position < doc.length && doc.sliceString(position - 1, position + 1) === "\r\n"

const hidden = Decoration.replace({})

/** Hides the `\r` of line endings, and the byte order mark, in the lines that are drawn. */
const hiding = ViewPlugin.fromClass(
  class {
    decorations
    constructor(view: EditorView) {
      this.decorations = this.found(view)
    }
    update({ docChanged, view, viewportChanged, changes }: ViewUpdate) {
      if (view.composing) this.decorations = this.decorations.map(changes)
      else if (docChanged || viewportChanged) this.decorations = this.found(view)
    }
    found(view: EditorView) {
      const { doc } = view.state
      const ranges = []
      if (doc.length > 0 && doc.sliceString(0, 1) === "\uFEFF") ranges.push(hidden.range(0, 1))
      for (const { from, to } of view.visibleRanges) {
        for (let at = from; at <= to; ) {
          const line = doc.lineAt(at)
          if (line.to < doc.length && line.text.endsWith("\r")) ranges.push(hidden.range(line.to - 1, line.to))
          at = line.to + 1
        }
      }
      return Decoration.set(ranges)
    }
  },
  { decorations: ({ decorations }) => decorations }
)

/** A change of a person that begins or ends between `\r` and `\n`, moved so that the two stay together. */
const kept = (doc: Text, from: number, to: number): readonly [number, number] => {
  if (from === to) return isInside(doc, from) ? [from - 1, from - 1] : [from, to]
  const start = isInside(doc, from) ? from - 1 : from
  if (!isInside(doc, to)) return [start, to]
  return to - from === 1 ? [start, to + 1] : [start, to - 1]
}

const keepsTogether = EditorState.transactionFilter.of((transaction) => {
  const { changes, docChanged, startState, newDoc } = transaction
  const isTyped = ["input", "delete", "move"].some((event) => transaction.isUserEvent(event))
  if (docChanged && isTyped) {
    const { doc } = startState
    let isOther = false
    const mended: Array<ChangeSpec> = []
    changes.iterChanges((from, to, _from, _to, insert) => {
      const [start, end] = kept(doc, from, to)
      isOther ||= start !== from || end !== to
      mended.push({ from: start, to: end, insert })
    })
    if (isOther) {
      const set = startState.changes(mended)
      const event = transaction.annotation(Transaction.userEvent)
      return {
        changes: set,
        selection: startState.selection.map(set, 1),
        effects: transaction.effects,
        scrollIntoView: transaction.scrollIntoView,
        ...(event !== undefined && { userEvent: event })
      }
    }
  }
  const { newSelection } = transaction
  if (
    (!transaction.selection && !docChanged) ||
    newSelection.ranges.every((range) => !isInside(newDoc, range.head) && !isInside(newDoc, range.anchor))
  )
    return transaction
  const outside = (position: number): number => (isInside(newDoc, position) ? position - 1 : position)
  const ranges = newSelection.ranges.map((range) =>
    range.empty
      ? EditorSelection.cursor(outside(range.head), range.assoc)
      : EditorSelection.range(outside(range.anchor), outside(range.head), range.goalColumn)
  )
  return [transaction, { selection: EditorSelection.create(ranges, newSelection.mainIndex), sequential: true }]
})

/** Steps from the end of a line over both characters of its ending. */
const past =
  (direction: Direction, isSelecting: boolean): Command =>
  (view) => {
    const { doc, selection } = view.state
    const { anchor, empty, head } = selection.main
    if ((!empty && !isSelecting) || view.textDirectionAt(head) !== direction || !isInside(doc, head + 1)) return false
    const to = head + 2
    view.dispatch({
      selection: { anchor: isSelecting ? anchor : to, head: to },
      scrollIntoView: true,
      userEvent: "select"
    })
    return true
  }

const arrows = (["ArrowRight", "ArrowLeft"] as const).flatMap((key) => {
  const direction = key === "ArrowRight" ? Direction.LTR : Direction.RTL
  const binding = { run: past(direction, false), shift: past(direction, true) }
  return [
    { key, ...binding },
    { key: `Mod-${key}`, mac: `Alt-${key}`, ...binding }
  ]
})

/** Characters that nobody sees, except the `\r` of line endings and the byte order mark at the beginning. */
const shownCharacters =
  /(?![\t\n\r\u200d])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202d\u202e\u2066\u2067\u2069\ufff9-\ufffc]|\r(?=[\s\S])|(?!^)\ufeff/gu

/** Keeps line endings and other characters that nobody sees, and shows those that matter as a sign. */
export const lineEndings: Extension = [
  EditorState.lineSeparator.of("\n"),
  hiding,
  EditorView.atomicRanges.of((view) => view.plugin(hiding)?.decorations ?? Decoration.none),
  keepsTogether,
  Prec.high(keymap.of(arrows)),
  highlightSpecialChars({ specialChars: shownCharacters }),
  EditorView.clipboardInputFilter.of((text, { doc, selection }) => withEnding(text, endingAt(doc, selection.main.from)))
]
