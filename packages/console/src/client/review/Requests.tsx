/** The change requests of a space. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { get, post } from "../api/Api.js"
import type { ChangeRequest } from "../api/Objects.js"
import { person } from "../api/Session.js"
import { go, type Place, pathOf } from "../navigation/Router.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { complain } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { ago, texts } from "../texts.js"
import { Act } from "./Act.js"
import { words } from "./texts.js"
import { isWaitingFor } from "./Waiting.js"

type SpacePlace = Extract<Place, { kind: "space" }>
type Status = ChangeRequest["status"]

const statuses: ReadonlyArray<Status> = ["open", "draft", "merged", "archived"]

/** How many are read at first, and how many more at a time. */
const most = 50

/** Among how many one finds some by their subject; the button reads on. */
const searched = 500

const longestSubject = 100

interface Found {
  readonly count: number
  readonly items: ReadonlyArray<ChangeRequest>
  readonly next?: { readonly page: string }
}

/** Who waits for whom, in words. */
const stateOf = ({ reviewers = [], status }: ChangeRequest): ReadonlyArray<readonly [string, string]> => {
  const named = (state: string) => reviewers.filter((each) => each.status === state).map(({ user }) => user.displayName)
  const [asked, refused, approved] = [named("requested"), named("changes-requested"), named("approved")]
  const isOpen = status === "open" || status === "draft"
  return [
    ...(refused.length > 0 ? [["bad", words.asksForChanges(refused)] as const] : []),
    ...(asked.length > 0 && isOpen ? [["", words.waitsFor(asked)] as const] : []),
    ...(approved.length > 0 ? [["good", words.approvedBy(approved)] as const] : [])
  ]
}

const NewRequest = ({ close, model }: { readonly model: SpaceModel; readonly close: () => void }): JSX.Element => {
  const subject = useSignal("")
  const create = async () => {
    const { id } = model.space.value
    try {
      const made = await post<ChangeRequest>(`/spaces/${id}/change-requests`, { subject: subject.value.trim() })
      close()
      go({ kind: "space", space: id, request: made.id, screen: "review" })
    } catch (error) {
      complain(error)
    }
  }
  return (
    <Dialog label={words.new} class="small" close={close}>
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <div class="section-head">
          <h2>{words.new}</h2>
          <CloseButton close={close} />
        </div>
        <label class="field">
          <span>{words.subject}</span>
          <input
            autofocus
            required
            maxLength={longestSubject}
            value={subject.value}
            onInput={(event) => {
              subject.value = event.currentTarget.value
            }}
          />
          <small>{words.subjectHint}</small>
        </label>
        <button type="submit" class="primary">
          {words.create}
        </button>
      </form>
    </Dialog>
  )
}

/** The screen. */
export const Requests = ({ model, place }: { readonly model: SpaceModel; readonly place: SpacePlace }): JSX.Element => {
  const me = person.value?.id
  const status = useSignal<Status>("open")
  const whose = useSignal("")
  const typed = useSignal("")
  const isNew = useSignal(false)
  const rest = useSignal<Found | undefined>(undefined)
  const list = useRef<HTMLUListElement>(null)
  const address = `/spaces/${place.space}/change-requests`
  // Who contributed is asked of the server; who waits for whom is known of what is listed.
  const contributor = whose.value === "" || whose.value === "waiting" ? "" : `&contributor=${whose.value}`
  const read = (of: Status, limit: number, page?: string) =>
    get<Found>(
      `${address}?status=${of}${contributor}&limit=${limit}${page === undefined ? "" : `&page=${encodeURIComponent(page)}`}`
    )
  const { found: counts } = useAnswer(
    () => Promise.all(statuses.map((each) => read(each, 1))),
    [address, contributor, model.happened.value]
  )
  const { found, problem } = useAnswer(async () => {
    const first = await read(status.value, most)
    rest.value = undefined
    return { ...first, of: status.value }
  }, [address, status.value, contributor, model.happened.value])
  useEffect(() => {
    document.title = `${words.title} · ${model.space.value.title}`
  }, [])
  const items =
    found === undefined || found.of !== status.value ? undefined : [...found.items, ...(rest.value?.items ?? [])]
  const next = (rest.value ?? found)?.next?.page
  // Whoever was listed once stays to choose from, also while the list has the requests of one person only.
  const { current: people } = useRef(new Map<string, string>())
  for (const { createdBy } of items ?? []) people.set(createdBy.id, createdBy.displayName)
  const wanted = typed.value.trim().toLowerCase()
  const shown = items?.filter(
    (each) =>
      (whose.value !== "waiting" || isWaitingFor(each, me)) &&
      `#${each.number} ${each.subject}`.toLowerCase().includes(wanted)
  )
  const isSearching = (wanted !== "" || whose.value === "waiting") && (items?.length ?? searched) < searched
  const more = async () => {
    if (next === undefined) return
    try {
      const added = await read(status.value, most, next)
      rest.value = { ...added, items: [...(rest.value?.items ?? []), ...added.items] }
    } catch (error) {
      complain(error)
    }
  }
  useEffect(() => {
    if (isSearching) void more()
  }, [isSearching, next])
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a.request-link") ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to =
      event.key === "ArrowDown"
        ? at + 1
        : event.key === "ArrowUp"
          ? at - 1
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? links.length - 1
              : undefined
    if (to === undefined || links[to] === undefined) return
    links[to].focus()
    event.preventDefault()
  }
  return (
    <article class="requests">
      <div class="section-head">
        <h1>{words.title}</h1>
        <Act
          isPrimary
          refused={model.space.value.permissions.edit ? undefined : model.refusal()}
          run={() => {
            isNew.value = true
          }}
        >
          {words.new}
        </Act>
      </div>
      <div class="parts">
        {statuses.map((each, index) => (
          <button
            key={each}
            type="button"
            aria-pressed={status.value === each}
            onClick={() => {
              status.value = each
            }}
          >
            {words.statuses[each]}
            <span class="count">{counts?.[index]?.count ?? ""}</span>
          </button>
        ))}
      </div>
      <div class="filters">
        <input
          type="search"
          aria-label={words.filter}
          placeholder={words.filter}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value
          }}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return
            list.current?.querySelector<HTMLElement>("a.request-link")?.focus()
            event.preventDefault()
          }}
        />
        <select
          aria-label={words.byPerson}
          value={whose.value}
          onChange={(event) => {
            whose.value = event.currentTarget.value
          }}
        >
          <option value="">{words.everybody}</option>
          <option value="waiting">{words.waiting}</option>
          {me !== undefined && <option value={me}>{words.mine}</option>}
          {[...people]
            .filter(([id]) => id !== me)
            .map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </div>
      {problem !== undefined && <p class="empty">{texts.failed(problem)}</p>}
      {items === undefined && problem === undefined && <p class="empty">{texts.loading}</p>}
      {shown?.length === 0 && <p class="empty">{items?.length === 0 ? words.none : words.noneMatch}</p>}
      <p class="unseen" id="requests-help">
        {words.listHelp}
      </p>
      <ul
        ref={list}
        class="request-list"
        aria-label={words.title}
        aria-describedby="requests-help"
        onKeyDown={onKeyDown}
      >
        {shown?.map((each) => (
          <li key={each.id} class="request-row">
            <a
              class="request-link"
              href={pathOf({ kind: "space", space: place.space, request: each.id, screen: "review" })}
            >
              <strong>
                <span class="dim">#{each.number}</span> {each.subject || words.untitled}
              </strong>
            </a>
            <small title={new Date(each.createdAt).toLocaleString()}>
              {words.opened(each.createdBy.displayName, ago(each.createdAt))}
            </small>
            <span class="marks">
              {stateOf(each).map(([look, text]) => (
                <span key={text} class={`mark ${look}`}>
                  {text}
                </span>
              ))}
              {each.comments > 0 && <span class="mark">{words.comments(each.comments)}</span>}
              {each.outdated && (each.status === "open" || each.status === "draft") && (
                <span class="mark">{words.behind}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <button type="button" onClick={() => void more()}>
          {words.more}
        </button>
      )}
      {isNew.value && (
        <NewRequest
          model={model}
          close={() => {
            isNew.value = false
          }}
        />
      )}
    </article>
  )
}
