/** A page that is open: its text in the editor, whether it is saved, and who else is there. */
import type { EditorView } from "@codemirror/view"
import { type Signal, signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { get, isTemporary } from "../api/Api.js"
import type { PageNode } from "../api/Objects.js"
import { hasReader, person } from "../api/Session.js"
import { go, moves, pathOf, takeMove } from "../navigation/Router.js"
import { CloseButton } from "../parts/CloseButton.js"
import { later } from "../parts/later.js"
import { noteRecent } from "../parts/Recent.js"
import { complain, copy } from "../parts/Toasts.js"
import { draftsOfText } from "../saving/Drafts.js"
import type { LivePage, Saving } from "../saving/LivePage.js"
import { mainRefusal, openRequest, type SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { PageLinks } from "./PageLinks.js"
import { ReaderView } from "./ReaderView.js"
import { keepTyped, takeTyped, writes } from "./TypedAhead.js"

type PanelName = "settings" | "links" | "comments" | "reader"

const names: ReadonlyArray<PanelName> = hasReader
  ? ["settings", "links", "comments", "reader"]
  : ["settings", "links", "comments"]

const PageSettings = later(async () => (await import("./PageSettings.js")).PageSettings)

/** What is shown beside the text. The choice holds for all pages. */
export const panel = signal<PanelName | undefined>(undefined)

/** Shows something beside the text, or hides it if it is shown. */
export const togglePanel = (name: PanelName): void => {
  panel.value = panel.value === name ? undefined : name
}

const Comments = later(async () => (await import("../comments/PageComments.js")).PageComments)

const Panel = (given: {
  readonly model: SpaceModel
  readonly name: PanelName
  readonly page: PageNode
  readonly version: Signal<number>
  readonly view: Signal<EditorView | undefined>
  readonly saving: Signal<Saving | undefined>
}): JSX.Element => {
  const { model, name, page, saving, version, view } = given
  return (
    <aside class={name === "reader" ? "panel panel-reader" : "panel"} aria-label={texts.panels[name]}>
      <div class="section-head">
        <h2>{texts.panels[name]}</h2>
        <CloseButton close={() => togglePanel(name)} />
      </div>
      {name === "settings" && <PageSettings key={page.id} model={model} id={page.id} />}
      {name === "links" && <PageLinks key={page.id} model={model} id={page.id} />}
      {name === "comments" && <Comments key={page.id} model={model} page={page} view={view} saving={saving} />}
      {name === "reader" && <ReaderView key={page.id} model={model} page={page} version={version} />}
    </aside>
  )
}

/** Whether the markdown is shown as it is stored. The choice holds for all pages. */
export const isSource = signal(false)

/** How the saving of a text stands, in words. */
const wordsOf = (saving: Saving): string => {
  if (saving.kind === "saved") return texts.saved
  if (saving.kind === "saving") return texts.saving
  return saving.kind === "offline" ? texts.offline(saving.changes, saving.isKept) : ""
}

interface Opened {
  readonly live?: LivePage
  readonly text: string
}

/** Text that cannot be edited here, with the reason. */
const reasonOf = (model: SpaceModel, page: PageNode): string | undefined => {
  if (page.type === "link") return texts.linkPage
  if (page.type !== "document") return texts.noText
  return model.refusal()
}

const Body = (given: {
  readonly model: SpaceModel
  readonly page: PageNode
  readonly isReadOnly: boolean
  readonly startRequest: () => void
  readonly saving: Signal<Saving | undefined>
  readonly others: Signal<ReadonlyArray<string>>
  readonly version: Signal<number>
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
        opened.live?.close()
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

/** The page. */
export const PageScreen = ({ model, page }: { model: SpaceModel; page: PageNode }): JSX.Element => {
  const saving = useSignal<Saving | undefined>(undefined)
  const others = useSignal<ReadonlyArray<string>>([])
  const version = useSignal(0)
  const view = useSignal<EditorView | undefined>(undefined)
  const space = model.space.value
  const current = model.request.value
  const reason = reasonOf(model, page)
  const path = page.path ?? ""
  useEffect(() => {
    document.title = `${page.title || texts.untitled} · ${space.title}`
    if (person.value === undefined || page.path === undefined) return
    noteRecent(person.value.id, {
      space: space.id,
      spaceTitle: space.title,
      path: page.path,
      title: page.title || texts.untitled,
      request: current?.id
    })
  }, [page.id, page.title, page.path, current?.id])
  const isStarting = useRef(false)
  const startRequest = () => {
    // One request for all keys that are pressed until it is open.
    if (isStarting.current) return
    isStarting.current = true
    openRequest(space).then(
      ({ id }) => go({ kind: "space", space: space.id, request: id, path }),
      (error: unknown) => {
        isStarting.current = false
        takeTyped()
        complain(error)
      }
    )
  }
  const now = saving.value
  const isPublic = current === undefined && space.urls.published !== undefined && reason === undefined
  return (
    <article class="page">
      <header class="page-head">
        <div class="page-state">
          {now !== undefined && now.kind !== "ended" && (
            <span class={`saving ${now.kind}`} role="status">
              {wordsOf(now)}
            </span>
          )}
          {isPublic && (
            <span class="dim" title={texts.goesPublic}>
              {texts.goesPublic}
            </span>
          )}
          {others.value.length > 0 && <span class="dim">{texts.others(others.value.join(", "))}</span>}
        </div>
        <div class="page-tools">
          <button
            type="button"
            aria-pressed={isSource.value}
            title={`${texts.toggleSource} (Ctrl+/)`}
            onClick={() => {
              isSource.value = !isSource.value
            }}
          >
            {isSource.value ? texts.preview : texts.source}
          </button>
          {page.type !== "link" &&
            names.map((name) => (
              <button key={name} type="button" aria-pressed={panel.value === name} onClick={() => togglePanel(name)}>
                {texts.panels[name]}
              </button>
            ))}
          <a
            class="button"
            href={pathOf({ kind: "space", space: space.id, request: current?.id, screen: "history", page: page.id })}
          >
            {texts.history}
          </a>
        </div>
      </header>
      {reason !== undefined && (
        <div class="banner">
          <span>{reason}</span>
          {reason === mainRefusal(space) && (
            <button type="button" class="primary" onClick={startRequest}>
              {texts.editInRequest}
            </button>
          )}
        </div>
      )}
      <div class={panel.value === undefined ? "page-body" : "page-body with-panel"}>
        <div class="page-text">
          {page.type === "document" && (
            <Body
              model={model}
              page={page}
              isReadOnly={reason !== undefined}
              startRequest={startRequest}
              saving={saving}
              others={others}
              version={version}
              view={view}
            />
          )}
        </div>
        {panel.value !== undefined && page.type !== "link" && (
          <Panel model={model} name={panel.value} page={page} version={version} view={view} saving={saving} />
        )}
      </div>
    </article>
  )
}
