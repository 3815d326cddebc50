/** A space: its tree beside the page that is open. */
import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { exchange, importsDrops } from "../exchange/opened.js"
import { areFilesOpen } from "../files/opened.js"
import { go, moves, type Place, pathOf } from "../navigation/Router.js"
import { areBrokenLinksOpen } from "../page/opened.js"
import { PageScreen } from "../page/PageScreen.js"
import { Administration } from "../parts/Administration.js"
import { later } from "../parts/later.js"
import { areRulesOpen } from "../rules/opened.js"
import { texts } from "../texts.js"
import type { SpaceModel } from "./SpaceModel.js"
import { findPage, withDescendants } from "./Tree.js"
import { TreeView } from "./TreeView.js"

type SpacePlace = Extract<Place, { kind: "space" }>

const Screens = later(async () => (await import("../review/Screens.js")).Screens)
const History = later(async () => (await import("../history/HistoryScreen.js")).HistoryScreen)
const Files = later(async () => (await import("../files/FilesDialog.js")).FilesDialog)
const BrokenLinks = later(async () => (await import("../page/BrokenLinks.js")).BrokenLinks)
const Rules = later(async () => (await import("../rules/RulesDialog.js")).RulesDialog)
const Exchange = later(async () => (await import("../exchange/Exchange.js")).Exchange)

/** Adds a page at the end of the space, and opens it. */
export const addPage = async (model: SpaceModel, place: SpacePlace): Promise<void> => {
  const id = await model.newPage(null)
  const found = id === undefined ? undefined : findPage(model.pages.value, (page) => page.id === id)
  const path = found?.page.path
  if (path !== undefined) go({ kind: "space", space: place.space, request: place.request, path })
}

/** The screen of a space. */
export const SpaceScreen = ({ model, place }: { model: SpaceModel; place: SpacePlace }): JSX.Element => {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const side = useRef<HTMLElement>(null)
  // On a phone, the tree covers the page: it opens with the focus in it, and makes room for where one goes.
  useLayoutEffect(() => setMenuOpen(false), [moves.value])
  useLayoutEffect(() => {
    if (isMenuOpen) side.current?.querySelector<HTMLElement>(".row-link[tabindex='0']")?.focus()
  }, [isMenuOpen])
  const space = model.space.value
  const request = model.request.value
  const pages = model.pages.value
  const shown = useRef<{ readonly path: string | undefined; readonly id: string } | undefined>(undefined)
  const still = shown.current?.path === place.path ? shown.current?.id : undefined
  const named = place.path === undefined ? undefined : findPage(pages, (page) => page.path === place.path)?.page
  // The page that was at this address is still shown after it, or another one, was moved.
  const chosen =
    named ??
    findPage(pages, ({ id }) => id === still)?.page ??
    (place.path === undefined ? pages.flatMap(withDescendants).find(({ type }) => type === "document") : undefined)
  useEffect(() => {
    shown.current = chosen && { path: place.path, id: chosen.id }
    if (chosen?.path !== undefined && place.path !== undefined && chosen.path !== place.path) {
      go({ ...place, path: chosen.path }, { replace: true })
    }
  }, [chosen?.id, chosen?.path, place.path])
  const { request: of, screen } = place
  const path =
    screen === undefined
      ? (chosen?.path ?? place.path)
      : findPage(pages, ({ id }) => id === (place.page ?? place.item))?.page.path
  const shownPlace = { kind: "space", space: space.id, request: of, path } as const
  const canEdit = model.canEdit()
  const mayImport = request === undefined ? space.permissions.edit : canEdit
  return (
    <div class={`space${isMenuOpen ? " menu-open" : ""}${place.part === "changes" ? " without-side" : ""}`}>
      <nav ref={side} class="side" aria-label={texts.menu} {...importsDrops(mayImport)}>
        <div class="side-head">
          <a class="side-title" href={pathOf({ kind: "space", space: space.id })}>
            {space.title}
          </a>
          <button
            type="button"
            class="quiet"
            aria-label={texts.newPage}
            disabled={!canEdit}
            title={model.refusal() ?? texts.newPage}
            onClick={() => void addPage(model, place)}
          >
            +
          </button>
        </div>
        {request !== undefined && (
          <div class="request">
            <a href={pathOf({ kind: "space", space: space.id, request: place.request, screen: "review" })}>
              {texts.inRequest(request.number, request.status)}
            </a>
            <a href={pathOf({ kind: "space", space: space.id })}>{texts.leaveRequest}</a>
          </div>
        )}
        {pages.length === 0 ? <p class="empty">{texts.noPages}</p> : <TreeView model={model} place={shownPlace} />}
        <div class="side-foot">
          <a class="button quiet" href={pathOf({ kind: "space", space: space.id, screen: "requests" })}>
            {texts.requests}
          </a>
          <a class="button quiet" href={pathOf({ kind: "space", space: space.id, request: of, screen: "history" })}>
            {texts.history}
          </a>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              areFilesOpen.value = true
            }}
          >
            {texts.panels.files}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              areBrokenLinksOpen.value = true
            }}
          >
            {texts.links.broken}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              areRulesOpen.value = true
            }}
          >
            {texts.rules}
          </button>
          {(["import", "export"] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              class="quiet"
              disabled={kind === "import" && !mayImport}
              onClick={() => {
                exchange.value = kind
              }}
            >
              {texts[kind]}
            </button>
          ))}
          <Administration space={space} />
        </div>
      </nav>
      <button type="button" class="menu-button" aria-expanded={isMenuOpen} onClick={() => setMenuOpen(!isMenuOpen)}>
        {texts.menu}
      </button>
      <main class="content" {...(chosen === undefined && screen === undefined && importsDrops(mayImport))}>
        {screen === "history" ? (
          <History model={model} place={place} />
        ) : screen !== undefined ? (
          <Screens model={model} place={place} />
        ) : chosen === undefined ? (
          <div class="nothing">
            <p>{place.path === undefined ? (pages.length === 0 ? texts.noPages : texts.pick) : texts.notFound}</p>
            {canEdit && (
              <button type="button" class="primary" onClick={() => void addPage(model, place)}>
                {pages.length === 0 ? texts.firstPage : texts.newPage}
              </button>
            )}
          </div>
        ) : (
          <PageScreen key={`${model.line}/${chosen.id}`} model={model} page={chosen} />
        )}
      </main>
      {areFilesOpen.value && <Files model={model} />}
      {areBrokenLinksOpen.value && <BrokenLinks model={model} />}
      {areRulesOpen.value && <Rules model={model} />}
      {exchange.value !== undefined && (
        <Exchange kind={exchange.value} model={model} page={screen === undefined ? chosen : undefined} />
      )}
    </div>
  )
}
