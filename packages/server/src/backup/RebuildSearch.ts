/** Makes the search index of a workspace from its texts. Nobody else may use the workspace meanwhile. */

import type { Unavailable } from "@lectern/core/errors/Errors"
import { indexedPage } from "@lectern/core/internal/content/indexing/IndexedItem"
import {
  pagesTask,
  readItems,
  sizeOf,
  textOfItem,
  together,
  unpacked
} from "@lectern/core/internal/content/indexing/IndexingTasks"
import { isSearchable } from "@lectern/core/internal/content/indexing/Searchable"
import { Documents } from "@lectern/core/internal/content/items/DocumentRepository"
import { type ItemVersion, open, type PageItem } from "@lectern/core/internal/content/items/Item"
import { Items } from "@lectern/core/internal/content/items/ItemTables"
import { given } from "@lectern/core/internal/foundation/loading/Lazy"
import { eachRow, parsed } from "@lectern/core/internal/operations/integrity/Scanning"
import { SpacesTable } from "@lectern/core/internal/people/places/SpaceRepository"
import type { IndexedPageDocuments, SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import type { SpaceRecord } from "@lectern/core/spaces/Space"
import type { StorageService } from "@lectern/core/storage/Storage"
import { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { inThreads } from "../workspace/InThreads.js"

/** How many pages, and how many characters of text, are indexed in one transaction. */
const most = { pages: 256, characters: 1024 * 1024 }

/** How far to read ahead of the writes, in multiples of {@link together}. */
const ahead = 4

interface PageText {
  readonly page: PageItem
  readonly markdown: string
}

/** Texts that are being read. */
interface Reading {
  readonly characters: number
  readonly pages: Effect.Effect<ReadonlyArray<IndexedPageDocuments>, Unavailable>
}

const rebuild = Effect.fnUntraced(function* (
  storage: StorageService,
  search: SearchIndexService
): Effect.fn.Return<void, Unavailable, Workers> {
  const workers = yield* Workers
  const textOf = (space: string, hash = "") =>
    Effect.map(
      storage.get(Documents, [space, hash]),
      (row) => (row && parsed<{ readonly markdown: string }>(Documents, row.json)?.markdown) ?? ""
    )
  const read = (space: SpaceRecord, pages: ReadonlyArray<PageText>) => {
    const texts = pages.map(({ markdown, page }) => textOfItem(page, markdown))
    return Effect.map(workers.run(pagesTask, texts), (found) => found.map(unpacked)).pipe(
      // A text that exceeds the limits of a worker is read here, however long it takes.
      Effect.catchTag("Conflict", () => given(() => readItems(texts))),
      Effect.map((found) =>
        found.map(({ entries, text }, i): IndexedPageDocuments => {
          const { page } = pages[i]!
          return { ...indexedPage(space, page.id, page, text), ...(entries !== undefined && { entries }) }
        })
      )
    )
  }
  const ofSpace = Effect.fnUntraced(function* (space: SpaceRecord) {
    yield* search.removeSpace(space.id)
    if (space.deletedAt !== undefined) return
    let texts: Array<PageText> = []
    let size = 0
    const reading: Array<Reading> = []
    let pages: Array<IndexedPageDocuments> = []
    let characters = 0
    let writing: Effect.Effect<void, Unavailable> = Effect.void
    const begin = Effect.gen(function* () {
      const fiber = yield* Effect.fork(read(space, texts))
      reading.push({ characters: size, pages: Fiber.join(fiber) })
      texts = []
      size = 0
    })
    const write = Effect.gen(function* () {
      yield* writing
      const fiber = yield* Effect.fork(search.replacePages(space.id, pages))
      writing = Fiber.join(fiber)
      pages = []
      characters = 0
    })
    /** Takes the texts that were read, except for the last few, which may take a while to read. */
    const take = (except: number) =>
      Effect.gen(function* () {
        while (reading.length > except) {
          const next = reading.shift()!
          pages.push(...(yield* next.pages))
          characters += next.characters
          if (pages.length >= most.pages || characters >= most.characters) yield* write
        }
      })
    yield* eachRow<ItemVersion>(storage, Items, { index: "alive", prefix: [space.id, open, "page"] }, ({ value }) => {
      const page = value?.value
      if (!isSearchable(page)) return undefined
      return Effect.gen(function* () {
        const markdown = yield* textOf(space.id, page.document)
        texts.push({ page, markdown })
        size += sizeOf(markdown)
        if (size < together) return
        yield* begin
        yield* take(ahead)
      })
    })
    yield* begin
    yield* take(0)
    yield* write
    yield* writing
  })
  yield* eachRow<SpaceRecord>(storage, SpacesTable, {}, ({ value }) =>
    value === undefined ? undefined : ofSpace(value)
  )
})

/**
 * Indexes every page of a storage that search finds, in all spaces. Worker threads read the next ones while some are
 * written.
 */
export const rebuildSearch = (storage: StorageService, search: SearchIndexService): Effect.Effect<void, Unavailable> =>
  inThreads(rebuild(storage, search))
