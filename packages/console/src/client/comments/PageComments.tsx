/** The comments on the page that is open, beside its text. */
import "../parts/shared.js"
import type { EditorView } from "@codemirror/view"
import { type ReadonlySignal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import type { PageNode } from "../api/Objects.js"
import { chooseWords, chosenWords, type Mark, showMarks } from "../editor/commentMarks.js"
import { wordsIn } from "../editor/wordsIn.js"
import type { Saving } from "../saving/LivePage.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { Composer } from "./Composer.js"
import { ApplyPicked, useThreads } from "./PageThreads.js"
import type { Thread } from "./Threads.js"
import { ThreadView } from "./ThreadView.js"
import { texts } from "./texts.js"

/** Resolves once what was typed is stored, so that the words of a comment are there. */
const stored = (saving: ReadonlySignal<Saving | undefined>): Promise<void> =>
  new Promise((resolve) => {
    const stop = saving.subscribe((now) => {
      if (now !== undefined && now.kind !== "saved" && now.kind !== "ended") return
      // It may be so at the beginning, before there is anything to stop.
      queueMicrotask(() => stop())
      resolve()
    })
  })

const isAt = (thread: Thread, view: EditorView): Mark | undefined => {
  const { lost, quote, range } = thread.target
  if (range === undefined || quote === undefined || lost === true) return undefined
  const text = view.state.doc.toString()
  const isStill = text.slice(range.start, range.end).length > 0 && thread.status === "open"
  const words = wordsIn(text, { quote, start: range.start })
  const place = words ?? (isStill && range.end <= text.length ? { from: range.start, to: range.end } : undefined)
  return place && { ...place, thread: thread.id }
}

/** The panel. `view` is the editor of the page, once it is open. */
export const PageComments = (given: {
  readonly model: SpaceModel
  readonly page: PageNode
  readonly view: ReadonlySignal<EditorView | undefined>
  readonly saving: ReadonlySignal<Saving | undefined>
}): JSX.Element => {
  const { model, page, saving, view } = given
  const threads = useThreads(model)
  const quote = useSignal<string | undefined>(undefined)
  const isWriting = useSignal(false)
  const showsAll = useSignal(false)
  const picked = useSignal<ReadonlySet<string>>(new Set())
  const editor = view.value
  const all = (threads.threads.value ?? []).filter(({ target }) => target.page?.id === page.id)
  const shown = all.filter(({ status }) => showsAll.value || status === "open")
  const { comment: mayComment = false } = model.space.value.permissions
  useEffect(() => {
    if (editor === undefined) return
    showMarks(
      editor,
      all.flatMap((thread) => (thread.status === "open" ? (isAt(thread, editor) ?? []) : []))
    )
  }, [editor, threads.threads.value])
  useEffect(() => {
    if (editor === undefined) return
    const onClick = (event: MouseEvent) => {
      const mark = event.target instanceof Element ? event.target.closest<HTMLElement>(".commented") : null
      const id = mark?.dataset.thread
      if (id !== undefined) document.querySelector(`article[data-thread="${id}"]`)?.scrollIntoView({ block: "center" })
    }
    editor.dom.addEventListener("click", onClick)
    return () => {
      editor.dom.removeEventListener("click", onClick)
      showMarks(editor, [])
      chooseWords(editor, undefined)
    }
  }, [editor])
  const begin = () => {
    if (editor === undefined) return
    const { from, to } = editor.state.selection.main
    chooseWords(editor, from < to ? { from, to } : undefined)
    quote.value = from < to ? editor.state.sliceDoc(from, to) : undefined
    isWriting.value = true
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.altKey || event.code !== "KeyM" || !mayComment) return
      event.preventDefault()
      begin()
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  })
  const end = () => {
    if (editor !== undefined) chooseWords(editor, undefined)
    isWriting.value = false
    editor?.focus()
  }
  const show = (thread: Thread) => () => {
    const place = editor && isAt(thread, editor)
    if (editor === undefined || place === undefined) return
    editor.dispatch({ selection: { anchor: place.from, head: place.to }, scrollIntoView: true })
    editor.focus()
  }
  return (
    <div class="threads">
      {isWriting.value ? (
        <Composer
          model={model}
          label={quote.value === undefined ? texts.onWhole : `${texts.onWords} “${quote.value.slice(0, 60)}”`}
          button={texts.post}
          quote={quote.value}
          draft={`${model.line}/${page.id}/${quote.value ?? ""}`.slice(0, 200)}
          send={async (markdown, suggestion) => {
            await stored(saving)
            const words = editor && chosenWords(editor.state)
            await threads.comment({
              markdown,
              page: page.id,
              ...(words !== undefined && {
                range: { start: words.from, end: words.to },
                quote: editor?.state.sliceDoc(words.from, words.to) ?? ""
              }),
              ...(words !== undefined && suggestion !== undefined && { suggestion })
            })
            end()
          }}
          cancel={end}
        />
      ) : (
        <button
          type="button"
          disabled={!mayComment}
          title={mayComment ? `${texts.onSelection} (Ctrl+Alt+M)` : texts.mayNot}
          // The selection in the text stays.
          onMouseDown={(event) => event.preventDefault()}
          onClick={begin}
        >
          {texts.post}
        </button>
      )}
      <ApplyPicked threads={threads} picked={picked} />
      {all.some(({ status }) => status === "resolved") && (
        <label>
          <input
            type="checkbox"
            checked={showsAll.value}
            onChange={({ currentTarget }) => {
              showsAll.value = currentTarget.checked
            }}
          />{" "}
          {texts.showResolved}
        </label>
      )}
      {threads.threads.value !== undefined && shown.length === 0 && <p class="empty">{texts.none}</p>}
      {shown.map((thread) => (
        <ThreadView
          key={thread.id}
          model={model}
          threads={threads}
          thread={thread}
          picked={picked}
          show={show(thread)}
        />
      ))}
    </div>
  )
}
