/** The tree of pages that an import creates: its outline, with the pages and files that were actually found. */
import type { PageId } from "../pages/Page.js"
import type { ImportPlace } from "./Importer.js"

/** The fields of a read page that a plan uses. */
export interface FoundHead {
  readonly id: PageId
  readonly title: string
  readonly slug: string
}

/** A page of the plan; one without `found` has no text. */
export interface PlannedPage {
  readonly found?: FoundHead
  readonly title: string
  readonly pages: ReadonlyArray<PlannedPage>
}

/**
 * The pages in the order of the outline; a page with several places is put in the first. Places below which nothing was
 * found are omitted, and pages without a place come last.
 */
export const plan = (
  places: ReadonlyArray<ImportPlace>,
  found: ReadonlyMap<string, FoundHead>
): ReadonlyArray<PlannedPage> => {
  const left = new Map(found)
  const take = (key: string | undefined): FoundHead | undefined => {
    const head = key === undefined ? undefined : left.get(key)
    if (key !== undefined) left.delete(key)
    return head
  }
  const among = (level: ReadonlyArray<ImportPlace>): ReadonlyArray<PlannedPage> =>
    level.flatMap(({ key, title, places: below }) => {
      const head = take(key)
      const pages = among(below)
      if (head !== undefined) return [{ found: head, title: head.title, pages }]
      const twice = key === undefined ? undefined : found.get(key)
      return pages.length === 0 ? [] : [{ title: title ?? twice?.title ?? "Untitled", pages }]
    })
  const placed = among(places)
  return [...placed, ...[...left.values()].map((head) => ({ found: head, title: head.title, pages: [] }))]
}
