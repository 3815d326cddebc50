/** Places in the text that something is on its way to: they move with the text, and a file shows how much was sent. */
import { StateEffect, StateField } from "@codemirror/state"
import { Decoration, EditorView, WidgetType } from "@codemirror/view"

/** What is on its way. A paste has no name, and is not shown. */
interface Pending {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly label?: string
  readonly fraction: number
}

/** Begins to wait at a range. */
export const expected = StateEffect.define<Omit<Pending, "fraction">>({
  map: (value, changes) => ({ ...value, from: changes.mapPos(value.from, -1), to: changes.mapPos(value.to, 1) })
})
/** Says how much of a file was sent, from 0 to 1. */
export const progressed = StateEffect.define<{ readonly id: number; readonly fraction: number }>()
/** Ends waiting. */
export const arrived = StateEffect.define<number>()

class Progress extends WidgetType {
  constructor(
    private readonly label: string,
    private readonly fraction: number
  ) {
    super()
  }
  override eq(other: Progress) {
    return other.label === this.label && other.fraction === this.fraction
  }
  override toDOM() {
    const element = document.createElement("span")
    element.className = "sending"
    element.setAttribute("role", "progressbar")
    element.setAttribute("aria-label", this.label)
    element.textContent = this.label
    this.fill(element)
    return element
  }
  override updateDOM(element: HTMLElement) {
    element.textContent = this.label
    this.fill(element)
    return true
  }
  private fill(element: HTMLElement) {
    const percentage = Math.round(100 * this.fraction)
    element.setAttribute("aria-valuenow", String(percentage))
    element.style.setProperty("--sent", `${percentage}%`)
  }
}

/** Where things are on their way to. */
export const pending = StateField.define<ReadonlyArray<Pending>>({
  create: () => [],
  update: (before, { changes, effects }) => {
    let now = before
    if (!changes.empty && now.length > 0) {
      now = now.map((each) => ({ ...each, from: changes.mapPos(each.from, -1), to: changes.mapPos(each.to, 1) }))
    }
    for (const effect of effects) {
      if (effect.is(expected)) now = [...now, { ...effect.value, fraction: 0 }]
      else if (effect.is(arrived)) now = now.filter(({ id }) => id !== effect.value)
      else if (effect.is(progressed)) {
        const { fraction, id } = effect.value
        now = now.map((each) => (each.id === id ? { ...each, fraction } : each))
      }
    }
    return now
  },
  provide: (field) =>
    EditorView.decorations.from(field, (all) =>
      Decoration.set(
        all.flatMap(({ fraction, label, to }) =>
          label === undefined ? [] : [Decoration.widget({ widget: new Progress(label, fraction), side: 1 }).range(to)]
        ),
        true
      )
    )
})
