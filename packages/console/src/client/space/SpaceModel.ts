/** A space that is open: its pages, what the person may do, and the changes that they make to the tree. */
import { type ReadonlySignal, signal } from "@preact/signals"
import { get, isThere, post } from "../api/Api.js"
import type { ChangeRequest, PageNode, Space, WorkspaceEvent } from "../api/Objects.js"
import { follow } from "../api/Stream.js"
import { complain, say } from "../parts/Toasts.js"
import { texts } from "../texts.js"
import { findPage, type TreePlace, withDescendants } from "./Tree.js"

/** What is known of a space. */
export interface SpaceModel {
  readonly space: ReadonlySignal<Space>
  readonly request: ReadonlySignal<ChangeRequest | undefined>
  readonly pages: ReadonlySignal<ReadonlyArray<PageNode>>
  /** The API's address of the line that is shown: main, or the change request. */
  readonly line: string
  /** Why the person may not change this line, by right or by the rules of the space; `undefined` if they may. */
  readonly refusal: () => string | undefined
  readonly canEdit: () => boolean
  /** Makes a page below another, or at the root, and returns its id. */
  readonly newPage: (into: string | null) => Promise<string | undefined>
  /** Changes settings of a page; fails with what the API says of them. */
  readonly update: (page: string, settings: Readonly<Record<string, unknown>>) => Promise<void>
  readonly rename: (page: PageNode, title: string) => Promise<void>
  /** Changes the label of a page that has one. */
  readonly relabel: (page: PageNode, label: string) => Promise<void>
  readonly move: (page: PageNode, to: TreePlace) => Promise<void>
  readonly duplicate: (page: PageNode) => Promise<string | undefined>
  readonly remove: (page: PageNode) => Promise<void>
  /** Counts what happened in the space or to its change requests; what happens together counts once. */
  readonly happened: ReadonlySignal<number>
  /** Reads the space, the change request and the pages again. */
  readonly reload: () => Promise<void>
  readonly close: () => void
}

interface Updated {
  readonly revision: string
  readonly changes: ReadonlyArray<{ readonly object: string; readonly page?: { readonly id: string } }>
}

/** How many people are named who can grant a right. */
const mostNamed = 3

/** How many changes a batch may have. */
const mostChanges = 50

/** Events after which the tree may be another one. */
const changing = /^(space_content_updated|change_request_(updated|merged)|space_updated)$/

/** How long events are gathered before the tree is read again, in milliseconds. */
const gathers = 100

/** The letters and digits of a title or a slug. */
const letters = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/** Why main is changed in change requests only, whoever changes it; `undefined` where it is edited directly. */
export const mainRefusal = ({ editMode, protected: isProtected }: Space): string | undefined =>
  editMode === "locked" ? texts.locked : isProtected === true ? texts.protected : undefined

/** Opens a space, or a change request of it. */
export const openSpace = async (id: string, requestId: string | undefined): Promise<SpaceModel> => {
  const line = requestId === undefined ? `/spaces/${id}` : `/spaces/${id}/change-requests/${requestId}`
  const readAll = () =>
    Promise.all([
      get<Space>(`/spaces/${id}`),
      requestId === undefined ? undefined : get<ChangeRequest>(line),
      get<{ pages: ReadonlyArray<PageNode> }>(`${line}/content/pages?metadata=false`)
    ])
  const [firstSpace, firstRequest, first] = await readAll()
  const space = signal(firstSpace)
  const request = signal(firstRequest)
  const pages = signal(first.pages)
  const grantors = signal<ReadonlyArray<string>>([])
  if (!firstSpace.permissions.edit) {
    get<{ grantors: ReadonlyArray<{ displayName: string }> }>(`/spaces/${id}/permissions/explain`).then(
      (found) => {
        grantors.value = found.grantors.map(({ displayName }) => displayName).slice(0, mostNamed)
      },
      () => {}
    )
  }
  /** The pages that were made here, with their titles when their addresses were last made from them. */
  const made = new Map<string, string>()
  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const read = async () => {
    const [nextSpace, nextRequest, next] = await readAll()
    space.value = nextSpace
    request.value = nextRequest
    pages.value = next.pages
    for (const [page, title] of made) void followTitle(page, title).catch(() => {})
  }
  /** Reads after what is being read now: an answer that comes late must not take the place of a newer one. */
  const reload = (): Promise<void> => {
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined
        reading = read()
        return reading
      })
    return next
  }

  const apply = async (...changes: ReadonlyArray<object>): Promise<Updated> => {
    const updated = await post<Updated>(`${line}/content`, { changes }, { key: crypto.randomUUID() })
    await reload()
    return updated
  }
  /** Brings pages back as they were in a revision. */
  const restore = (revision: string, ids: ReadonlyArray<string>) => async () => {
    await post(`/spaces/${id}/revisions/${revision}/restore`, { pages: ids, changeRequest: requestId })
    await reload()
  }
  const revision = async (): Promise<string> => (await get<{ id: string }>(`${line}/content`)).id
  const attempt = async <A>(work: () => Promise<A>): Promise<A | undefined> => {
    try {
      return await work()
    } catch (error) {
      complain(error)
      return undefined
    }
  }
  const placeOf = (page: PageNode): TreePlace => {
    const found = findPage(pages.value, (each) => each.id === page.id)
    return { into: found?.above.at(-1)?.id ?? null, at: found?.index ?? 0 }
  }
  /**
   * Whether the address of a page is still made from its title: until it is linked, or published under another title
   * than that of a new page.
   */
  const slugFollows = async (page: PageNode, title = page.title): Promise<boolean> => {
    if (page.slug === undefined || letters(page.slug.replace(/-\d+$/, "")) !== letters(title)) return false
    const isMain = request.value === undefined
    if (isMain && space.value.urls.published !== undefined && title !== texts.untitled) return false
    const [{ count }, isPublished] = await Promise.all([
      get<{ count: number }>(`${line}/content/page/${page.id}/backlinks?limit=1`),
      isMain ? false : isThere(`/spaces/${id}/content/page/${page.id}`)
    ])
    return count === 0 && !isPublished
  }
  /** Makes the address of a new page from its title again, which a heading in its text has changed. */
  const followTitle = async (id: string, title: string): Promise<void> => {
    const page = findPage(pages.value, (each) => each.id === id)?.page
    if (page === undefined || page.title === title) return
    made.set(id, page.title)
    if (await slugFollows(page, title)) await apply({ operation: "update_page", page: id, slug: null })
    else made.delete(id)
  }
  const removing = (page: string) => () => apply({ operation: "delete_page", page })
  const createdIn = ({ changes }: Updated) => changes.find(({ object }) => object === "created_page")?.page?.id

  const refusal = (): string | undefined => {
    if (!space.value.permissions.edit) return texts.readOnly(grantors.value)
    if (request.value === undefined) return mainRefusal(space.value)
    return request.value.status === "draft" || request.value.status === "open" ? undefined : texts.requestClosed
  }

  const happened = signal(0)
  let isStale = false
  let after: string | undefined
  let soon: ReturnType<typeof setTimeout> | undefined
  /** Reads again if something has changed before the server has begun to tell of it. */
  const catchUp = async () => {
    const [nextSpace, nextRequest] = await Promise.all([
      get<Space>(`/spaces/${id}`),
      requestId === undefined ? undefined : get<ChangeRequest>(line)
    ])
    const isSame = (one: object | undefined, other: object | undefined) => JSON.stringify(one) === JSON.stringify(other)
    if (isSame(nextSpace, space.value) && isSame(nextRequest, request.value)) return
    happened.value++
    await reload()
  }
  const stop = follow({
    subject: () => ({ kind: "events", space: id, after }),
    begun: () => {
      if (after === undefined) catchUp().catch(() => {})
    },
    next: ({ event }) => {
      if (event === undefined) return
      const { id: last, revision: made, type } = event as WorkspaceEvent
      after = last
      // What this page has changed itself, it has read already.
      isStale ||= changing.test(type) && made !== space.value.revision && made !== request.value?.revision
      soon ??= setTimeout(() => {
        soon = undefined
        happened.value++
        if (isStale) reload().catch(() => {})
        isStale = false
      }, gathers)
    }
  })

  return {
    space,
    request,
    pages,
    line,
    refusal,
    canEdit: () => refusal() === undefined,
    newPage: (into) =>
      attempt(async () => {
        const document = { markdown: "" }
        const updated = await apply({ operation: "insert_page", title: texts.untitled, document, into })
        const page = createdIn(updated)
        if (page === undefined) return undefined
        made.set(page, texts.untitled)
        say(texts.created(texts.untitled), removing(page))
        return page
      }),
    update: async (page, settings) => {
      await apply({ operation: "update_page", page, ...settings })
    },
    rename: async (page, title) => {
      await attempt(async () => {
        const slug = (await slugFollows(page)) ? null : undefined
        if (made.has(page.id)) made.set(page.id, title)
        await apply({ operation: "update_page", page: page.id, title, slug })
        const before = { title: page.title, ...(slug === null && { slug: page.slug }) }
        say(texts.renamed(title), () => apply({ operation: "update_page", page: page.id, ...before }))
      })
    },
    relabel: (page, label) =>
      attempt(async () => {
        await apply({ operation: "update_page", page: page.id, label })
        say(texts.renamed(label), () => apply({ operation: "update_page", page: page.id, label: page.label }))
      }),
    move: async (page, to) => {
      const from = placeOf(page)
      await attempt(async () => {
        await apply({ operation: "update_page", page: page.id, ...to })
        say(texts.moved(page.title), () => apply({ operation: "update_page", page: page.id, ...from }))
      })
    },
    duplicate: (page) =>
      attempt(async () => {
        const all = withDescendants(page)
        const isWhole = all.length <= mostChanges
        const copied = isWhole ? all : [page]
        const bodies = await Promise.all(
          copied.map((each) => get<{ markdown?: string }>(`${line}/content/page/${each.id}?format=markdown`))
        )
        const refs = new Map(copied.map((each, i) => [each.id, `copy${i}`]))
        const { at, into } = placeOf(page)
        const updated = await apply(
          ...copied.map((each, i) => {
            const parent = findPage([page], (one) => one.id === each.id)?.above.at(-1)
            return {
              operation: "insert_page",
              ref: refs.get(each.id),
              title: i === 0 ? texts.copyOf(each.title) : each.title,
              ...(each.label !== undefined && { label: i === 0 ? texts.copyOf(each.label) : each.label }),
              document: { markdown: bodies[i]?.markdown ?? "" },
              emoji: each.emoji,
              ...(i === 0 ? { into, at: at + 1 } : { into: `./${refs.get(parent?.id ?? "")}` })
            }
          })
        )
        const made = createdIn(updated)
        if (made !== undefined) say(isWhole ? texts.duplicated(page.title) : texts.tooManyToDuplicate, removing(made))
        return made
      }),
    remove: async (page) => {
      await attempt(async () => {
        const before = await revision()
        await apply({ operation: "delete_page", page: page.id })
        say(texts.removed(page.title), restore(before, [page.id]))
      })
    },
    happened,
    reload,
    close: () => {
      clearTimeout(soon)
      stop()
    }
  }
}

/** Opens a change request with the changes that a person is about to make. */
export const openRequest = (space: Space): Promise<ChangeRequest> =>
  post(`/spaces/${space.id}/change-requests`, { subject: texts.requestSubject(space.title) })
