/** What runs in the browser: opens the editor for a test, and lets the test reach it. */
import { type Editor, type EditorOptions, openEditor } from "../../../src/client/editor/Editor.js"
import { editorTexts } from "../../../src/client/editor/texts.js"

/** The options that a test can give from outside. */
export type Given = Partial<Pick<EditorOptions, "doc" | "mode" | "readOnly">>

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
  text: () => reached.editor.view.state.doc.toString()
}

Object.assign(globalThis, { lectern: reached })
