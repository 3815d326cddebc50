/** Pages that were read lately, as answered, for as long as nothing in their space changes. */
import type { Page } from "../content/Page.js"
import type { RevisionId } from "../content/RevisionId.js"
import { shareAnswer } from "../lists/SharedAnswers.js"
import { keepNewest } from "../loading/KeepNewest.js"
import type { SpaceId } from "../spaces/Space.js"
import { frozen } from "../storage/RowJson.js"
import type { At } from "./Contents.js"
import type { PageReadOptions } from "./PageReading.js"
import type { Opened } from "./ShownContent.js"

/** How many pages are kept, and the longest text and the largest number of pages below one that is kept. */
const most = { pages: 1_000, text: 8_192, below: 100 }

/** A page as it is answered while a revision is current. */
interface Kept {
  readonly revision: RevisionId
  readonly page: Page
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

/** Whether few pages are below a page, at any depth. It visits no more of them than that. */
const hasFewBelow = (page: Page): boolean => {
  const below: Array<Page> = [page]
  for (let at = 0; at < below.length; at++) {
    const each = below[at]!
    const pages = "pages" in each ? each.pages : []
    if (below.length + pages.length > most.below + 1) return false
    below.push(...pages)
  }
  return true
}

/** Keeps the pages of an engine. */
export const makeRecentPages = (): RecentPages => {
  const pages = new Map<string, Kept>()
  return {
    find: (key) => (key === undefined ? undefined : pages.get(key)),
    keep: (key, opened, page) => {
      if (key === undefined || !dependsOnRevision(opened)) return page
      if (page.type !== "document" || page.markdown === undefined || page.markdown.length > most.text) return page
      if (!hasFewBelow(page)) return page
      const shared = shareAnswer(frozen(page))
      keepNewest(pages, key, { revision: opened.space.revision, page: shared }, most.pages)
      return shared
    }
  }
}
