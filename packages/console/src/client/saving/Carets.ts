/** The carets of other people in a text. */
import { type Extension, StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view"

/** Somebody who has the text open. */
export interface Present {
  readonly client: string
  readonly user?: string
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

/** Dark enough for white names on them. */
const colours = ["#0b5cad", "#a3341d", "#1a6b30", "#7a3b9d", "#7a5200", "#0f6674"] as const

const colourOf = (client: string): number =>
  [...client].reduce((sum, each) => sum + each.charCodeAt(0), 0) % colours.length

/** Neither a caret nor its name takes room in the text. */
const style = EditorView.baseTheme({
  ".other-caret": {
    position: "relative",
    borderLeft: "2px solid",
    marginLeft: "-1px",
    marginRight: "-1px",
    pointerEvents: "none"
  },
  ".other-caret > span": {
    position: "absolute",
    left: "-2px",
    bottom: "100%",
    padding: "0 0.35em",
    borderRadius: "0.25em 0.25em 0.25em 0",
    color: "#fff",
    font: "600 0.7rem/1.5 system-ui, sans-serif",
    whiteSpace: "nowrap",
    zIndex: "1"
  },
  ...Object.fromEntries(
    colours.flatMap((colour, index) => [
      [`.other-caret-${index}`, { borderColor: colour }],
      [`.other-caret-${index} > span`, { backgroundColor: colour }]
    ])
  )
})

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
export const carets: Extension = [field, style]
