/** The changes of a change request: the list of them beside the one that is looked at. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { all, request as call, get } from "../api/Api.js"
import type { ItemComparison, PageNode } from "../api/Objects.js"
import { ApplyPicked, CommentSelection, usePageThreads, useThreads, WholePage } from "../comments/PageThreads.js"
import { Comparison } from "../comparison/Comparison.js"
import { type Changed, changedOf } from "../comparison/changed.js"
import { LookButtons, look } from "../comparison/look.js"
import { texts } from "../comparison/texts.js"
import { picturesOf } from "../files/Pictures.js"
import { go, type Place, pathOf } from "../navigation/Router.js"
import { complain } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { withDescendants } from "../space/Tree.js"
import { Rest, useListed } from "./Listed.js"

type SpacePlace = Extract<Place, { kind: "space" }>

/** Changes in the order in which the tree has their pages; what is not in it comes last, as it was. */
const inTreeOrder = (items: ReadonlyArray<Changed>, pages: ReadonlyArray<PageNode>): ReadonlyArray<Changed> => {
  const places = new Map(pages.flatMap(withDescendants).map(({ id }, index) => [id, index] as const))
  const placeOf = ({ id }: Changed): number => places.get(id) ?? places.size
  return [...items].sort((a, b) => placeOf(a) - placeOf(b))
}

/** What the reader has viewed, by item; whether the mark still holds. */
const readViewed = async (line: string): Promise<ReadonlyMap<string, boolean>> => {
  const viewed = await all<{ item: string; outdated: boolean }>(`${line}/viewed`)
  return new Map(viewed.map(({ item, outdated }) => [item, !outdated]))
}

/** Reads comparisons, each once for a revision of the request; the next one is read ahead. */
const comparisonsOf = (line: string) => {
  const known = new Map<string, Promise<ItemComparison>>()
  return (item: string): Promise<ItemComparison> => {
    const found = known.get(item) ?? get<ItemComparison>(`${line}/changes/${item}`)
    known.set(item, found)
    found.catch(() => known.delete(item))
    return found
  }
}

/** The changes of the request that is open. */
export const Changes = ({ model, place }: { readonly model: SpaceModel; readonly place: SpacePlace }): JSX.Element => {
  const { line } = model
  const revision = model.request.value?.revision
  const listed = useListed(line, revision)
  const viewed = useSignal<ReadonlyMap<string, boolean>>(new Map())
  const words = useSignal("")
  const list = useRef<HTMLUListElement>(null)
  const comparisons = useMemo(() => comparisonsOf(line), [line, revision])
  const pictureOf = useMemo(() => picturesOf(line), [line, revision])
  const changed = useMemo(
    () => inTreeOrder(changedOf(listed.found ?? { changes: [] }), model.pages.peek()),
    [listed.found]
  )
  useEffect(() => {
    let isOver = false
    readViewed(line).then((found) => {
      if (!isOver) viewed.value = found
    }, complain)
    return () => {
      isOver = true
    }
  }, [line, revision])
  const sought = words.value.trim().toLowerCase()
  const shown = changed.filter(({ name, path }) => `${name} ${path}`.toLowerCase().includes(sought))
  const asked = changed.find(({ id }) => id === place.item)
  const current = asked ?? shown[0]
  useEffect(() => {
    // A link to one change leads to it, wherever in the list it is.
    if (place.item !== undefined && asked === undefined) listed.readMore()
  }, [place.item, listed.found])
  const comparison = useAnswer(
    async () => (current === undefined ? undefined : { id: current.id, found: await comparisons(current.id) }),
    [comparisons, current?.id]
  )
  const threads = useThreads(model)
  const item = comparison.found?.id === current?.id ? comparison.found?.found : undefined
  const markdown = item?.after?.markdown ?? ""
  const { comment: mayComment = false } = model.space.value.permissions
  const pageId = current?.isPage === true ? current.id : undefined
  const pageThreads = usePageThreads({ model, threads, page: pageId, markdown, mayComment })
  const text = useRef<HTMLDivElement>(null)
  const index = shown.findIndex(({ id }) => id === current?.id)
  useEffect(() => {
    const next = shown[index + 1]
    if (next !== undefined && comparison.found !== undefined) comparisons(next.id).catch(() => {})
  }, [comparison.found])
  const show = (item: Changed | undefined) => {
    if (item !== undefined)
      go({ ...place, screen: "review", part: "changes", item: item.id, path: undefined }, { replace: true })
  }
  const mark = async (item: Changed, isViewed: boolean) => {
    const before = viewed.value
    viewed.value = new Map(before).set(item.id, isViewed)
    try {
      await call(isViewed ? "PUT" : "DELETE", `${line}/viewed/${item.id}`)
    } catch (error) {
      viewed.value = before
      complain(error)
    }
  }
  const markAndGoOn = (item: Changed) => {
    const isViewed = viewed.value.get(item.id) !== true
    void mark(item, isViewed)
    if (isViewed) show(shown.slice(index + 1).find(({ id }) => viewed.value.get(id) !== true) ?? shown[index + 1])
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const at = event.target instanceof HTMLElement ? event.target : undefined
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        at?.closest("input, textarea, select, [contenteditable], dialog")
      )
        return
      if (event.key === "j") show(shown[index + 1])
      else if (event.key === "k") show(shown[index - 1])
      else if (event.key === "v" && current !== undefined) markAndGoOn(current)
      else return
      event.preventDefault()
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  })
  useEffect(() => {
    list.current?.querySelector(".current")?.scrollIntoView({ block: "nearest" })
  }, [current?.id])
  if (listed.problem !== undefined) return <p class="empty">{listed.problem}</p>
  if (listed.found === undefined) return <p class="empty" />
  if (current === undefined) return <p class="empty">{changed.length === 0 ? texts.noChanges : texts.noneMatch}</p>
  const isViewed = viewed.value.get(current.id)
  const openOn = new Map<string, number>()
  for (const { status, target } of threads.threads.value ?? []) {
    const page = target.page?.id
    if (page !== undefined && status === "open") openOn.set(page, (openOn.get(page) ?? 0) + 1)
  }
  const count = changed.filter(({ id }) => viewed.value.get(id) === true).length
  return (
    <div class="request-changes">
      <nav class="changed-list" aria-label={texts.changes}>
        <div class="changed-head">
          <input
            type="search"
            placeholder={texts.filter}
            aria-label={texts.filter}
            value={words.value}
            onInput={(event) => {
              words.value = event.currentTarget.value
            }}
          />
          <span class="dim">{texts.viewedOf(count, changed.length, listed.more === undefined)}</span>
        </div>
        {shown.length === 0 && <p class="empty">{texts.noneMatch}</p>}
        <ul ref={list}>
          {shown.map((item) => (
            <ChangedRow
              key={item.id}
              item={item}
              href={pathOf({ ...place, screen: "review", part: "changes", item: item.id, path: undefined })}
              isCurrent={item === current}
              viewed={viewed.value.get(item.id)}
              comments={openOn.get(item.id) ?? 0}
            />
          ))}
        </ul>
        {listed.more !== undefined && <Rest more={listed.more} read={listed.readMore} />}
      </nav>
      <section class="changed-item" aria-label={current.name}>
        <div class="changed-tools">
          <h2>
            {current.name} <span class="dim">{current.path}</span>
          </h2>
          <ApplyPicked threads={threads} picked={pageThreads.picked} />
          <LookButtons />
          <span class="choices">
            <button
              type="button"
              disabled={index <= 0}
              title={`${texts.previous} (k)`}
              aria-label={texts.previous}
              onClick={() => show(shown[index - 1])}
            >
              ↑
            </button>
            <button
              type="button"
              disabled={index + 1 >= shown.length}
              title={`${texts.next} (j)`}
              aria-label={texts.next}
              onClick={() => show(shown[index + 1])}
            >
              ↓
            </button>
          </span>
          {current.page !== undefined && (
            <a
              class="button"
              href={pathOf({ kind: "space", space: place.space, request: place.request, path: current.page })}
            >
              {texts.openPage}
            </a>
          )}
          <label class="viewed" title={`${texts.viewed} (v)`}>
            <input type="checkbox" checked={isViewed === true} onChange={() => markAndGoOn(current)} /> {texts.viewed}
          </label>
        </div>
        {isViewed === false && viewed.value.has(current.id) && <p class="note">{texts.changedSinceViewed}</p>}
        {comparison.problem !== undefined && <p class="empty">{comparison.problem}</p>}
        {item !== undefined && (
          <div ref={text}>
            {pageId !== undefined && (
              <WholePage
                key={pageId}
                model={model}
                threads={threads}
                page={pageId}
                shown={pageThreads}
                mayComment={mayComment}
              />
            )}
            <Comparison
              key={current.id}
              comparison={item}
              look={look.value}
              view={{ pictureOf }}
              annotations={pageId === undefined ? undefined : pageThreads.annotations}
            />
            {mayComment && pageId !== undefined && (
              <CommentSelection root={text} markdown={markdown} begin={pageThreads.begin} />
            )}
          </div>
        )}
      </section>
    </div>
  )
}

const signs: Readonly<Record<string, string>> = { created: "+", deleted: "−", moved: "→", edited: "±" }

const ChangedRow = (given: {
  readonly item: Changed
  readonly href: string
  readonly isCurrent: boolean
  readonly viewed: boolean | undefined
  readonly comments: number
}): JSX.Element => {
  const { comments, href, isCurrent, item, viewed } = given
  const kinds = item.kinds.map((kind) => texts.kinds[kind as keyof typeof texts.kinds] ?? kind)
  return (
    <li class={`${isCurrent ? "current" : ""} ${viewed === true ? "is-viewed" : ""}`}>
      <a href={href} aria-current={isCurrent ? "true" : undefined} title={item.path}>
        <span class={`sign ${item.kinds[0]}`} aria-hidden="true">
          {item.kinds.map((kind) => signs[kind] ?? "").join("")}
        </span>
        <span class="changed-name">{item.name}</span>
        <span class="unseen">{kinds.join(", ")}</span>
        {comments > 0 && (
          <span class="badge" role="img" aria-label={texts.openComments(comments)}>
            {comments}
          </span>
        )}
        {viewed === true && (
          <span role="img" aria-label={texts.viewed}>
            ✓
          </span>
        )}
        {viewed === false && (
          <span role="img" aria-label={texts.changedSinceViewed} title={texts.changedSinceViewed}>
            •
          </span>
        )}
      </a>
    </li>
  )
}
