/** Copies spaces, a few items at a time. */
import * as Effect from "effect/Effect"
import { Ids } from "../../foundation/ids/Ids.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import type { SpaceId } from "../../people/places/Space.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { FileId } from "../files/File.js"
import { makeHoldFile } from "../files/FileHolding.js"
import { Indexing } from "../indexing/Indexing.js"
import type { ContentLifecycleService } from "../items/ContentLifecycle.js"
import { currentItems } from "../items/CurrentItems.js"
import { documentHash } from "../items/DocumentHash.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import type { ItemValue, PageItem } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { PageId } from "../pages/PageId.js"
import { storedSource } from "../sync/StoredSource.js"

/** The kinds with a single item per space, whose id is the kind. */
const singletons: ReadonlyArray<string> = ["variables", "redirects", "source"]

/** The number of items that are copied in one transaction. */
const copiedAtOnce = 32

/** Copies spaces, over the repositories of the context. */
export const makeSpaceCopying = Effect.gen(function* () {
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const indexing = yield* Indexing
  const storage = yield* Storage
  const ids = yield* Ids
  const holdFile = yield* makeHoldFile
  const withinQuota = yield* makeWithinQuota

  /** Adds a copy to the first revision of its space. */
  const put = Effect.fnUntraced(function* (
    space: SpaceId,
    copy: ItemValue,
    text: { readonly document: string; readonly markdown: string } | undefined
  ) {
    if (text !== undefined) yield* documents.put(space, text.markdown, text.document)
    yield* withoutConflict(items.insert(space, 1, copy))
    if (copy.kind === "file") yield* holdFile(space, copy)
  })

  const copy: ContentLifecycleService["copy"] = Effect.fnUntraced(function* (from, to) {
    const { pages, files, reusableContents, ...single } = yield* currentItems(items, from.id, from.sequence)
    const values: ReadonlyArray<ItemValue> = [...pages, ...files, ...reusableContents, ...Object.values(single)]
    const copies = new Map<string, string>()
    for (const { kind, id } of values) {
      copies.set(id, singletons.includes(kind) ? id : yield* ids.next)
    }
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
          ),
          withinQuota(from.organization)
        ),
        [spaceLock(to)]
      )
      yield* indexing.settle(to)
      yield* turn
    }
  })
  return copy
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
    case "source":
      return { ...value, values: storedSource(value.values, copies) }
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

/** Replaces the ids of the original in plain data with the ids of the copy. */
const relinkData = <A>(data: A, copies: ReadonlyMap<string, string>): A => {
  if (typeof data === "string") return (copies.get(data) ?? data) as A
  if (typeof data !== "object" || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, relinkData(value, copies)])) as A
}

/** Rewrites the links of a text into the original so that they lead into the copy. */
const relink = (text: string, copies: ReadonlyMap<string, string>): string =>
  text.replace(/\/(pages|files|reusable-contents)\/([\w-]+)/g, (whole, kind, id) => {
    const copy = copies.get(id)
    return copy === undefined ? whole : `/${kind}/${copy}`
  })
