/** Brings back what a revision has, and takes that back again. */
import { get, isThere, post, request } from "../api/Api.js"
import type { ChangeRequest, Changes, Space } from "../api/Objects.js"
import { go, type Place } from "../navigation/Router.js"
import { say } from "../parts/Toasts.js"
import { changesBetween } from "./Compared.js"
import { texts } from "./texts.js"

/** Where content is brought back: main, a new change request, or one that is open. */
export type Target = { readonly kind: "main" | "new" } | { readonly kind: "request"; readonly id: string }

/** What to restore, and where. */
export interface Restoring {
  readonly space: Space
  readonly revision: string
  /** The ids of the pages; everything when absent. */
  readonly pages: ReadonlyArray<string> | undefined
  readonly target: Target
}

/** How many pages a call restores, and how many changes a batch has. */
export const mostPages = 50

interface Head {
  readonly id: string
}

const lineOf = (space: Space, target: string | undefined): string =>
  target === undefined ? `/spaces/${space.id}` : `/spaces/${space.id}/change-requests/${target}`

const headOf = async (line: string): Promise<string> => (await get<Head>(`${line}/content`)).id

/** The change requests of a space that can be changed, newest first in each status. */
export const openRequests = async (space: string): Promise<ReadonlyArray<ChangeRequest>> => {
  const of = (status: string) =>
    get<{ items: ReadonlyArray<ChangeRequest> }>(`/spaces/${space}/change-requests?status=${status}&limit=100`)
  const [open, drafts] = await Promise.all([of("open"), of("draft")])
  return [...open.items, ...drafts.items]
}

/** What would differ in main, or in a change request, if all of a revision were restored there. */
export const differencesOf = async (space: Space, target: string | undefined, revision: string): Promise<Changes> =>
  changesBetween(space.id, await headOf(lineOf(space, target)), revision)

/** Restores, goes there, and says so with a way back. */
export const restore = async ({ pages, revision, space, target }: Restoring): Promise<void> => {
  const made =
    target.kind === "new"
      ? await post<ChangeRequest>(`/spaces/${space.id}/change-requests`, { subject: texts.restore.subject })
      : undefined
  const changeRequest = target.kind === "request" ? target.id : made?.id
  const line = lineOf(space, changeRequest)
  const before = await headOf(line)
  const there = pages && (await Promise.all(pages.map((page) => isThere(`${line}/content/page/${page}`))))
  const from = (id: string, ids: ReadonlyArray<string> | undefined) =>
    post(`/spaces/${space.id}/revisions/${id}/restore`, { pages: ids, changeRequest })
  await from(revision, pages)
  const place: Place = { kind: "space", space: space.id, request: changeRequest }
  const [page] = pages ?? []
  const path =
    page === undefined || (pages?.length ?? 0) > 1
      ? undefined
      : (await get<{ path?: string }>(`${line}/content/page/${page}`)).path
  go({ ...place, path })
  say(texts.restore.done, async () => {
    if (made !== undefined) {
      await request("PATCH", line, { body: { status: "archived" } })
      return go({ kind: "space", space: space.id, screen: "history", page })
    }
    if (pages === undefined) return from(before, undefined)
    const [old, added] = [true, false].map((was) => pages.filter((_, i) => there?.[i] === was))
    if (old !== undefined && old.length > 0) await from(before, old)
    if (added !== undefined && added.length > 0) {
      const changes = added.map((each) => ({ operation: "delete_page", page: each }))
      await post(`${line}/content`, { changes })
    }
  })
}
