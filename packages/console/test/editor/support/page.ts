/** What runs in the browser: opens the editor for a test, and lets the test reach it. */
import { undo } from "@codemirror/commands"
import { ensureSyntaxTree } from "@codemirror/language"
import { type Editor, type EditorOptions, openEditor } from "../../../src/client/editor/Editor.js"
import { type Table, tableOf } from "../../../src/client/editor/tables/table.js"
import { editorTexts } from "../../../src/client/editor/texts.js"

/** The options that a test can give from outside. */
export type Given = Partial<Pick<EditorOptions, "doc" | "mode" | "readOnly">>

/** A letter that is typed at a position. */
export interface TypedLetter {
  readonly at: number
  readonly letter: string
}

/** What a test reaches as `lectern`. */
export interface Reached {
  editor: Editor
  readonly uploads: Array<{
    readonly name: string
    readonly progress: (fraction: number) => void
    readonly done: (path: string | undefined) => void
  }>
  readonly open: (given: Given) => void
  readonly text: () => string
  /** The tables of the whole text, in order. */
  readonly tables: () => ReadonlyArray<
    Pick<Table, "columns"> & { readonly rows: ReadonlyArray<Table["rows"][0]["cells"]> }
  >
  /** How many cells each row of each table has. */
  readonly shape: () => ReadonlyArray<ReadonlyArray<number>>
  /** Types and undoes each letter by transactions, and returns those that changed anything else. */
  readonly type: (letters: ReadonlyArray<TypedLetter>) => ReadonlyArray<TypedLetter>
}

const pages = [
  { title: "Quick start", path: "quick-start.md" },
  { title: "Concepts", path: "concepts.md", detail: "The basics" },
  { title: "Search", path: "search.md" }
]
const people = [
  { name: "Ada Lovelace", markdown: "[@Ada Lovelace](mailto:ada@example.com)" },
  { name: "Alan Turing", markdown: "[@Alan Turing](mailto:alan@example.com)" }
]
const named = (query: string) => (text: string) => text.toLowerCase().includes(query.toLowerCase())

const reached: Reached = {
  editor: undefined as never,
  uploads: [],
  open: (given) => {
    reached.editor?.destroy()
    reached.editor = openEditor({
      parent: document.querySelector<HTMLElement>("#editor")!,
      doc: given.doc ?? "",
      texts: editorTexts,
      ...given,
      complete: {
        pages: async (query) => pages.filter(({ title }) => named(query)(title)),
        people: async (query) => people.filter(({ name }) => named(query)(name)),
        headings: async () => [{ title: "Install", anchor: "install" }]
      },
      image: (url) => (url.startsWith("hidden") ? undefined : `/${url}`),
      paste: async ({ html }) =>
        html.includes("<b>") ? html.replaceAll(/<\/?b>/g, "**").replaceAll(/<[^>]*>/g, "") : undefined,
      upload: (file, progress) =>
        new Promise((resolve, reject) => {
          const done = (path: string | undefined) =>
            path === undefined ? reject(new Error("refused")) : resolve({ path })
          reached.uploads.push({ name: file.name, progress, done })
        })
    })
  },
  text: () => reached.editor.view.state.doc.toString(),
  tables: () => {
    const { state } = reached.editor.view
    const found: Array<ReturnType<Reached["tables"]>[0]> = []
    ensureSyntaxTree(state, state.doc.length, 20_000)?.iterate({
      enter: (node) => {
        if (node.name !== "Table") return
        const { columns, rows } = tableOf(state, node)
        found.push({ columns, rows: rows.map(({ cells }) => cells) })
      }
    })
    return found
  },
  shape: () => reached.tables().map(({ rows }) => rows.map(({ length }) => length)),
  type: (letters) => {
    const { state } = reached.editor.view
    const before = state.doc.toString()
    return letters.filter(({ at, letter }) => {
      const selection = { anchor: at + letter.length }
      let now = state.update({ changes: { from: at, insert: letter }, selection, userEvent: "input.type" }).state
      const isExact = now.doc.toString() === before.slice(0, at) + letter + before.slice(at)
      undo({
        state: now,
        dispatch: (undone) => {
          now = undone.state
        }
      })
      return !isExact || now.doc.toString() !== before
    })
  }
}

Object.assign(globalThis, { lectern: reached })
