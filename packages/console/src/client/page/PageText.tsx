/** The text of a page in an editor, which saves it while it is typed if it may be edited. */
import type { EditorView } from "@codemirror/view"
import { type Signal, signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { get, isTemporary } from "../api/Api.js"
import type { PageNode } from "../api/Objects.js"
import { person } from "../api/Session.js"
import { place as here, isOnLineOf, moves, takeMove } from "../navigation/Router.js"
import { CloseButton } from "../parts/CloseButton.js"
import { copy } from "../parts/Toasts.js"
import { draftsOfText } from "../saving/Drafts.js"
import type { LivePage, Saving } from "../saving/LivePage.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { keepTyped, takeTyped, writes } from "./TypedAhead.js"

/** Whether the markdown is shown as it is stored. The choice holds for all pages. */
export const isSource = signal(false)

interface Opened {
  readonly live?: LivePage
  readonly text: string
}

/** The text; `startRequest` is called when somebody types where it is read only, but may be edited in a change request. */
export const PageText = (given: {
  readonly model: SpaceModel
  readonly page: PageNode
  readonly isReadOnly: boolean
  readonly startRequest: () => void
  readonly saving: Signal<Saving | undefined>
  readonly others: Signal<ReadonlyArray<string>>
  readonly version: Signal<number>
  /** The editor, while it is open. */
  readonly view: Signal<EditorView | undefined>
}): JSX.Element => {
  const { isReadOnly, model, others, page, saving, startRequest, version, view } = given
  const parent = useRef<HTMLDivElement>(null)
  const tries = useSignal(0)
  const problem = useSignal<string | undefined>(undefined)
  const notice = useSignal<string | undefined>(undefined)
  const kept = useSignal<string | undefined>(undefined)
  const isLoading = useSignal(true)
  const refocus = useRef<(() => void) | undefined>(undefined)
  const wasLive = useRef(false)
  useEffect(() => {
    // The page that somebody has gone to was open already.
    if (refocus.current !== undefined && takeMove() !== undefined) refocus.current()
  }, [moves.value])
  useEffect(() => {
    const me = person.value
    if (me === undefined) return
    // Where somebody has gone gets the focus, unless they have left for another part of the window meanwhile.
    const focused = takeMove()
    const from = here.peek()
    let isOver = false
    const ends: Array<() => void> = []
    const place = { space: model.space.value.id, request: model.request.value?.id, page: page.id }
    const findKept = async () => {
      kept.value = (await draftsOfText(me.id, place).catch(() => [])).at(-1)?.text
    }
    const open = async () => {
      const [{ openEditor, withPage }, opened] = await Promise.all([
        import("../editor/WithPage.js"),
        isReadOnly
          ? get<{ markdown?: string }>(`${model.line}/content/page/${page.id}?format=markdown`).then(
              ({ markdown = "" }): Opened => ({ text: markdown })
            )
          : import("../saving/LivePage.js")
              .then(({ openLivePage }) => openLivePage(me.id, place, page))
              .then((live): Opened => ({ live, text: live.text }))
      ])
      if (isOver || parent.current === null) return opened.live?.close()
      isLoading.value = false
      // Somebody wrote here until main was closed to edits.
      const isStopped = opened.live === undefined && wasLive.current
      problem.value = isStopped ? texts.stopped : undefined
      if (isStopped) void findKept()
      wasLive.current = opened.live !== undefined
      const host = document.createElement("div")
      parent.current.replaceChildren(host)
      const editor = openEditor({
        parent: host,
        doc: opened.text,
        readOnly: isReadOnly,
        mode: isSource.peek() ? "source" : "preview",
        ...withPage(model),
        ...(opened.live !== undefined && { extensions: opened.live.extension })
      })
      view.value = editor.view
      ends.push(() => {
        view.value = undefined
        opened.live?.close(isOnLineOf(from))
        editor.destroy()
      })
      ends.push(isSource.subscribe((is) => editor.setMode(is ? "source" : "preview")))
      const { activeElement } = document
      if (activeElement === document.body || activeElement === focused || focused?.isConnected === false) editor.focus()
      refocus.current = () => editor.focus()
      const { live } = opened
      if (live === undefined) {
        host.addEventListener("keydown", (event) => {
          if (!writes(event) || !model.space.value.permissions.edit) return
          event.preventDefault()
          keepTyped(page.id, editor.view.state.selection.main.head, event.key)
          startRequest()
        })
        return
      }
      live.attach(editor.view)
      const typed = takeTyped()
      if (typed?.page === page.id) {
        const from = Math.min(typed.at, editor.view.state.doc.length)
        editor.view.dispatch({
          changes: { from, insert: typed.text },
          selection: { anchor: from + typed.text.length },
          userEvent: "input.type"
        })
        editor.focus()
      }
      notice.value = live.notice && texts.notices[live.notice]
      ends.push(
        live.saving.subscribe((now) => {
          saving.value = now
          if (now.kind === "ended") editor.setReadOnly(true)
        }),
        live.version.subscribe((now) => {
          version.value = now
        }),
        live.present.subscribe((people) => {
          others.value = [...new Set(people.flatMap(({ displayName }) => displayName ?? []))]
        }),
        live.isStale.subscribe((isStale) => {
          if (isStale) tries.value++
        })
      )
    }
    open().catch(async (error: unknown) => {
      if (isOver) return
      isLoading.value = false
      problem.value = texts.ended(error instanceof Error ? error.message : String(error))
      await findKept()
      // What is allowed here may have changed without an event of the space.
      if (!isTemporary(error)) await model.reload().catch(() => {})
    })
    return () => {
      isOver = true
      refocus.current = undefined
      saving.value = undefined
      others.value = []
      for (const end of ends.reverse()) end()
      parent.current?.replaceChildren()
    }
  }, [page.id, model, isReadOnly, tries.value])
  const now = saving.value
  const reason = now?.kind === "ended" ? texts.ended(now.reason) : problem.value
  return (
    <>
      {reason !== undefined && (
        <div class="banner bad" role="alert">
          <span>{reason}</span>
          {kept.value !== undefined && (
            <button type="button" onClick={() => copy(kept.value ?? "", texts.copied)}>
              {texts.copyText}
            </button>
          )}
          <button type="button" onClick={() => tries.value++}>
            {texts.retry}
          </button>
        </div>
      )}
      {notice.value !== undefined && (
        <div class="banner" role="status">
          <span>{notice.value}</span>
          <CloseButton
            close={() => {
              notice.value = undefined
            }}
          />
        </div>
      )}
      {isLoading.value && <p class="empty page-loading">{texts.loading}</p>}
      <div ref={parent} class="editor-host" />
    </>
  )
}
