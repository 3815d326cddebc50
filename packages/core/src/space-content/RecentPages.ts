/** Pages that were read lately, as answered, for as long as nothing in their space changes. */
import type { Page } from "../content/Page.js"
import type { RevisionId } from "../content/RevisionId.js"
import { shareAnswer } from "../lists/SharedAnswers.js"
import type { SpaceId } from "../spaces/Space.js"
import { frozen } from "../storage/RowJson.js"
import type { At } from "./Contents.js"
import type { PageReadOptions } from "./PageReading.js"
import type { Opened } from "./ShownContent.js"

/**
 * How many pages are kept, and how many with those below them; the longest text, and the largest number of pages below
 * one that is kept.
 */
const most = { pages: 1_000, withBelow: 10_000, text: 8_192, below: 100 }

/** A page as it is answered while a revision is current; `size` counts it and the pages below it. */
interface Kept {
  readonly revision: RevisionId
  readonly page: Page
  readonly size: number
}

/** Pages that were read lately, by what they were read by. */
export interface RecentPages {
  readonly find: (key: string | undefined) => Kept | undefined
  /** Keeps a page unless it takes long to write, and returns it as it is given to everybody. */
  readonly keep: (key: string | undefined, opened: Opened, page: Page) => Page
}

/** What a page is kept under: what it was read by, such as `id`; `undefined` for reads of which nothing is kept. */
export const keyOf = (
  space: SpaceId,
  by: "id" | "path",
  value: string,
  at: At | undefined,
  options: PageReadOptions | undefined
): string | undefined =>
  at !== undefined || options?.evaluated === true || options?.format === "document"
    ? undefined
    : `${space} ${options?.metadata !== false} ${by} ${value}`

/** Whether the answer of a page depends only on the revision, for everybody who may read it. */
const dependsOnRevision = ({ hidden, space }: Opened): boolean => hidden === undefined && space.computed !== true

/** Whether a kept page is what its space has now. */
export const isCurrent = (opened: Opened, { revision }: Kept): boolean =>
  dependsOnRevision(opened) && opened.space.revision === revision

/** How many pages a page and those below it are, at any depth; `undefined` if too many to be kept. It visits no more. */
const sizeOf = (page: Page): number | undefined => {
  const all: Array<Page> = [page]
  for (let at = 0; at < all.length; at++) {
    const each = all[at]!
    const pages = "pages" in each ? each.pages : []
    if (all.length + pages.length > most.below + 1) return undefined
    all.push(...pages)
  }
  return all.length
}

/** Whether the text of a page is short enough to be kept; links have none, and groups only a list of pages. */
const isShort = (page: Page): boolean =>
  page.type === "group" ||
  (page.type === "document" && page.markdown !== undefined && page.markdown.length <= most.text)

/** Keeps the pages of an engine. */
export const makeRecentPages = (): RecentPages => {
  const pages = new Map<string, Kept>()
  let all = 0
  const forget = (key: string): void => {
    all -= pages.get(key)?.size ?? 0
    pages.delete(key)
  }
  return {
    find: (key) => (key === undefined ? undefined : pages.get(key)),
    keep: (key, opened, page) => {
      if (key === undefined || !dependsOnRevision(opened) || !isShort(page)) return page
      const size = sizeOf(page)
      if (size === undefined) return page
      const shared = shareAnswer(frozen(page))
      forget(key)
      pages.set(key, { revision: opened.space.revision, page: shared, size })
      all += size
      for (const oldest of pages.keys()) {
        if (pages.size <= most.pages && all <= most.withBelow) break
        forget(oldest)
      }
      return shared
    }
  }
}
