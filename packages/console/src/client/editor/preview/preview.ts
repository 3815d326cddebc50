/** Shows the markdown as it will read: its marks are hidden where the selection does not touch them. */
import { syntaxTree } from "@codemirror/language"
import { type EditorSelection, type Extension, StateEffect } from "@codemirror/state"
import { type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view"
import { scanIn } from "../blocks.js"
import type { EditorTexts } from "../texts.js"
import { paintTree } from "./inline.js"
import { paintBlocks } from "./lines.js"
import { type ImageSource, pictures } from "./pictures.js"
import { Sheet } from "./sheet.js"
import { tableCells } from "./tableCells.js"

/** Asks for the decorations to be made again. */
const repaint = StateEffect.define<null>()

const sideways = new Set(["ArrowLeft", "ArrowRight", "Backspace", "Delete"])

/** The height of the drawn line at a position, in pixels. */
const heightOf = (view: EditorView, position: number): number | undefined => {
  const { node } = view.domAtPos(position)
  const element = (node instanceof HTMLElement ? node : node.parentElement)?.closest(".cm-line")
  return element?.getBoundingClientRect().height
}

/** Whether a position is inside of text that decorations hide. */
const isHidden = (decorations: DecorationSet, position: number): boolean => {
  let found = false
  decorations.between(position, position, (from, to, { point }) => {
    found ||= point && from < position && to > position
  })
  return found
}

class Preview {
  decorations: DecorationSet
  /** Whether the marks in the line of the caret would make it taller, and stay hidden. */
  private isTight = false
  /** Whether the caret was moved along its line on purpose, so that marks may make it taller. */
  private isFree = false
  /** The selection at the press of a mouse button: nothing moves below the pointer until it is released. */
  private pressed: EditorSelection | undefined
  private isStale = false

  constructor(
    private readonly view: EditorView,
    private readonly texts: EditorTexts
  ) {
    this.decorations = this.painted()
    view.contentDOM.ownerDocument.addEventListener("mouseup", this.released)
    view.contentDOM.addEventListener("compositionend", this.composed)
  }

  destroy() {
    this.view.contentDOM.ownerDocument.removeEventListener("mouseup", this.released)
    this.view.contentDOM.removeEventListener("compositionend", this.composed)
  }

  update(update: ViewUpdate) {
    const { changes, docChanged, selectionSet, startState, state, transactions, view } = update
    if (view.composing) {
      // A composition ends when the text around it is drawn anew.
      this.decorations = this.decorations.map(changes)
      this.isStale = true
      return
    }
    const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(repaint)))
    if (docChanged) this.pressed = undefined
    if (docChanged || selectionSet) this.isTight = false
    if (
      !this.isStale &&
      !isAsked &&
      !docChanged &&
      !selectionSet &&
      !update.viewportChanged &&
      !update.focusChanged &&
      syntaxTree(startState) === syntaxTree(state) &&
      startState.readOnly === state.readOnly
    )
      return
    this.isStale = false
    if (selectionSet && !docChanged && !this.isFree && this.pressed === undefined) this.fit()
    this.decorations = this.painted()
  }

  /** Hides the marks again if showing them makes the line of the caret taller: what is on the screen must not jump. */
  private fit() {
    const { view } = this
    const { head } = view.state.selection.main
    const before = heightOf(view, head)
    queueMicrotask(() => {
      if (!view.dom.isConnected || view.state.selection.main.head !== head) return
      const after = heightOf(view, head)
      if (before === undefined || after === undefined || Math.abs(after - before) < 0.5) return
      this.isTight = true
      view.dispatch({ effects: repaint.of(null) })
    })
  }

  private painted(): DecorationSet {
    const { state, visibleRanges } = this.view
    const { ranges } = this.pressed ?? state.selection
    const isRead = state.readOnly || !this.view.hasFocus
    const touchesHanging = (from: number, to: number): boolean =>
      !isRead && ranges.some((range) => range.from <= to && range.to >= from)
    const sheet = new Sheet(state, (from, to) => !this.isTight && touchesHanging(from, to), touchesHanging)
    const { blocks } = scanIn(state)
    for (const { from, to } of visibleRanges) {
      sheet.show(from, to)
      paintBlocks(sheet, blocks, from, to, this.texts)
      paintTree(sheet, from, to, this.texts)
    }
    if (state.doc.length === 0) sheet.line(0).attributes["data-placeholder"] = this.texts.placeholder
    const decorations = sheet.decorations()
    if (!this.isTight || !isHidden(decorations, state.selection.main.head)) return decorations
    // What is typed at a caret inside of hidden text would appear at another place.
    this.isTight = false
    return this.painted()
  }

  keydown({ key }: KeyboardEvent) {
    this.isFree = sideways.has(key)
  }

  mousedown() {
    this.isFree = false
    this.pressed = this.view.state.selection
  }

  private readonly released = () => {
    if (this.pressed === undefined) return
    this.pressed = undefined
    this.fit()
    this.view.dispatch({ effects: repaint.of(null) })
  }

  private readonly composed = () => {
    setTimeout(() => {
      if (this.view.dom.isConnected && this.isStale) this.view.dispatch({ effects: repaint.of(null) })
    }, 20)
  }
}

/** The live preview. */
export const preview = (texts: EditorTexts, image: ImageSource): Extension => [
  ViewPlugin.define((view) => new Preview(view, texts), {
    decorations: ({ decorations }) => decorations,
    eventHandlers: {
      keydown(event) {
        this.keydown(event)
      },
      mousedown() {
        this.mousedown()
      }
    }
  }),
  tableCells,
  pictures(image),
  EditorView.editorAttributes.of({ class: "is-preview" })
]
