/** The carets of other people in a text. */
import { StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view"

/** Somebody who has the text open. */
export interface Present {
  readonly client: string
  readonly displayName?: string
  readonly selection?: { readonly anchor: number; readonly head: number }
}

/** Shows these carets from now on. */
export const setCarets = StateEffect.define<ReadonlyArray<Present>>()

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

/** Where the caret of somebody is now. What they said holds for the text that they said it of, which has changed since. */
interface Shown {
  readonly person: Present
  readonly head: number
}

const shownAfter = (
  before: ReadonlyArray<Shown>,
  people: ReadonlyArray<Present>,
  length: number
): ReadonlyArray<Shown> =>
  people.flatMap((person) => {
    const { client, selection } = person
    if (selection === undefined) return []
    const known = before.find((each) => each.person.client === client)
    const isSaidAgain = known?.person.selection?.head === selection.head
    return [{ person, head: isSaidAgain ? known.head : Math.min(selection.head, length) }]
  })

const drawn = (shown: ReadonlyArray<Shown>): DecorationSet =>
  Decoration.set(
    shown.map(({ head, person: { client, displayName = "" } }) =>
      Decoration.widget({ widget: new Caret(displayName, colourOf(client)), side: 1 }).range(head)
    ),
    true
  )

const field = StateField.define<ReadonlyArray<Shown>>({
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
