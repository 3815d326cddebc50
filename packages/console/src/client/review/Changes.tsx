/** The changes of a change request: the list of them beside the one that is looked at. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { request as call, get } from "../api/Api.js"
import { person } from "../api/Session.js"
import { ApplyPicked, CommentSelection, usePageThreads, useThreads, WholePage } from "../comments/PageThreads.js"
import type { PendingComments } from "../comments/Pending.js"
import { Comparison } from "../comparison/Comparison.js"
import { type Changed, changedOf } from "../comparison/changed.js"
import { LookButtons, look } from "../comparison/look.js"
import { texts } from "../comparison/texts.js"
import { picturesOf } from "../files/Pictures.js"
import { go, type Place, pathOf } from "../navigation/Router.js"
import { complain } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { ChangedList } from "./ChangedList.js"
import { comparisonsOf, inTreeOrder, readViewed } from "./changedItems.js"
import { useListed } from "./Listed.js"
import { useOpenThreads } from "./openThreads.js"
import type { Known } from "./ReviewModel.js"
import { readSince, reviewedBefore } from "./since.js"

type SpacePlace = Extract<Place, { kind: "space" }>

/** The changes of the request that is open. */
export const Changes = (given: {
  readonly model: SpaceModel
  readonly place: SpacePlace
  readonly known: Known
  readonly pending: PendingComments | undefined
}): JSX.Element => {
  const { known, model, pending, place } = given
  const { line } = model
  const { request } = known
  const { revision } = request
  const space = model.space.value.id
  const { found: before } = useAnswer(
    () => reviewedBefore(line, request, person.value?.id),
    [line, known, person.value?.id]
  )
  const isSince = useSignal(false)
  const since = isSince.value ? before : undefined
  const newer = useAnswer(
    async () =>
      since === undefined ? undefined : { since, ...(await readSince(space, line, request, since, known.listed)) },
    [line, revision, since]
  )
  const whole = useListed(line, known.listed)
  const listed = since === undefined ? whole.found : newer.found?.since === since ? newer.found : undefined
  const viewed = useSignal<ReadonlyMap<string, boolean>>(new Map())
  const words = useSignal("")
  const comparisons = useMemo(
    () =>
      comparisonsOf((item) =>
        get(
          since === undefined
            ? `${line}/changes/${item}`
            : `/spaces/${space}/revisions/${revision}/changes/${item}?compare=${since}`
        )
      ),
    [line, revision, since]
  )
  const pictureOf = useMemo(() => picturesOf(line), [line, revision])
  const changed = useMemo(() => inTreeOrder(changedOf(listed ?? { changes: [] }), model.pages.peek()), [listed])
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
    if (place.item !== undefined && asked === undefined && since === undefined) whole.readMore()
  }, [place.item, whole.found])
  const comparison = useAnswer(
    async () =>
      current === undefined ? undefined : { id: current.id, revision, found: await comparisons(current.id) },
    [comparisons, current?.id]
  )
  const threads = useThreads(model)
  const all = threads.threads.value ?? []
  const item = comparison.found?.id === current?.id ? comparison.found?.found : undefined
  const markdown = item?.after?.markdown ?? ""
  const { comment: mayComment = false } = model.space.value.permissions
  const pageId = current?.isPage === true ? current.id : undefined
  const pageThreads = usePageThreads({
    model,
    threads,
    page: pageId,
    markdown,
    revision: comparison.found?.revision,
    mayComment,
    pending
  })
  const text = useRef<HTMLDivElement>(null)
  const index = shown.findIndex(({ id }) => id === current?.id)
  useEffect(() => {
    const next = shown[index + 1]
    if (next !== undefined && comparison.found !== undefined) comparisons(next.id).catch(() => {})
  }, [comparison.found])
  const placeOf = (item: Changed) =>
    ({ ...place, screen: "review", part: "changes", item: item.id, path: undefined }) as const
  const show = (item: Changed | undefined) => {
    if (item !== undefined) go(placeOf(item), { replace: true })
  }
  const open = useOpenThreads({ items: changed, threads: all, current, show })
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
      else if (event.key === "n") open.go(1)
      else if (event.key === "p") open.go(-1)
      else if (event.key === "v" && current !== undefined) markAndGoOn(current)
      else return
      event.preventDefault()
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  })
  if (newer.problem !== undefined) return <p class="empty">{newer.problem}</p>
  if (listed === undefined) return <p class="empty" />
  if (current === undefined && before === undefined) {
    return <p class="empty">{changed.length === 0 ? texts.noChanges : texts.noneMatch}</p>
  }
  const isViewed = current && viewed.value.get(current.id)
  const count = changed.filter(({ id }) => viewed.value.get(id) === true).length
  const scope = (name: string, isChosen: boolean, value: boolean) => (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => {
        isSince.value = value
      }}
    >
      {name}
    </button>
  )
  return (
    <div class="request-changes">
      <ChangedList
        shown={shown}
        current={current}
        viewed={viewed.value}
        threads={open.threads}
        more={listed.more}
        readMore={whole.readMore}
        hrefOf={(item) => pathOf(placeOf(item))}
      >
        {before !== undefined && (
          <fieldset class="choices" aria-label={texts.scope}>
            {scope(texts.allChanges, since === undefined, false)}
            {scope(texts.sinceReview, since !== undefined, true)}
          </fieldset>
        )}
        <input
          type="search"
          placeholder={texts.filter}
          aria-label={texts.filter}
          value={words.value}
          onInput={(event) => {
            words.value = event.currentTarget.value
          }}
        />
        <span class="dim">{texts.viewedOf(count, changed.length, !listed.more)}</span>
        {shown.length === 0 && (
          <p class="empty">
            {changed.length > 0 ? texts.noneMatch : since === undefined ? texts.noChanges : texts.nothingSince}
          </p>
        )}
      </ChangedList>
      {current !== undefined && (
        <section class="changed-item" aria-label={current.name}>
          <div class="changed-tools">
            <h2>
              {current.name} <span class="dim">{current.path}</span>
            </h2>
            <ApplyPicked threads={threads} picked={pageThreads.picked} />
            {open.threads.length > 0 && (
              <span class="choices">
                <button
                  type="button"
                  title={`${texts.previousThread} (p)`}
                  aria-label={texts.previousThread}
                  onClick={() => open.go(-1)}
                >
                  ↑
                </button>
                <button type="button" title={`${texts.nextThread} (n)`} onClick={() => open.go(1)}>
                  {texts.openThreads(open.threads.length)} <span class="unseen">{texts.nextThread}</span> ↓
                </button>
              </span>
            )}
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
      )}
    </div>
  )
}
