/** The carets of other people in a text. */
import { StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view"

/** Somebody who has the text open. */
export interface Present {
  readonly client: string
  readonly displayName?: string
  readonly selection?: { readonly anchor: number; readonly head: number }
}

/** Somebody with the place of their caret in the text of this window. */
export interface Told {
  readonly person: Present
  readonly head: number
}

/** Shows these carets from now on. */
export const setCarets = StateEffect.define<ReadonlyArray<Told>>()

/** How many colours there are; the style has each of them. */
const colours = 6

const colourOf = (client: string): number => [...client].reduce((sum, each) => sum + each.charCodeAt(0), 0) % colours

class Caret extends WidgetType {
  readonly name: string
  readonly colour: number
  constructor(name: string, colour: number) {
    super()
    this.name = name
    this.colour = colour
  }
  override eq(other: Caret): boolean {
    return other.name === this.name && other.colour === this.colour
  }
  override toDOM(): HTMLElement {
    const caret = document.createElement("span")
    caret.className = `other-caret other-caret-${this.colour}`
    caret.setAttribute("aria-hidden", "true")
    const label = document.createElement("span")
    label.textContent = this.name
    caret.append(label)
    return caret
  }
  override get estimatedHeight(): number {
    return 0
  }
}

/** The carets after a message. What somebody said before holds for an earlier text, in which their caret has moved since. */
const shownAfter = (before: ReadonlyArray<Told>, told: ReadonlyArray<Told>, length: number): ReadonlyArray<Told> =>
  told.map(({ head, person }) => {
    const known = before.find((each) => each.person.client === person.client)
    const isSaidAgain = known !== undefined && known.person.selection?.head === person.selection?.head
    return { person, head: isSaidAgain ? known.head : Math.min(head, length) }
  })

const drawn = (shown: ReadonlyArray<Told>): DecorationSet =>
  Decoration.set(
    shown.map(({ head, person: { client, displayName = "" } }) =>
      Decoration.widget({ widget: new Caret(displayName, colourOf(client)), side: 1 }).range(head)
    ),
    true
  )

const field = StateField.define<ReadonlyArray<Told>>({
  create: () => [],
  update: (shown, { changes, docChanged, effects, state }) => {
    let next = docChanged ? shown.map((each) => ({ ...each, head: changes.mapPos(each.head, 1) })) : shown
    for (const effect of effects) if (effect.is(setCarets)) next = shownAfter(next, effect.value, state.doc.length)
    return next
  },
  provide: (from) => EditorView.decorations.from(from, drawn)
})

/** Shows the carets of others. */
export const carets = field
