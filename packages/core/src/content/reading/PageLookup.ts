/** Reads one page, by its id or by its path. */
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { countPage } from "../../foundation/quotas/RequestCost.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { SpaceId } from "../../people/places/Space.js"
import { combinedReads, mappedRead, readBatched } from "../../storage/rows/BatchedRead.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import type { ItemVersion, PageItem } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { Page, PageId } from "../pages/Page.js"
import { makeComputedContent } from "./ComputedContent.js"
import { cutId, cutPath, isComputed } from "./ComputedReading.js"
import { makeContentOpening, type Sought } from "./ContentOpening.js"
import type { At, Read } from "./ContentsService.js"
import { type PageReadOptions, readPage } from "./PageReading.js"
import { makePageTrees } from "./PageTrees.js"
import { isCurrent, keyOf, makeRecentPages } from "./RecentPages.js"
import { type Opened, optionsFor } from "./ShownContent.js"

const pageOf = (found: Stored<ItemVersion> | undefined): PageItem | undefined =>
  found?.value.value.kind === "page" ? found.value.value : undefined

/** A way to look up a page. */
interface Lookup {
  /** The key of its answer among recent ones, if it may be there. */
  readonly key: string | undefined
  readonly sought: () => Sought<PageItem | undefined>
  readonly answer: (opened: Opened, item: PageItem | undefined) => Read<Page>
}

/** The two lookups, over the services of the context. */
export const makePageLookup = Effect.gen(function* () {
  const storage = yield* Storage
  const { open, openAnd } = yield* makeContentOpening
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const computed = yield* makeComputedContent
  const workers = yield* Workers
  const { base } = yield* PublicUrls
  const trees = makePageTrees({ base, computed, items })
  const recent = yield* makeRecentPages

  const read = Effect.fnUntraced(function* (
    opened: Opened,
    item: PageItem | undefined,
    options: PageReadOptions | undefined,
    key: string | undefined
  ) {
    const { hidden, space, view } = opened
    if (item === undefined || hidden?.hides(item.id) === true) return yield* notFound("page")
    if (isComputed(item)) return yield* Effect.zipRight(countPage, computed.read(opened, item, options))
    const source = { items, documents, workers, space: space.id, view, hidden }
    const isHead = view.base === undefined && view.sequence === undefined
    if (!isHead || item.document === undefined) {
      const page = yield* trees.page(opened, item, optionsFor(options, hidden))
      return recent.keep(key, opened, yield* readPage(source, page, item, options))
    }
    yield* countPage
    const body = documents.finding(space.id, item.document)
    const [markdown, children] = yield* readBatched(
      storage,
      combinedReads([body, items.atHead.children(space.id, item.id)])
    )
    const page = yield* trees.page(opened, item, optionsFor(options, hidden), children)
    return recent.keep(key, opened, yield* readPage(source, page, item, options, markdown))
  })
  const findPage = (view: View, id: string) => Effect.map(items.find(view, id), pageOf)

  /** A page below a computed one, by its id. */
  const readBelow = Effect.fnUntraced(function* (opened: Opened, id: string, options?: PageReadOptions) {
    const { hidden, view } = opened
    const at = cutId(id)
    if (at === undefined || hidden?.hides(id) === true) return yield* notFound("page")
    return yield* computed.readBelow(opened, yield* findPage(view, at.parent), at.slug, options)
  })

  const byId = (space: SpaceId, page: PageId, at?: At, options?: PageReadOptions): Lookup => {
    const key = keyOf(space, "id", page, at, options)
    return {
      key,
      sought: () => ({
        atHead: mappedRead(items.atHead.item(space, page), pageOf),
        inView: (view) => findPage(view, page)
      }),
      answer: (opened, item) =>
        String(page).includes(".") ? readBelow(opened, page, options) : read(opened, item, options, key)
    }
  }

  const byPath = (space: SpaceId, path: string, at?: At, options?: PageReadOptions): Lookup => {
    const wanted = path.replace(/^\/+|\/+$/g, "")
    const key = keyOf(space, "path", wanted, at, options)
    return {
      key,
      sought: () => ({ atHead: items.atHead.path(space, wanted), inView: (view) => items.findByPath(view, wanted) }),
      answer: Effect.fnUntraced(function* (opened, item) {
        if (item !== undefined) return yield* read(opened, item, options, key)
        const { hidden, view } = opened
        const inside = cutPath(wanted)
        const above = inside === undefined ? undefined : yield* items.findByPath(view, inside.parent)
        if (inside !== undefined && isComputed(above) && hidden?.hides(above.id) !== true) {
          return yield* computed.readBelow(opened, above, inside.slug, options)
        }
        const redirects = yield* items.find(view, "redirects")
        const target = redirects?.value.value.kind === "redirects" ? redirects.value.value.values[wanted] : undefined
        if (target === undefined) return yield* notFound("page")
        return yield* read(opened, yield* findPage(view, target), options, key)
      })
    }
  }

  /**
   * The answer in a space that is not opened yet. Where a read is a round trip, the item is read together with the space,
   * so that a stale cached answer costs nothing.
   */
  const opening = Effect.fnUntraced(function* (id: SpaceId, at: At | undefined, lookup: Lookup) {
    const entry = recent.find(lookup.key)
    if (entry !== undefined && storage.generation !== undefined) return yield* within(yield* open(id, at), at, lookup)
    const [opened, item] = yield* openAnd(id, at, lookup.sought())
    return entry !== undefined && isCurrent(opened, entry) ? entry.page : yield* lookup.answer(opened, item)
  })

  /** The answer in an opened space. */
  const within = Effect.fnUntraced(function* (opened: Opened, at: At | undefined, { answer, key, sought }: Lookup) {
    const entry = recent.find(key)
    if (entry !== undefined && isCurrent(opened, entry)) return entry.page
    const { atHead, inView } = sought()
    return yield* answer(opened, yield* at === undefined ? readBatched(storage, atHead) : inView(opened.view))
  })

  return { byId, byPath, opening, within }
})
