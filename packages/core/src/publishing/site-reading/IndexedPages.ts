/** The search index of a space on a site, for an index that is stored elsewhere. */
import * as Effect from "effect/Effect"
import { Indexing } from "../../content/indexing/Indexing.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { HiddenContent } from "../../people/access/Visits.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import type { Synonyms } from "../../people/places/Synonyms.js"
import { type IndexedPageDocuments, type SearchDocument, SearchIndex } from "../../text/search-index/SearchIndex.js"

/** A batch of indexed pages. */
export interface IndexedPages {
  readonly pages: ReadonlyArray<IndexedPageDocuments>
  /** The synonyms of the space. */
  readonly synonyms: Synonyms
  /** The page after which the next batch begins; absent if there is none. */
  readonly next?: string
}

/** The number of pages that are read in one batch. */
const atOnce = 100

/** Reads the indexed pages of a space that are not hidden, batch by batch. */
export const makeIndexedPages = Effect.gen(function* () {
  const index = yield* SearchIndex
  const indexing = yield* Indexing
  return (
    { hidden, space }: { readonly space: SpaceRecord; readonly hidden: HiddenContent },
    after: string
  ): Effect.Effect<IndexedPages, Unavailable> =>
    Effect.gen(function* () {
      yield* indexing.settle(space.id)
      const found = yield* index.list({ space: space.id, page: after }, atOnce)
      const own = found.filter((document) => document.space === space.id)
      const pages = new Map<string, Array<SearchDocument>>()
      for (const document of own) {
        const known = pages.get(document.page)
        if (known === undefined) pages.set(document.page, [document])
        else known.push(document)
      }
      const last = own.at(-1)?.page
      const isLast = last === undefined || own.length < found.length || pages.size < atOnce
      return {
        pages: Array.from(pages, ([page, documents]) => ({ page, documents })).filter(
          ({ page }) => !hidden.hides(page)
        ),
        synonyms: space.synonyms ?? [],
        ...(!isLast && { next: last })
      }
    })
})
