/** What happens to content when its space is made, copied, deleted, restored and purged. */

import * as Effect from "effect/Effect"
import { BlobReferences } from "../blobs/BlobReferences.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { ContentLifecycle, type ContentLifecycleService } from "../content/ContentLifecycle.js"
import { currentItems } from "../content/CurrentItems.js"
import { DocumentRepository, documentHash } from "../content/DocumentRepository.js"
import { FileId } from "../content/File.js"
import type { ItemValue, PageItem } from "../content/Item.js"
import { ItemRepository } from "../content/ItemRepository.js"
import { PageId } from "../content/PageId.js"
import { RevisionId } from "../content/RevisionId.js"
import { RevisionRepository } from "../content/RevisionRepository.js"
import type { Unavailable } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { Indexing } from "../indexing/Indexing.js"
import { LinkIndex } from "../link-index/LinkIndex.js"
import { turn } from "../scheduling/Turns.js"
import { SearchIndex } from "../search-index/SearchIndex.js"
import { serviceOf } from "../services/Service.js"
import type { SpaceId } from "../spaces/Space.js"
import { withoutConflict } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"

/** The kinds of which a space has one item, with the kind as its id. */
const singletons: ReadonlyArray<string> = ["variables", "redirects", "source"]

/** How many items are copied in one transaction. */
const copiedAtOnce = 32

const make = Effect.gen(function* () {
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const documents = yield* DocumentRepository
  const blobReferences = yield* BlobReferences
  const indexing = yield* Indexing
  const storage = yield* Storage
  const requests = yield* ChangeRequestRepository
  const search = yield* SearchIndex
  const links = yield* LinkIndex
  const ids = yield* Ids

  const firstRevision = (space: SpaceId, at: string) =>
    Effect.gen(function* () {
      const id = RevisionId.make(yield* ids.next)
      yield* withoutConflict(
        revisions.insert({ id, space, line: space, sequence: 1, type: "edits", parents: [], createdAt: at })
      )
      return { revision: id, sequence: 1 }
    })

  const purgeRequests = (space: SpaceId): Effect.Effect<void, Unavailable> =>
    Effect.gen(function* () {
      const found = yield* requests.some(space, 100)
      for (const id of found) {
        yield* items.purge(id)
        yield* revisions.purge(id)
        yield* requests.remove(id)
      }
      if (found.length > 0) yield* purgeRequests(space)
    })

  /** Adds a copy to the first revision of its space. */
  const put = Effect.fnUntraced(function* (
    space: SpaceId,
    copy: ItemValue,
    text: { readonly document: string; readonly markdown: string } | undefined
  ) {
    if (text !== undefined) yield* documents.put(space, text.markdown, text.document)
    yield* withoutConflict(items.insert(space, 1, copy))
    if (copy.kind === "file") yield* blobReferences.add(copy.hash, space)
  })

  const service: ContentLifecycleService = {
    create: firstRevision,
    copy: Effect.fnUntraced(function* (from, to) {
      const { pages, files, reusableContents, ...single } = yield* currentItems(items, from.id, from.sequence)
      const values: ReadonlyArray<ItemValue> = [...pages, ...files, ...reusableContents, ...Object.values(single)]
      const copies = new Map<string, string>()
      for (const { kind, id } of values) {
        copies.set(id, singletons.includes(kind) ? id : yield* ids.next)
      }
      yield* links.counts(to)
      const copied = Effect.fnUntraced(function* (value: ItemValue) {
        const copy: ItemValue = withIds(value, copies)
        if (!("document" in copy) || copy.document === undefined) return { copy, text: undefined }
        const text = relink(yield* documents.markdown(from.id, copy.document), copies)
        const document = documentHash(text)
        return { copy: { ...copy, document }, text: { document, markdown: text } }
      })
      for (let at = 0; at < values.length; at += copiedAtOnce) {
        const some = yield* Effect.forEach(values.slice(at, at + copiedAtOnce), copied)
        yield* storage.transaction(
          Effect.forEach(some, ({ copy, text }) => put(to, copy, text), { discard: true }).pipe(
            Effect.zipRight(
              indexing.noted(
                to,
                some.map(({ copy }) => copy.id)
              )
            )
          )
        )
        yield* indexing.settle(to)
        yield* turn
      }
    }),
    removed: (space) => indexing.removed(space.id),
    restored: (space) =>
      Effect.flatMap(items.all({ line: space.id }, "page"), (pages) =>
        indexing.noted(
          space.id,
          pages.map(({ value }) => value.id)
        )
      ),
    settle: (space) => indexing.settle(space),
    settleAll: indexing.settleAll({ has: () => true }),
    purge: Effect.fnUntraced(function* (space) {
      yield* purgeRequests(space.id)
      yield* items.purge(space.id)
      yield* revisions.purge(space.id)
      yield* documents.purge(space.id)
      yield* blobReferences.purge(space.id)
      yield* indexing.purge(space.id)
      yield* search.removeSpace(space.id)
      yield* links.purge(space.id)
    })
  }
  return service
})

/** An item under the new ids of a copy. */
const withIds = (value: ItemValue, copies: ReadonlyMap<string, string>): ItemValue => {
  const id = (old: string): string => copies.get(old) ?? old
  const pageId = (old: PageId): PageId => PageId.make(id(old))
  switch (value.kind) {
    case "page":
      return relinkPage(
        { ...value, id: pageId(value.id), parent: value.parent === "" ? "" : pageId(value.parent) },
        copies
      )
    case "redirects":
      return {
        ...value,
        values: Object.fromEntries(Object.entries(value.values).map(([from, to]) => [from, pageId(to)]))
      }
    case "file":
      return { ...value, id: FileId.make(id(value.id)) }
    case "reusable-content":
      return { ...value, id: id(value.id) }
    default:
      return value
  }
}

const relinkPage = (page: PageItem, copies: ReadonlyMap<string, string>): PageItem => ({
  ...page,
  ...(page.cover !== undefined && { cover: relinkData(page.cover, copies) }),
  ...(page.target !== undefined && { target: relinkData(page.target, copies) }),
  ...(page.spellings !== undefined && {
    spellings: Object.fromEntries(Object.entries(page.spellings).map(([to, raw]) => [relink(to, copies), raw]))
  })
})

/** Plain data in which every text that is an id of the original is the copy's. */
const relinkData = <A>(data: A, copies: ReadonlyMap<string, string>): A => {
  if (typeof data === "string") return (copies.get(data) ?? data) as A
  if (typeof data !== "object" || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, relinkData(value, copies)])) as A
}

/** A text whose links into the original lead into the copy. */
const relink = (text: string, copies: ReadonlyMap<string, string>): string =>
  text.replace(/\/(pages|files|reusable-contents)\/([\w-]+)/g, (whole, kind, id) => {
    const copy = copies.get(id)
    return copy === undefined ? whole : `/${kind}/${copy}`
  })

/** `ContentLifecycle` over the repositories of the context. */
export const service = serviceOf(ContentLifecycle, make)
