/** A page that is open: its text in the editor, whether it is saved, and who else is there. */
import type { EditorView } from "@codemirror/view"
import { type Signal, signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { PageNode } from "../api/Objects.js"
import { hasReader, person } from "../api/Session.js"
import { go, pathOf } from "../navigation/Router.js"
import { CloseButton } from "../parts/CloseButton.js"
import { later } from "../parts/later.js"
import { noteRecent } from "../parts/Recent.js"
import { complain } from "../parts/Toasts.js"
import type { Saving } from "../saving/LivePage.js"
import { mainRefusal, openRequest, type SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { PageLinks } from "./PageLinks.js"
import { isSource, PageText } from "./PageText.js"
import { ReaderView } from "./ReaderView.js"
import { takeTyped } from "./TypedAhead.js"

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

/** How the saving of a text stands, in words. */
const wordsOf = (saving: Saving): string => {
  if (saving.kind === "saved") return texts.saved
  if (saving.kind === "saving") return texts.saving
  return saving.kind === "offline" ? texts.offline(saving.changes, saving.isKept) : ""
}

/** Text that cannot be edited here, with the reason. */
const reasonOf = (model: SpaceModel, page: PageNode): string | undefined => {
  if (page.type === "link") return texts.linkPage
  if (page.type !== "document") return texts.noText
  return model.refusal()
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
            <PageText
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
