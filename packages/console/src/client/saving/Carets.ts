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

/** Shows these carets from now on. */
export const setCarets = StateEffect.define<ReadonlyArray<Present>>()

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

const caretsIn = (people: ReadonlyArray<Present>, length: number): DecorationSet =>
  Decoration.set(
    people.flatMap(({ client, displayName = "", selection }) => {
      if (selection === undefined) return []
      const head = Math.min(selection.head, length)
      return [Decoration.widget({ widget: new Caret(displayName, colourOf(client)), side: 1 }).range(head)]
    }),
    true
  )

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (carets, { changes, effects, state }) => {
    let next = carets.map(changes)
    for (const effect of effects) if (effect.is(setCarets)) next = caretsIn(effect.value, state.doc.length)
    return next
  },
  provide: (from) => EditorView.decorations.from(from)
})

/** Shows the carets of others. */
export const carets: Extension = [field, style]
