/** Imports what is at an address, and follows how far it is. */
import { get, post, request } from "../api/Api.js"
import type { ChangeRequest, PageNode, Space } from "../api/Objects.js"
import { upload } from "../files/Uploading.js"
import type { Place } from "../navigation/Router.js"
import { withDescendants } from "../space/Tree.js"
import { type Chosen, packed } from "./chosen.js"
import { texts } from "./texts.js"

/** An import, as far as it has come. */
export interface Import {
  readonly id: string
  readonly status: "pending" | "running" | "complete" | "failed" | "cancelled"
  readonly space: string
  readonly changeRequest?: string
  readonly progress: { readonly found: number; readonly read: number }
  readonly result?: { readonly importedResources: number }
  readonly error?: string
  readonly problemDetails: ReadonlyArray<ImportProblem>
}

/** What could not be imported: where it was, and the page that was made of what is there. */
export interface ImportProblem {
  readonly message: string
  readonly path?: string
  readonly page?: string
}

/** What to import, and where: to main, to a new change request, or to the one with an id. */
export interface Asked {
  readonly space: Space
  readonly url: string
  /** What is uploaded in place of what is at the address. */
  readonly chosen: Chosen | undefined
  readonly source: string
  readonly target: "main" | "new" | { readonly request: string }
}

/** How long to wait before the server is asked again how far it is, in milliseconds. */
const asksAgain = 500

/** The sources by the endings of files. */
const endings: Readonly<Record<string, string>> = {
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  docx: "docx",
  zip: "zip"
}

/** The source that a file or a folder probably is. */
export const sourceOf = ({ isFolder, name }: Chosen): string | undefined =>
  isFolder ? endings.zip : endings[name.split(".").at(-1)?.toLowerCase() ?? ""]

/** Whether an import has ended. */
export const isOver = ({ status }: Import): boolean => status !== "pending" && status !== "running"

/** Begins an import in the background. */
export const begin = async ({ chosen, source, space, target, url }: Asked): Promise<Import> => {
  const file = chosen && (await packed(chosen))
  const what = file === undefined ? { url } : { upload: await upload(space.id, file.name, file) }
  const made =
    target === "new"
      ? await post<ChangeRequest>(`/spaces/${space.id}/change-requests`, {
          subject: texts.import.subject(chosen?.name ?? url)
        })
      : undefined
  const id = typeof target === "object" ? target.request : made?.id
  const line = id === undefined ? `/spaces/${space.id}` : `/spaces/${space.id}/change-requests/${id}`
  return post<Import>(`${line}/content/import`, { ...what, source }, { prefer: "respond-async" })
}

/** Asks how far an import is until it has ended, or `signal` says that nobody wants to know. */
export const followed = async ({ id }: Import, next: (now: Import) => void, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const now = await get<Import>(`/imports/${id}`, { signal })
    if (signal.aborted) return
    next(now)
    if (isOver(now)) return
    await new Promise((resolve) => setTimeout(resolve, asksAgain))
  }
}

/** The addresses of the pages that the problems of an import are about, by their ids. */
export const placesOf = async ({
  changeRequest,
  problemDetails,
  space
}: Import): Promise<ReadonlyMap<string, Place>> => {
  const wanted = new Set(problemDetails.map(({ page }) => page))
  const line = changeRequest === undefined ? `/spaces/${space}` : `/spaces/${space}/change-requests/${changeRequest}`
  const { pages } = await get<{ pages: ReadonlyArray<PageNode> }>(`${line}/content/pages?metadata=false`)
  const found = pages.flatMap(withDescendants).filter(({ id }) => wanted.has(id))
  return new Map(found.map(({ id, path }) => [id, { kind: "space", space, request: changeRequest, path }]))
}

/** Cancels an import. */
export const cancel = async ({ id }: Import): Promise<void> => {
  await request("DELETE", `/imports/${id}`)
}
