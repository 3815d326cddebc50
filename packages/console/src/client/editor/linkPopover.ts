/** The popover of Mod-k: the text and the address of a link, with the pages that it may lead to. */
import { type ChangeSpec, type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state"
import { type Command, EditorView, keymap, showTooltip, type Tooltip, type TooltipView } from "@codemirror/view"
import { nodeAround } from "./commands.js"
import { linkAddress, type PageTarget, type Targets } from "./links.js"
import { linkText } from "./linkText.js"
import { button, element } from "./popover.js"
import type { EditorTexts } from "./texts.js"

/** The link that is edited: its range, and those of its parts if there is one already. */
interface Target {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly address: string
  readonly existing?: { readonly textTo: number; readonly addressFrom: number; readonly addressTo: number }
}

const opened = StateEffect.define<Target | null>()

const targetIn = (state: EditorState): Target => {
  const { empty, from, head, to } = state.selection.main
  const node = nodeAround(state, "Link", from, to)
  const address = node?.getChild("URL")
  const closing = node?.getChildren("LinkMark")[1]
  if (node !== undefined && address && closing !== undefined) {
    return {
      from: node.from,
      to: node.to,
      text: state.sliceDoc(node.from + 1, closing.from),
      address: state.sliceDoc(address.from, address.to).replace(/^<(.*)>$/, "$1"),
      existing: { textTo: closing.from, addressFrom: address.from, addressTo: address.to }
    }
  }
  const word = empty ? (state.wordAt(head) ?? { from: head, to: head }) : { from, to }
  return { from: word.from, to: word.to, text: state.sliceDoc(word.from, word.to), address: "" }
}

const changesOf = (
  { existing, from, text: before, to }: Target,
  text: string,
  address: string
): ReadonlyArray<ChangeSpec> => {
  const written = text === before ? text : linkText(text)
  if (existing === undefined)
    return [{ from, to, insert: `[${written || linkText(address)}](${linkAddress(address)})` }]
  const changes: Array<ChangeSpec> = []
  if (text !== before) changes.push({ from: from + 1, to: existing.textTo, insert: written })
  changes.push({ from: existing.addressFrom, to: existing.addressTo, insert: linkAddress(address) })
  return changes
}

/** The suggestions below the address, which arrows walk through. */
const suggestions = (
  field: HTMLInputElement,
  list: HTMLElement,
  pages: Targets["pages"],
  pick: (page: PageTarget) => void
) => {
  let found: ReadonlyArray<PageTarget> = []
  let at = -1
  let asked = 0
  const show = () => {
    list.hidden = found.length === 0
    field.setAttribute("aria-expanded", String(found.length > 0))
    list.replaceChildren(
      ...found.map((page, index) => {
        const item = element(
          "li",
          { role: "option", id: `page-${index}`, "aria-selected": String(index === at) },
          element("span", {}, page.title),
          element("small", {}, page.detail ?? page.path)
        )
        item.addEventListener("mousedown", (event) => {
          event.preventDefault()
          pick(page)
        })
        return item
      })
    )
    if (at < 0) field.removeAttribute("aria-activedescendant")
    else {
      field.setAttribute("aria-activedescendant", `page-${at}`)
      list.children[at]?.scrollIntoView({ block: "nearest" })
    }
  }
  const clear = () => {
    found = []
    at = -1
    show()
  }
  const ask = async () => {
    const mine = ++asked
    const query = field.value.trim()
    const pagesFound = query === "" || /^[a-z]+:/i.test(query) ? [] : await pages(query).catch(() => [])
    if (mine !== asked) return
    found = pagesFound.slice(0, 8)
    at = -1
    show()
  }
  field.addEventListener("input", ask)
  return {
    clear,
    /** Whether a key was for the suggestions. */
    key: (key: string): boolean => {
      if (found.length === 0) return false
      if (key === "ArrowDown" || key === "ArrowUp") {
        at = (at + (key === "ArrowDown" ? 1 : -1) + found.length) % found.length
        show()
        return true
      }
      if (key === "Escape") clear()
      else if (key === "Enter" && at >= 0) pick(found[at]!)
      else return false
      return true
    }
  }
}

const view = (
  editor: EditorView,
  current: () => Target | null,
  { link: words }: EditorTexts,
  targets: Targets | undefined
): TooltipView => {
  const target = current()!
  const text = element("input", { id: "link-text", autocomplete: "off" })
  const address = element("input", { id: "link-address", autocomplete: "off", spellcheck: "false" })
  text.value = target.text
  address.value = target.address
  const close = (changes: ReadonlyArray<ChangeSpec>, said: string) => {
    editor.dispatch({
      changes,
      effects: [opened.of(null), ...(said === "" ? [] : [EditorView.announce.of(said)])],
      ...(changes.length > 0 && { userEvent: "input" })
    })
    editor.focus()
  }
  const apply = () => {
    const now = current()
    if (now !== null) close(address.value.trim() === "" ? [] : changesOf(now, text.value, address.value), words.applied)
  }
  const remove = () => {
    const now = current()
    const parts = now?.existing
    if (now)
      close(
        parts === undefined
          ? []
          : [
              { from: now.from, to: now.from + 1 },
              { from: parts.textTo, to: now.to }
            ],
        words.removed
      )
  }
  const list = element("ul", { id: "link-pages", role: "listbox", "aria-label": words.pages, hidden: "" })
  const form = element(
    "form",
    { class: "link-form" },
    element("label", { for: "link-text" }, words.text),
    text,
    element("label", { for: "link-address" }, words.address),
    address,
    list,
    element(
      "div",
      { class: "buttons" },
      ...(target.existing === undefined ? [] : [button({}, remove, words.remove)]),
      button({}, () => close([], ""), words.cancel),
      element("button", { type: "submit", class: "main" }, words.apply)
    )
  )
  let key = (_key: string): boolean => false
  if (targets !== undefined) {
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "link-pages"
    }))
      address.setAttribute(name, value)
    const shown = suggestions(
      address,
      list,
      (query) => targets.pages(query),
      (page) => {
        address.value = page.path
        if (text.value === "") text.value = page.title
        shown.clear()
      }
    )
    key = shown.key
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    apply()
  })
  form.addEventListener("keydown", (event) => {
    event.stopPropagation()
    if (key(event.key)) event.preventDefault()
    else if (event.key === "Escape") {
      event.preventDefault()
      close([], "")
    }
  })
  const first = target.text === "" ? text : address
  const dom = element("div", { role: "dialog", "aria-label": words.title }, form)
  return { dom, mount: () => queueMicrotask(() => first.select()) }
}

/** Opens the popover at the link, the selection or the word. */
const open: Command = (editor) => {
  if (editor.state.readOnly) return false
  editor.dispatch({ effects: opened.of(targetIn(editor.state)) })
  return true
}

/** The popover of links. */
export const linkPopover = (texts: EditorTexts, targets: Targets | undefined): Extension => {
  const field: StateField<{ readonly target: Target; readonly tooltip: Tooltip } | null> = StateField.define<{
    readonly target: Target
    readonly tooltip: Tooltip
  } | null>({
    create: () => null,
    update: (before, { changes, docChanged, effects }) => {
      for (const effect of effects) {
        if (!effect.is(opened)) continue
        const target = effect.value
        if (target === null) return null
        const create = (editor: EditorView) =>
          view(editor, () => editor.state.field(field)?.target ?? null, texts, targets)
        return { target, tooltip: { pos: target.from, above: false, create } }
      }
      if (before === null || !docChanged) return before
      const { target } = before
      const map = (position: number, side = 1) => changes.mapPos(position, side)
      const { existing } = target
      return {
        target: {
          ...target,
          from: map(target.from),
          to: map(target.to, -1),
          ...(existing !== undefined && {
            existing: {
              textTo: map(existing.textTo),
              addressFrom: map(existing.addressFrom, -1),
              addressTo: map(existing.addressTo)
            }
          })
        },
        tooltip: { ...before.tooltip, pos: map(target.from) }
      }
    },
    provide: (self) => showTooltip.from(self, (value) => value?.tooltip ?? null)
  })
  return [field, keymap.of([{ key: "Mod-k", run: open, preventDefault: true }])]
}
