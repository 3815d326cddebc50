/**
 * The editor of a page: a live preview over its markdown, which stays as it is stored. This module is large, and is
 * imported when somebody begins to write.
 */
import { history, historyKeymap, standardKeymap } from "@codemirror/commands"
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state"
import { EditorView, keymap } from "@codemirror/view"
import { blocks } from "./blocks.js"
import {
  taskChange,
  toggleBold,
  toggleCode,
  toggleHeading,
  toggleItalic,
  toggleStruck,
  toggleTask
} from "./commands.js"
import { lineEndings } from "./lineEndings.js"
import { linkPopover } from "./linkPopover.js"
import { mentions, pageLinks, type Targets } from "./links.js"
import { deleteMark, indentItem, newLine, outdentItem, plainLine } from "./lists.js"
import { markdown } from "./markdown.js"
import { type PasteOptions, pasting } from "./paste.js"
import type { ImageSource } from "./preview/pictures.js"
import { preview } from "./preview/preview.js"
import { slashMenu } from "./slashMenu.js"
import { source } from "./source.js"
import { editorStyles } from "./styles.js"
import { suggesting } from "./suggestions.js"
import { cellBelow, cellDown, cellUp, nextCell, previousCell } from "./tables/keys.js"
import { tableTools } from "./tables/popover.js"
import type { EditorTexts } from "./texts.js"

/** What is shown: the page as it will read, or the markdown as it is stored. */
export type EditorMode = "preview" | "source"

/** Options of an editor. */
export interface EditorOptions extends PasteOptions {
  /** The element that the editor fills. It gets a shadow root. */
  readonly parent: HTMLElement
  /** The markdown. No character of it changes unless somebody edits it. */
  readonly doc: string
  readonly readOnly?: boolean
  /** What the caller adds: collaboration, the carets of others, listeners. */
  readonly extensions?: Extension
  /** By default the preview. */
  readonly mode?: EditorMode
  readonly texts: EditorTexts
  /** Where the targets of links and mentions come from; neither is suggested when absent. */
  readonly complete?: Targets
  /** The address that a picture is shown from, which may have to be found out; `undefined` if it is not shown. */
  readonly image?: ImageSource
}

/** An open editor. */
export interface Editor {
  readonly view: EditorView
  setMode(mode: EditorMode): void
  setReadOnly(is: boolean): void
  focus(): void
  /** Removes the editor. The parent keeps its shadow root, which another editor may fill. */
  destroy(): void
}

/** How long Tab leaves the editor after Escape, in milliseconds; another key ends it sooner. */
const leaving = 30_000

const keys = (texts: EditorTexts): Extension => [
  Prec.high(
    keymap.of([
      { key: "Mod-b", run: toggleBold, preventDefault: true },
      { key: "Mod-i", run: toggleItalic, preventDefault: true },
      { key: "Mod-e", run: toggleCode, preventDefault: true },
      { key: "Mod-Shift-x", run: toggleStruck, preventDefault: true },
      ...[1, 2, 3, 4].map((level) => ({ key: `Mod-Alt-${level}`, run: toggleHeading(level), preventDefault: true })),
      { key: "Mod-Enter", run: toggleTask, preventDefault: true },
      { key: "Enter", run: cellBelow },
      { key: "Enter", run: newLine, shift: plainLine },
      { key: "Backspace", run: deleteMark },
      { key: "Tab", run: nextCell, shift: previousCell },
      { key: "Tab", run: indentItem, shift: outdentItem },
      { key: "ArrowUp", run: cellUp },
      { key: "ArrowDown", run: cellDown }
    ])
  ),
  keymap.of([
    ...historyKeymap,
    {
      key: "Escape",
      run: (view) => {
        view.setTabFocusMode(leaving)
        view.dispatch({ effects: EditorView.announce.of(texts.leaving) })
        return true
      }
    },
    ...standardKeymap
  ])
]

/** A click on the box of a task ticks it. */
const taskClicks = EditorView.domEventHandlers({
  mousedown: (event, view) => {
    const { target } = event
    if (
      !(target instanceof HTMLElement) ||
      !target.classList.contains("box") ||
      view.state.readOnly ||
      event.button !== 0
    )
      return false
    const changes = taskChange(view.state, view.posAtDOM(target))
    if (changes === undefined) return false
    event.preventDefault()
    view.dispatch({ changes, userEvent: "input" })
    return true
  }
})

/** Measures a character of the fixed-width font, which the lines of lists hang by. */
const measure = (host: HTMLElement, root: ShadowRoot): void => {
  const sample = document.createElement("span")
  sample.className = "prefix"
  sample.style.cssText = "position:absolute;visibility:hidden;font-size:16px"
  sample.textContent = "0".repeat(20)
  root.append(sample)
  const width = sample.getBoundingClientRect().width / 20
  sample.remove()
  if (width > 0) host.style.setProperty("--ch", `${width}px`)
}

/** Opens an editor. */
export const openEditor = (options: EditorOptions): Editor => {
  const {
    complete,
    doc,
    extensions = [],
    image = () => undefined,
    mode = "preview",
    parent,
    readOnly = false,
    texts
  } = options
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(editorStyles)
  const modes = new Compartment()
  const locks = new Compartment()
  const shownAs = (shown: EditorMode): Extension => (shown === "source" ? source : preview(texts, image))
  const locked = (is: boolean): Extension => [
    EditorState.readOnly.of(is),
    EditorView.contentAttributes.of(is ? { "aria-readonly": "true" } : {})
  ]
  const finds = new Compartment()
  const find = (view: EditorView): boolean => {
    import("./find.js").then(({ finding, openFind }) => {
      if (!view.dom.isConnected) return
      view.dispatch({ effects: finds.reconfigure(finding) })
      openFind(view)
    })
    return true
  }
  const sources = [slashMenu(texts), ...(complete === undefined ? [] : [pageLinks(complete), mentions(complete)])]
  const state = EditorState.create({
    doc,
    extensions: [
      extensions,
      lineEndings,
      markdown,
      blocks,
      modes.of(shownAs(mode)),
      locks.of(locked(readOnly)),
      taskClicks,
      history(),
      keys(texts),
      linkPopover(texts, complete),
      tableTools(texts),
      pasting(options, texts),
      finds.of(keymap.of([{ key: "Mod-f", run: find, preventDefault: true }])),
      suggesting(sources, texts.suggestions),
      EditorState.phrases.of(texts.phrases),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorView.contentAttributes.of({
        "aria-label": texts.label,
        tabindex: "0",
        spellcheck: "true",
        autocorrect: "on",
        autocapitalize: "sentences"
      })
    ]
  })
  const view = new EditorView({ state, root, parent: root })
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  measure(parent, root)
  return {
    view,
    setMode: (shown) => view.dispatch({ effects: modes.reconfigure(shownAs(shown)) }),
    setReadOnly: (is) => view.dispatch({ effects: locks.reconfigure(locked(is)) }),
    focus: () => view.focus(),
    destroy: () => {
      view.destroy()
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }
}
