/** Search and links follow the head of main: a little at once, with the revision, and the rest in pieces right after. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { DocumentRepository } from "../content/DocumentRepository.js"
import type { ItemValue } from "../content/Item.js"
import { type ItemChange, ItemRepository } from "../content/ItemRepository.js"
import { isReadable, type Readings, readStored, type StoredText, storedTask } from "../content/TextReading.js"
import type { Unavailable } from "../errors/Errors.js"
import { LinkIndex, type LinkUpdate, linksDiffer, type Presence } from "../link-index/LinkIndex.js"
import { giveWay, turn } from "../scheduling/Turns.js"
import { documentsOf } from "../search-index/PageIndex.js"
import { type IndexedPageDocuments, SearchIndex } from "../search-index/SearchIndex.js"
import { serviceOf } from "../services/Service.js"
import { SpaceId, type SpaceRecord } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import type { Stored } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import { steps } from "../telemetry/Telemetry.js"
import { inlineSize, Workers } from "../workers/Workers.js"
import { PendingIndex, type PendingItem, type PendingNote } from "./PendingIndex.js"
import { isSearchable, searchDiffers } from "./Searchable.js"
import { makeTurns } from "./SpaceTurns.js"

/** Takes over what a revision changed. */
export type TakeOver = (changes: ReadonlyArray<ItemChange>, readings: Readings) => Effect.Effect<void, Unavailable>

/** Brings search and links up to date. */
export interface IndexingService {
  /**
   * In the transaction of a revision, before it is written: `present` knows what it will have. The answer takes over
   * what was changed, once that is written, where it is little, and notes the rest for {@link IndexingService.settle}.
   */
  readonly begin: (space: SpaceRecord, present: Presence) => Effect.Effect<TakeOver, Unavailable>
  /** In a transaction: a space that was deleted leaves search. */
  readonly removed: (space: string) => Effect.Effect<void, Unavailable>
  /** In a transaction: notes items of a space whose texts have to be read again. */
  readonly noted: (space: string, ids: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>
  /**
   * Does what is noted for a space by now, in small transactions, so that search and links are those of a head. Before
   * every read of them; who has made a large write does it at once.
   */
  readonly settle: (space: string, readings?: Readings) => Effect.Effect<void, Unavailable>
  /** {@link IndexingService.settle} for those spaces of a set that have something noted. */
  readonly settleAll: (spaces: { readonly has: (space: string) => boolean }) => Effect.Effect<void, Unavailable>
  /** Forgets what is noted for a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** What keeps search and links up to date. */
export class Indexing extends Context.Tag("@lectern/core/Indexing")<Indexing, IndexingService>() {}

/** How much is taken over in one transaction: in characters, where each item counts for 1,024. */
export class IndexingBudget extends Context.Reference<IndexingBudget>()("@lectern/core/IndexingBudget", {
  defaultValue: () => 256 * 1024
}) {}

const perItem = 1024

const nothing: StoredText = { document: "", length: 0, sections: [], links: [] }
/** What is known of a text that could not be read: that it is there. */
const unread: StoredText = { ...nothing, sections: [{ anchor: "", heading: "", text: "", words: "", body: "" }] }
const nothingRead: Readings = new Map()

const bodyOf = (value: ItemValue | undefined): string | undefined =>
  value !== undefined && "document" in value ? value.document : undefined

/** An item as it is now, with its text read. */
interface Prepared {
  readonly item: PendingItem
  readonly value: ItemValue | undefined
  readonly text: StoredText
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const spaces = yield* SpaceRepository
  const search = yield* SearchIndex
  const links = yield* LinkIndex
  const pending = yield* PendingIndex
  const workers = yield* Workers
  const budget = yield* IndexingBudget
  const inTurn = yield* makeTurns
  const step = yield* steps

  const indexedPage = (
    { id: space, organization }: SpaceRecord,
    page: string,
    value: ItemValue | undefined,
    text: StoredText
  ): IndexedPageDocuments => ({
    page,
    documents: isSearchable(value)
      ? documentsOf({ organization, space, page, path: value.path, title: value.title }, text.sections)
      : []
  })

  const changed = Effect.fnUntraced(function* (
    space: SpaceRecord,
    update: LinkUpdate,
    changes: ReadonlyArray<ItemChange>,
    readings: Readings
  ) {
    const [came, went]: [Array<string>, Array<string>] = [[], []]
    const later: Array<PendingItem> = []
    const pages: Array<IndexedPageDocuments> = []
    // What is noted already comes first: a removal that is still to be done would take out what is put in now.
    let left = (yield* pending.last(space.id)) === undefined ? budget : 0
    for (const { next, stored } of changes) {
      const before = stored?.value.value
      const id = next?.id ?? before?.id ?? ""
      const presence = before === undefined ? "came" : next === undefined ? "went" : undefined
      const [searched, linked] = [searchDiffers(before, next), linksDiffer(before, next)]
      if (presence === undefined && !searched && !linked) continue
      left -= perItem
      const body = bodyOf(next)
      let text = body === undefined ? nothing : readings.get(body)
      if (left >= 0 && text === undefined) {
        const markdown = yield* documents.markdown(space.id, body)
        if (markdown.length <= Math.min(left, inlineSize) && isReadable(markdown)) text = yield* readStored(markdown)
      }
      if (text === undefined || text.length > left) {
        // Whatever comes after it waits as well, so that a transaction does not read what it leaves to others.
        left = 0
        later.push({ id, ...(presence !== undefined && { presence }) })
        continue
      }
      left -= text.length
      yield* giveWay
      if (searched) pages.push(indexedPage(space, id, next, text))
      if (linked) yield* update.item(id, next, text.links, before === undefined)
      if (presence === "came") came.push(id)
      if (presence === "went") went.push(id)
    }
    if (pages.length > 0) yield* search.replacePages(space.id, pages)
    yield* update.finish(came, went)
    yield* pending.add(space.id, later)
  })

  const read = (space: string, value: ItemValue | undefined, readings: Readings) => {
    const body = bodyOf(value)
    const known = body === undefined ? nothing : readings.get(body)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.flatMap(documents.markdown(space, body), (markdown) => workers.run(storedTask, markdown)).pipe(
      Effect.catchTag("Conflict", ({ message }) =>
        Effect.as(Effect.logWarning(`a page is found by its title only: ${message}`), unread)
      )
    )
  }
  const current = (space: string, id: string) =>
    Effect.map(items.find({ line: space }, id), (found) => found?.value.value)

  /** Some of the items of a note, with their texts. */
  const prepare = Effect.fnUntraced(function* (space: string, todo: ReadonlyArray<PendingItem>, readings: Readings) {
    const prepared: Array<Prepared> = []
    let left = budget
    for (const item of todo) {
      const value = yield* current(space, item.id)
      const text = yield* read(space, value, readings)
      left -= text.length + perItem
      if (left < 0 && prepared.length > 0) break
      prepared.push({ item, value, text })
    }
    return prepared
  })

  const takeOver = Effect.fnUntraced(function* (note: Stored<PendingNote>, prepared: ReadonlyArray<Prepared>) {
    const { items: todo = [], space: id } = note.value
    const ready: Array<Prepared> = []
    const outdated: Array<PendingItem> = []
    for (const { item, text, value } of prepared) {
      const now = yield* current(id, item.id)
      const body = bodyOf(now)
      if (body === undefined) ready.push({ item, value: now, text: nothing })
      else if (body === bodyOf(value)) ready.push({ item, value: now, text })
      else outdated.push(item)
    }
    if (!(yield* pending.leave(note, [...outdated, ...todo.slice(prepared.length)]))) return
    const space = (yield* spaces.find(SpaceId.make(id)))?.value
    if (space === undefined) return
    const update = yield* links.update(id, (other) => Effect.map(current(id, other), (value) => value?.kind))
    const [came, went]: [Array<string>, Array<string>] = [[], []]
    const pages = ready.map(({ item, text, value }) => indexedPage(space, item.id, value, text))
    if (space.deletedAt === undefined && pages.length > 0) yield* search.replacePages(id, pages)
    for (const { item, text, value } of ready) {
      yield* update.item(item.id, value, text.links, false)
      if (item.presence !== undefined) (value === undefined ? went : came).push(item.id)
      yield* giveWay
    }
    yield* update.finish(came, went)
  })

  /** A space has left search. Where another process was faster, what it has put in since may be gone, and is noted again. */
  const removed = Effect.fnUntraced(function* (note: Stored<PendingNote>) {
    const { space } = note.value
    if (yield* pending.leave(note, [])) return
    const pages = yield* items.all({ line: space }, "page")
    yield* pending.add(
      space,
      pages.map(({ value }) => ({ id: value.id }))
    )
  })

  const drain = (space: string, until: number, readings: Readings): Effect.Effect<void, Unavailable> =>
    Effect.gen(function* () {
      for (;;) {
        const note = yield* pending.first(space)
        if (note === undefined || note.value.ordinal > until) return
        const { items: todo } = note.value
        if (todo === undefined) {
          yield* search.removeSpace(space)
          yield* storage.transaction(removed(note))
        } else {
          const prepared = yield* prepare(space, todo, readings)
          yield* storage.transaction(takeOver(note, prepared))
        }
        yield* turn
      }
    })

  const settle: IndexingService["settle"] = (space, readings = nothingRead) =>
    Effect.flatMap(pending.last(space), (until) =>
      until === undefined ? Effect.void : inTurn(space, step("index.settle")(drain(space, until, readings)))
    )

  return {
    begin: (space, present) =>
      Effect.map(
        links.update(space.id, present),
        (update): TakeOver =>
          (changes, readings) =>
            changed(space, update, changes, readings)
      ),
    removed: pending.addRemoval,
    noted: (space, ids) =>
      pending.add(
        space,
        ids.map((id) => ({ id }))
      ),
    settle,
    settleAll: (some) =>
      Effect.flatMap(pending.spaces, (found) =>
        Effect.forEach(
          found.filter((space) => some.has(space)),
          (space) => settle(space),
          { discard: true }
        )
      ),
    purge: pending.purge
  } satisfies IndexingService
})

/** {@link Indexing} over the repositories and indexes of the context. */
export const service = serviceOf(Indexing, make)
