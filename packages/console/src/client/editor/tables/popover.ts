/** The tools above a table while the caret is in it. Alt-F10 goes to them, Escape back. */
import { type EditorState, type Extension, StateField } from "@codemirror/state"
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view"
import { button, drawing, element } from "../popover.js"
import type { EditorTexts } from "../texts.js"
import { type TableAction, tableEdit } from "./edits.js"
import { placeIn, tableAt } from "./table.js"

const drawings: Readonly<Record<TableAction, string>> = {
  rowAbove: "M2 9.5h12v4H2zM8 1.5v5M5.5 4h5",
  rowBelow: "M2 2.5h12v4H2zM8 9.5v5M5.5 12h5",
  deleteRow: "M2 6h12v4H2zM5.5 13.5l5-11",
  columnBefore: "M9.5 2v12h4V2zM1.5 8h5M4 5.5v5",
  columnAfter: "M2.5 2v12h4V2zM9.5 8h5M12 5.5v5",
  deleteColumn: "M6 2v12h4V2zM2.5 10.5l11-5",
  left: "M2 4h12M2 8h7M2 12h10",
  center: "M2 4h12M4.5 8h7M3 12h10",
  right: "M2 4h12M7 8h7M4 12h10"
}
const groups: ReadonlyArray<ReadonlyArray<TableAction>> = [
  ["rowAbove", "rowBelow", "deleteRow"],
  ["columnBefore", "columnAfter", "deleteColumn"],
  ["left", "center", "right"]
]

const act = (view: EditorView, action: TableAction, { table: words }: EditorTexts): void => {
  const { state } = view
  const table = tableAt(state, state.selection.main.head)
  const edit = table && tableEdit(state, table, placeIn(table, state.selection.main.head), action)
  if (edit === undefined) return
  view.dispatch(edit, { effects: EditorView.announce.of(words.done.replace("$", () => words[action])) })
}

/** One button of the tools is in the order of Tab; arrows go to the others. */
const walk = (tools: HTMLElement, { key }: KeyboardEvent): boolean => {
  const buttons = [...tools.querySelectorAll("button")]
  const root = tools.getRootNode()
  const at = buttons.findIndex((each) => root instanceof ShadowRoot && root.activeElement === each)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[key]
  if (to === undefined) return false
  const next = buttons.at(to % buttons.length)!
  for (const each of buttons) each.tabIndex = each === next ? 0 : -1
  next.focus()
  return true
}

const made = (view: EditorView, texts: EditorTexts): HTMLElement => {
  const { table: words } = texts
  const tools = element("div", { class: "table-tools", role: "toolbar", "aria-label": words.title })
  for (const actions of groups) {
    const group = element("div", { class: "group" })
    for (const action of actions) {
      const made = button(
        {
          "aria-label": words[action],
          title: words[action],
          tabindex: tools.childElementCount === 0 && group.childElementCount === 0 ? "0" : "-1"
        },
        () => act(view, action, texts),
        drawing(drawings[action])
      )
      group.append(made)
    }
    tools.append(group)
  }
  tools.addEventListener("keydown", (event) => {
    if (event.key === "Escape") view.focus()
    else if (!walk(tools, event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  return tools
}

/** The tools of tables. */
export const tableTools = (texts: EditorTexts): Extension => {
  const create = (view: EditorView) => ({ dom: made(view, texts), overlap: true, offset: { x: 0, y: 0 } })
  const shown = (state: EditorState): Tooltip | null => {
    if (state.readOnly) return null
    const { from } = state.doc.lineAt(state.selection.main.head)
    if (!state.sliceDoc(from, from + 10_000).includes("|")) return null
    const table = tableAt(state, state.selection.main.head)
    return table === undefined ? null : { pos: table.from, above: true, strictSide: true, create }
  }
  const field = StateField.define<Tooltip | null>({
    create: () => null,
    update: (before, { docChanged, selection, state }) => {
      if (!docChanged && !selection) return before
      const now = shown(state)
      return now !== null && before?.pos === now.pos ? before : now
    },
    provide: (self) => showTooltip.from(self)
  })
  const enter = ({ dom }: EditorView): boolean => {
    const first = dom.querySelector<HTMLElement>(".table-tools button[tabindex='0']")
    first?.focus()
    return first !== null
  }
  return [field, keymap.of([{ key: "Alt-F10", run: enter }])]
}
