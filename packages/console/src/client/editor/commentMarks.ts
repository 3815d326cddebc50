/** Marks the words that comments are about, and those that one is being written on; they move with the text. */
import { type EditorState, StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view"
import type { Words } from "./wordsIn.js"

/** Words that a comment is about. */
export interface Mark extends Words {
  readonly thread: string
}

const marked = StateEffect.define<ReadonlyArray<Mark>>()
const chosen = StateEffect.define<Words | undefined>()

const markOf = ({ from, thread, to }: Mark) =>
  Decoration.mark({ class: "commented", attributes: { "data-thread": thread } }).range(from, to)

const marks: StateField<DecorationSet> = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) => {
    let set = before.map(changes)
    for (const effect of effects) {
      if (effect.is(marked)) set = Decoration.set(effect.value.map(markOf), true)
    }
    return set
  },
  provide: (field) => EditorView.decorations.from(field)
})

const choice: StateField<Words | undefined> = StateField.define<Words | undefined>({
  create: () => undefined,
  update: (before, { changes, effects }) => {
    let words = before && { from: changes.mapPos(before.from, 1), to: changes.mapPos(before.to, -1) }
    for (const effect of effects) if (effect.is(chosen)) words = effect.value
    return words
  },
  provide: (field) =>
    EditorView.decorations.from(field, (words) =>
      words === undefined || words.from >= words.to
        ? Decoration.none
        : Decoration.set([Decoration.mark({ class: "commented chosen" }).range(words.from, words.to)])
    )
})

const withFields = (view: EditorView) =>
  view.state.field(marks, false) === undefined ? [StateEffect.appendConfig.of([marks, choice])] : []

/** Shows the words that comments are about. */
export const showMarks = (view: EditorView, all: ReadonlyArray<Mark>): void =>
  view.dispatch({ effects: [...withFields(view), marked.of(all)] })

/** Chooses the words that a comment is written on; none of them when absent. */
export const chooseWords = (view: EditorView, words: Words | undefined): void =>
  view.dispatch({ effects: [...withFields(view), chosen.of(words)] })

/** The chosen words, where they stand by now. */
export const chosenWords = (state: EditorState): Words | undefined => {
  const words = state.field(choice, false)
  return words === undefined || words.from >= words.to ? undefined : words
}
