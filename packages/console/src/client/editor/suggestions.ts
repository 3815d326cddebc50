/** The menu below the caret: what is typed may become one of some suggestions. The focus stays in the text. */
import { type EditorState, type Extension, Facet, Prec, StateEffect, StateField } from "@codemirror/state"
import { EditorView, keymap, showTooltip, type Tooltip, type TooltipView } from "@codemirror/view"
import { element } from "./popover.js"

/** An entry of the menu. */
export interface Suggestion {
  readonly label: string
  readonly detail?: string
  /** The markdown that replaces what was typed. */
  readonly before: string
  /** The part of it behind the caret. */
  readonly after?: string
}

/** Suggestions for the text between `from` and the caret. */
export interface Suggested {
  readonly from: number
  readonly options: ReadonlyArray<Suggestion>
}

/** Says what is suggested at a position; `undefined` if nothing is. */
export type SuggestionSource = (
  state: EditorState,
  position: number
) => Suggested | undefined | Promise<Suggested | undefined>

interface Menu extends Suggested {
  readonly selected: number
  readonly tooltip: Tooltip
}

const shown = StateEffect.define<Suggested | null>()
const moved = StateEffect.define<number>()

const labels = Facet.define<string, string>({ combine: ([label = ""]) => label })

const listId = "suggestions"
const idOf = (index: number): string => `suggestion-${index}`

const pick = (view: EditorView, { from }: Suggested, { after = "", before }: Suggestion): void => {
  const { head } = view.state.selection.main
  // Brackets that were closed beforehand belong to what is replaced.
  const to =
    view.state.sliceDoc(from, from + 2) === "[[" && view.state.sliceDoc(head, head + 2) === "]]" ? head + 2 : head
  view.dispatch({
    changes: { from, to, insert: before + after },
    selection: { anchor: from + before.length },
    effects: shown.of(null),
    scrollIntoView: true,
    userEvent: "input.complete"
  })
}

const draw = (view: EditorView, label: string): TooltipView => {
  const list = element("ul", { id: listId, role: "listbox", "aria-label": label })
  const dom = element("div", { class: "suggestions" }, list)
  let drawn: Menu | null = null
  const show = (menu: Menu | null) => {
    if (menu === null || menu === drawn) return
    if (menu.options !== drawn?.options) {
      list.replaceChildren(
        ...menu.options.map((option, index) => {
          const item = element("li", { role: "option", id: idOf(index) }, element("span", {}, option.label))
          if (option.detail !== undefined) item.append(element("small", {}, option.detail))
          item.addEventListener("mousedown", (event) => {
            event.preventDefault()
            const now = view.state.field(field)
            if (now !== null) pick(view, now, option)
          })
          return item
        })
      )
    }
    for (const [index, item] of [...list.children].entries())
      item.setAttribute("aria-selected", String(index === menu.selected))
    drawn = menu
  }
  const follow = () => {
    const item = list.children[drawn?.selected ?? 0]
    if (!(item instanceof HTMLElement)) return
    if (item.offsetTop < dom.scrollTop) dom.scrollTop = item.offsetTop
    else dom.scrollTop = Math.max(dom.scrollTop, item.offsetTop + item.offsetHeight - dom.clientHeight)
  }
  show(view.state.field(field))
  return {
    dom,
    update: ({ state }) => {
      show(state.field(field))
      follow()
    }
  }
}

const field: StateField<Menu | null> = StateField.define<Menu | null>({
  create: () => null,
  update: (before, { changes, docChanged, effects, selection, state }) => {
    let menu = before
    for (const effect of effects) {
      if (effect.is(shown)) {
        const { value } = effect
        if (value === null) return null
        const label = state.facet(labels)
        const tooltip =
          before?.from === value.from
            ? before.tooltip
            : { pos: value.from, create: (view: EditorView) => draw(view, label) }
        menu = { ...value, selected: 0, tooltip }
      } else if (effect.is(moved) && menu !== null) menu = { ...menu, selected: effect.value }
    }
    if (menu === null || menu !== before) return menu
    if (!docChanged) return selection ? null : menu
    const from = changes.mapPos(menu.from, -1)
    return from === menu.from && state.selection.main.head > from ? menu : null
  },
  provide: (self) => [
    showTooltip.from(self, (menu) => menu?.tooltip ?? null),
    EditorView.contentAttributes.compute([self], (state) => {
      const menu = state.field(self)
      return menu === null
        ? { "aria-autocomplete": "list" }
        : {
            "aria-autocomplete": "list",
            "aria-haspopup": "listbox",
            "aria-controls": listId,
            "aria-activedescendant": idOf(menu.selected)
          }
    })
  ]
})

const step =
  (by: number) =>
  (view: EditorView): boolean => {
    const menu = view.state.field(field)
    if (menu === null) return false
    const { length } = menu.options
    view.dispatch({ effects: moved.of((menu.selected + by + length) % length) })
    return true
  }

const accept = (view: EditorView): boolean => {
  const menu = view.state.field(field)
  const option = menu?.options[menu.selected]
  if (menu === null || option === undefined) return false
  pick(view, menu, option)
  return true
}

const close = (view: EditorView): boolean => {
  if (view.state.field(field) === null) return false
  view.dispatch({ effects: shown.of(null) })
  return true
}

/** Suggests what the first of the sources has that has anything. */
export const suggesting = (sources: ReadonlyArray<SuggestionSource>, label: string): Extension => {
  const ask = async (view: EditorView): Promise<void> => {
    const { state } = view
    const { empty, head } = state.selection.main
    const isSame = () => view.dom.isConnected && view.state.doc === state.doc && view.state.selection.main.head === head
    for (const source of empty && !state.readOnly ? sources : []) {
      const found = await Promise.resolve(source(state, head)).catch(() => undefined)
      if (!isSame()) return
      if (found === undefined) continue
      view.dispatch({ effects: shown.of(found.options.length === 0 ? null : found) })
      return
    }
    if (isSame()) close(view)
  }
  return [
    labels.of(label),
    field,
    EditorView.updateListener.of(({ docChanged, startState, transactions, view }) => {
      if (!docChanged || view.composing) return
      const isTyped = transactions.some((transaction) => transaction.isUserEvent("input.type"))
      const isDeleted =
        transactions.some((transaction) => transaction.isUserEvent("delete")) && startState.field(field) !== null
      if (isTyped || isDeleted) queueMicrotask(() => void ask(view))
    }),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        setTimeout(() => close(view))
      }
    }),
    Prec.highest(
      keymap.of([
        { key: "ArrowDown", run: step(1) },
        { key: "ArrowUp", run: step(-1) },
        { key: "Enter", run: accept },
        { key: "Tab", run: accept },
        { key: "Escape", run: close }
      ])
    )
  ]
}
