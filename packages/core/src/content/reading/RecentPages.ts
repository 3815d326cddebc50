/** Recently read pages, as answered, for as long as nothing in their space changes. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { shareAnswer } from "../../foundation/lists/SharedAnswers.js"
import { makeSizedCache } from "../../foundation/loading/SizedCache.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { frozen } from "../../storage/rows/RowJson.js"
import type { Page } from "../pages/Page.js"
import type { At } from "./ContentsService.js"
import type { PageReadOptions } from "./PageReading.js"
import type { Opened } from "./ShownContent.js"

/** The number of pages to cache for each engine, counting the pages below them and each 1,024 characters of a text. */
export class KeptPages extends Context.Reference<KeptPages>()("@lectern/core/KeptPages", {
  defaultValue: () => 40_000
}) {}

/** The maximum length of the text, and the maximum number of descendants, of a cached page. */
const most = { text: 8_192, below: 100 }

/** A page as answered while a revision is current, and its size in the cache. */
interface Kept {
  readonly revision: RevisionId
  readonly page: Page
  readonly size: number
}

/** Recently read pages, by lookup key. */
export interface RecentPages {
  readonly find: (key: string | undefined) => Kept | undefined
  /** Caches a page unless it takes long to write, and returns it as it is given to everybody. */
  readonly keep: (key: string | undefined, opened: Opened, page: Page) => Page
}

/** The cache key of a page: its lookup, such as by `id`; `undefined` for reads whose results are not cached. */
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

/** Whether the answer of a page depends only on the revision, for every reader who may read it. */
const dependsOnRevision = ({ hidden, space }: Opened): boolean => hidden === undefined && space.computed !== true

/** Whether a cached page matches the current state of its space. */
export const isCurrent = (opened: Opened, { revision }: Kept): boolean =>
  dependsOnRevision(opened) && opened.space.revision === revision

/** The size of a page in the cache; `undefined` if it is too large. Visits no more pages than can be cached. */
const sizeOf = (page: Page): number | undefined => {
  const text = page.type === "document" ? page.markdown?.length : page.type === "group" ? 0 : undefined
  if (text === undefined || text > most.text) return undefined
  const all: Array<Page> = [page]
  for (const each of all) {
    if ("pages" in each) all.push(...each.pages.slice(0, most.below + 1))
    if (all.length > most.below + 1) return undefined
  }
  return all.length + (text >> 10)
}

/** Caches the pages of an engine. */
export const makeRecentPages = Effect.map(KeptPages, (mostKept): RecentPages => {
  const pages = makeSizedCache<Kept>(mostKept, ({ size }) => size)
  return {
    find: (key) => (key === undefined ? undefined : pages.get(key)),
    keep: (key, opened, page) => {
      const size = key !== undefined && dependsOnRevision(opened) ? sizeOf(page) : undefined
      if (key === undefined || size === undefined) return page
      const shared = shareAnswer(frozen(page))
      pages.set(key, { revision: opened.space.revision, page: shared, size })
      return shared
    }
  }
})
