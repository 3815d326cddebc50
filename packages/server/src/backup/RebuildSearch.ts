/** Makes the search index of a workspace that nobody else uses from its texts. */

import type { Unavailable } from "@lectern/core/errors/Errors"
import { Documents } from "@lectern/core/internal/content/DocumentRepository"
import { Items, type ItemVersion, open } from "@lectern/core/internal/content/Item"
import { readIndexed } from "@lectern/core/internal/content/TextReading"
import { indexedPage } from "@lectern/core/internal/indexing/IndexedItem"
import { isSearchable } from "@lectern/core/internal/indexing/Searchable"
import { eachRow, parsed } from "@lectern/core/internal/integrity/Scanning"
import { SpacesTable } from "@lectern/core/internal/spaces/SpaceRepository"
import type { IndexedPageDocuments, SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import type { SpaceRecord } from "@lectern/core/spaces/Space"
import type { StorageService } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** How many pages, and how many characters of text, are indexed in one transaction. */
const most = { pages: 256, characters: 1024 * 1024 }

/** Indexes every page of a storage that search finds, in all spaces. The next ones are read while some are written. */
export const rebuildSearch = (
  storage: StorageService,
  search: SearchIndexService
): Effect.Effect<void, Unavailable> => {
  const textOf = (space: string, hash = "") =>
    Effect.map(
      storage.get(Documents, [space, hash]),
      (row) => (row && parsed<{ readonly markdown: string }>(Documents, row.json)?.markdown) ?? ""
    )
  const ofSpace = Effect.fnUntraced(function* (space: SpaceRecord) {
    yield* search.removeSpace(space.id)
    if (space.deletedAt !== undefined) return
    let pages: Array<IndexedPageDocuments> = []
    let characters = 0
    let writing: Effect.Effect<void, Unavailable> = Effect.void
    const write = Effect.gen(function* () {
      yield* writing
      const fiber = yield* Effect.fork(search.replacePages(space.id, pages))
      writing = Fiber.join(fiber)
      pages = []
      characters = 0
    })
    yield* eachRow<ItemVersion>(storage, Items, { index: "alive", prefix: [space.id, open, "page"] }, ({ value }) => {
      const page = value?.value
      if (!isSearchable(page)) return undefined
      return Effect.gen(function* () {
        const markdown = yield* textOf(space.id, page.document)
        pages.push(indexedPage(space, page.id, page, yield* readIndexed(markdown)))
        characters += markdown.length
        if (pages.length >= most.pages || characters >= most.characters) yield* write
      })
    })
    yield* write
    yield* writing
  })
  return eachRow<SpaceRecord>(storage, SpacesTable, {}, ({ value }) =>
    value === undefined ? undefined : ofSpace(value)
  )
}
