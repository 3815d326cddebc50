/** The history of a space, of a change request, or of a page: its revisions, which can be compared, named and restored. */
import "../parts/shared.js"
import "./styles.js"
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { get } from "../api/Api.js"
import type { PageNode, Revision } from "../api/Objects.js"
import { moves, type Place, pathOf, takeMove } from "../navigation/Router.js"
import { CloseButton } from "../parts/CloseButton.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { findPage } from "../space/Tree.js"
import { texts as shared } from "../texts.js"
import { Compared } from "./Compared.js"
import { GroupRow, type RowActions } from "./GroupRow.js"
import { groupsOf } from "./Groups.js"
import { Naming } from "./Naming.js"
import { Restore } from "./Restore.js"
import { texts } from "./texts.js"

/** How many more revisions are read at a time. */
const some = 50

interface Listed {
  readonly revisions: ReadonlyArray<Revision>
  readonly isAll: boolean
}

interface Page {
  readonly items: ReadonlyArray<Revision>
  readonly next?: { readonly page: string }
}

/** The newest revisions of a list, at least `wanted` of them if there are so many. */
const readRevisions = async (path: string, wanted: number): Promise<Listed> => {
  const revisions: Array<Revision> = []
  let query = ""
  for (;;) {
    const { items, next } = await get<Page>(`${path}&limit=${some}${query}`)
    revisions.push(...items)
    if (next === undefined || revisions.length >= wanted) return { revisions, isAll: next === undefined }
    query = `&page=${encodeURIComponent(next.page)}`
  }
}

/** Two revisions that are compared. */
interface Pair {
  readonly from: string
  readonly to: string
}

/** What is shown over the list. */
type Shown = { readonly kind: "name" | "restore"; readonly revision: Revision }

/** The screen. */
export const HistoryScreen = (given: {
  readonly model: SpaceModel
  readonly place: Extract<Place, { kind: "space" }>
}): JSX.Element => {
  const { model, place } = given
  const space = model.space.value
  const request = model.request.value
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useSignal(some)
  const version = useSignal(0)
  const isNamed = useSignal(false)
  const marked = useSignal<ReadonlyArray<Revision>>([])
  const pair = useSignal<Pair | undefined>(undefined)
  const shown = useSignal<Shown | undefined>(undefined)
  const page: PageNode | undefined = findPage(model.pages.value, ({ id }) => id === place.page)?.page
  const about = place.page === undefined ? "" : `&changedPage=${encodeURIComponent(place.page)}`
  const path = `${model.line}/revisions?${isNamed.value ? "named=true" : "named=false"}${about}`
  const { found, problem } = useAnswer(
    () => readRevisions(path, wanted.value),
    [path, wanted.value, version.value, space, request]
  )
  useEffect(() => {
    const focused = takeMove()
    const { activeElement } = document
    if (activeElement === document.body || activeElement === focused || focused?.isConnected === false) {
      heading.current?.focus()
    }
  }, [moves.value])
  useEffect(() => {
    marked.value = []
    pair.value = undefined
  }, [model.line, place.page])
  const title = page?.title ?? (request === undefined ? space.title : shared.inRequest(request.number, request.status))
  useEffect(() => {
    document.title = `${texts.of(title)} · ${space.title}`
  }, [title])
  const actions: RowActions = {
    space,
    canEdit: space.permissions.edit,
    isMarked: ({ id }) => marked.value.some((each) => each.id === id),
    mark: (revision, isOn) => {
      const others = marked.value.filter(({ id }) => id !== revision.id)
      marked.value = isOn ? [...others, revision].slice(-2) : others
    },
    compare: (from, to) => {
      pair.value = { from, to }
    },
    name: (revision) => {
      shown.value = { kind: "name", revision }
    },
    restore: (revision) => {
      shown.value = { kind: "restore", revision }
    }
  }
  const compareMarked = () => {
    const [older, newer] = marked.value.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    if (older !== undefined && newer !== undefined) pair.value = { from: older.id, to: newer.id }
  }
  const close = () => {
    shown.value = undefined
  }
  return (
    <article class="page">
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1} class="history-title">
          {texts.of(title)}
        </h1>
        <div class="page-tools">
          {place.page !== undefined && (
            <a
              class="button"
              href={pathOf({ kind: "space", space: space.id, request: place.request, screen: "history" })}
            >
              {texts.wholeSpace}
            </a>
          )}
          <button
            type="button"
            aria-pressed={isNamed.value}
            onClick={() => {
              isNamed.value = !isNamed.value
            }}
          >
            {texts.onlyNamed}
          </button>
          <button type="button" disabled={marked.value.length < 2} title={texts.help} onClick={compareMarked}>
            {texts.compareMarked}
          </button>
        </div>
      </header>
      <div class={pair.value === undefined ? "page-body" : "page-body with-panel"}>
        <div class="history">
          {problem !== undefined && <p class="empty">{shared.failed(problem)}</p>}
          {found === undefined && problem === undefined && <p class="empty">{shared.loading}</p>}
          {found?.revisions.length === 0 && <p class="empty">{texts.none}</p>}
          <ol class="revisions">
            {groupsOf(found?.revisions ?? []).map((group) => (
              <GroupRow key={group.at(-1)?.id} group={group} actions={actions} />
            ))}
          </ol>
          {found?.isAll === false && (
            <button
              type="button"
              onClick={() => {
                wanted.value += some
              }}
            >
              {texts.more}
            </button>
          )}
        </div>
        {pair.value !== undefined && (
          <aside class="panel panel-wide" aria-label={texts.changes.title}>
            <div class="section-head">
              <h2>{texts.changes.title}</h2>
              <CloseButton
                close={() => {
                  pair.value = undefined
                }}
              />
            </div>
            <Compared model={model} {...pair.value} />
          </aside>
        )}
      </div>
      {shown.value?.kind === "name" && (
        <Naming
          space={space}
          revision={shown.value.revision}
          close={(isChanged) => {
            close()
            if (isChanged) version.value++
          }}
        />
      )}
      {shown.value?.kind === "restore" && (
        <Restore model={model} revision={shown.value.revision} page={page} close={close} />
      )}
    </article>
  )
}
