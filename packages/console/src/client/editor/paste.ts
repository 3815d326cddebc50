/** Pastes and drops: pages of the web as markdown, files as pictures and links, and plain text. */
import { isolateHistory } from "@codemirror/commands"
import type { Extension } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { isVerbatim } from "./commands.js"
import { endingAt, withEnding } from "./lineEndings.js"
import { linkAddress } from "./links.js"
import { linkText } from "./linkText.js"
import { arrived, expected, pending, progressed } from "./pending.js"
import type { EditorTexts } from "./texts.js"

/** What the caller does for pastes. */
export interface PasteOptions {
  /** Stores a file, and tells how much was sent, from 0 to 1. */
  readonly upload?: (file: File, progress: (fraction: number) => void) => Promise<{ readonly path: string }>
  /** The markdown of a clipboard; `undefined` if its plain text is to be pasted. */
  readonly paste?: (clipboard: { html: string; plain: string }) => Promise<string | undefined>
}

let ids = 0

const filled = (text: string, value: string): string => text.replace("$", () => value)

/** Waits at a range for markdown, and puts it there as one step of undo. */
const insertWhenThere = async (
  view: EditorView,
  from: number,
  to: number,
  label: string | undefined,
  markdown: (progress: (fraction: number) => void) => Promise<string | undefined>
): Promise<void> => {
  const id = ids++
  view.dispatch({ effects: expected.of({ id, from, to, ...(label !== undefined && { label }) }) })
  const isWaiting = () => view.dom.isConnected && view.state.field(pending).some((each) => each.id === id)
  try {
    const text = await markdown((fraction) => {
      if (isWaiting()) view.dispatch({ effects: progressed.of({ id, fraction: Math.max(0, Math.min(1, fraction)) }) })
    })
    if (!isWaiting()) return
    const place = view.state.field(pending).find((each) => each.id === id)!
    const { doc, selection } = view.state
    const insert = withEnding(text ?? "", endingAt(doc, place.from))
    // Whoever has gone on writing elsewhere stays there.
    const isThere = selection.main.from >= place.from && selection.main.to <= place.to
    view.dispatch({
      changes: { from: place.from, to: place.to, insert },
      ...(isThere && { selection: { anchor: place.from + insert.length }, scrollIntoView: true }),
      effects: arrived.of(id),
      annotations: isolateHistory.of("full"),
      userEvent: "input.paste"
    })
  } catch (error) {
    if (isWaiting()) view.dispatch({ effects: arrived.of(id) })
    throw error
  }
}

const upload = (
  view: EditorView,
  files: ReadonlyArray<File>,
  at: readonly [number, number],
  options: PasteOptions,
  texts: EditorTexts
): void => {
  const { upload: send } = options
  if (send === undefined) return
  for (const [index, file] of files.entries()) {
    const [from, to] = index === 0 ? at : [at[1], at[1]]
    const markdown = async (progress: (fraction: number) => void) => {
      const { path } = await send(file, progress)
      const link = `[${linkText(file.name)}](${linkAddress(path)})`
      return file.type.startsWith("image/") ? `!${link}` : link
    }
    insertWhenThere(view, from, to, filled(texts.uploading, file.name), markdown).then(
      () => announce(view, filled(texts.uploaded, file.name)),
      () => announce(view, filled(texts.failed, file.name))
    )
  }
}

const announce = (view: EditorView, text: string): void => {
  if (view.dom.isConnected) view.dispatch({ effects: EditorView.announce.of(text) })
}

const address = /^(?:https?:\/\/|mailto:)\S+$/

/** An address that is pasted over words makes a link of them. */
const linked = (view: EditorView, plain: string): boolean => {
  const { empty, from, to } = view.state.selection.main
  const text = view.state.sliceDoc(from, to)
  if (empty || !address.test(plain.trim()) || address.test(text.trim()) || /[\n[\]]/.test(text)) return false
  const insert = `[${text}](${linkAddress(plain)})`
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: isolateHistory.of("full"),
    userEvent: "input.paste"
  })
  return true
}

/** Handles pastes and drops. */
export const pasting = (options: PasteOptions, texts: EditorTexts): Extension => {
  let isPlain = false
  return [
    pending,
    EditorView.domEventHandlers({
      keydown: (event) => {
        if (event.key.toLowerCase() === "v") isPlain = event.shiftKey
        return false
      },
      paste: (event, view) => {
        const asPlain = isPlain
        isPlain = false
        const { clipboardData: data } = event
        if (data === null || view.state.readOnly) return false
        const { from, to } = view.state.selection.main
        const plain = data.getData("text/plain")
        const html = data.getData("text/html")
        const files = [...data.files]
        if (files.length > 0 && plain === "" && options.upload !== undefined) {
          upload(view, files, [from, to], options, texts)
          return true
        }
        if (asPlain || isVerbatim(view.state, from)) return false
        if (linked(view, plain)) return true
        const { paste } = options
        // Code of an editor is text, although it comes with colours.
        if (paste === undefined || html === "" || data.types.includes("vscode-editor-data")) return false
        insertWhenThere(view, from, to, undefined, async () => {
          const markdown = await paste({ html, plain }).catch(() => undefined)
          return markdown ?? plain
        })
        return true
      },
      drop: (event, view) => {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0 || view.state.readOnly) return false
        event.preventDefault()
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
        upload(view, files, [at, at], options, texts)
        return true
      }
    })
  ]
}
