/** The notice above each page of a preview, with the pages that the change request changes. */
import type { ChangeRequest } from "@lectern/core/change-requests/ChangeRequest"
import type { Change } from "@lectern/core/comparison/Change"
import { type Html, html } from "../html/Html.js"

/** The effect of a change request on a page. */
export interface PageChange {
  readonly id: string
  readonly title: string
  readonly kind: "added" | "edited" | "moved" | "removed"
}

const kinds = { page_created: "added", page_edited: "edited", page_moved: "moved", page_deleted: "removed" } as const

const names = { added: "New", edited: "Changed", moved: "Moved", removed: "Removed" } as const

/** The effect of a change request on each page; of several changes to a page, only the first is shown. */
export const pageChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<PageChange> => {
  const found = new Map<string, PageChange>()
  for (const change of changes) {
    if (!("page" in change) || found.has(change.page.id)) continue
    found.set(change.page.id, { id: change.page.id, title: change.page.title, kind: kinds[change.type] })
  }
  return [...found.values()]
}

const counted = (count: number, more: number): string =>
  count === 0 ? "no page is changed" : count + more === 1 ? "1 page is changed" : `${count + more} pages are changed`

/** The notice, with links to the pages. */
export const previewNotice = (
  { number, status, subject }: Pick<ChangeRequest, "number" | "status" | "subject">,
  changes: ReadonlyArray<PageChange>,
  more: number,
  hrefOf: (page: string) => string | undefined
): Html => {
  const name = html`<strong>Preview of change request ${number}</strong>${subject !== "" && html`: ${subject}`} <small>${status}, ${counted(changes.length, more)}</small>`
  if (changes.length === 0) return html`<aside class="previewed" aria-label="Preview"><p>${name}</p></aside>`
  const items = changes.map(({ id, kind, title }) => {
    const href = hrefOf(id)
    const shown = href === undefined ? html`<span>${title}</span>` : html`<a href="${href}">${title}</a>`
    return html`<li><span class="did ${kind}">${names[kind]}</span>${shown}</li>`
  })
  const rest = more > 0 && html`<li><span class="did"></span><span>and ${more} more changes</span></li>`
  return html`<details class="previewed"><summary>${name}</summary><ul>${items}${rest}</ul></details>`
}

/** The mark above a page that the change request adds. */
export const newPage: Html = html`<p class="change added">New page</p>`
