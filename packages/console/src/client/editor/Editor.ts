import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import { EditorState, type Extension } from "@codemirror/state"
import { EditorView, keymap } from "@codemirror/view"
export interface PageTarget {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly href: string
}
export const editorTexts = {}
export interface EditorOptions {
  readonly parent: HTMLElement
  readonly doc: string
  readonly readOnly?: boolean
  readonly extensions?: Extension
  readonly mode?: "preview" | "source"
  readonly texts: object
  readonly complete?: {
    pages(query: string): Promise<ReadonlyArray<PageTarget>>
    people(query: string): Promise<ReadonlyArray<never>>
    headings?(path: string): Promise<ReadonlyArray<never>>
  }
  readonly image?: (url: string) => string | undefined
}
export interface Editor {
  readonly view: EditorView
  setMode(mode: string): void
  setReadOnly(is: boolean): void
  focus(): void
  destroy(): void
}
export const openEditor = (o: EditorOptions): Editor => {
  const root = o.parent.attachShadow({ mode: "open" })
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: o.doc,
      extensions: [
        EditorState.lineSeparator.of("\n"),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        o.extensions ?? []
      ]
    })
  })
  return { view, setMode() {}, setReadOnly() {}, focus: () => view.focus(), destroy: () => view.destroy() }
}
