/** Processes queued updates of search and links, in small transactions. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { giveWay, turn } from "../../foundation/scheduling/Turns.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { markdownIt } from "../../text/markdown/Parser.js"
import { makeTokensQuickly } from "../../text/markdown/QuickTokens.js"
import { entriesInTurns } from "../../text/search-index/Postings.js"
import { type IndexedPageDocuments, type PageEntries, SearchIndex } from "../../text/search-index/SearchIndex.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { bodyOf, dialectOf, type ItemValue } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { LinkIndex } from "../links/LinkIndex.js"
import type { IndexedText } from "../pages/TextReading.js"
import { indexedPage, nothing, perItem } from "./IndexedItem.js"
import { indexedTask } from "./IndexingTasks.js"
import { PendingIndex } from "./PendingIndex.js"
import type { PendingItem } from "./PendingIndexRows.js"
import { type ReadingAhead, readAhead, type Written } from "./ReadingAhead.js"

// Only large writes have enough texts for it to matter, and the first load of a program goes without it.
makeTokensQuickly(markdownIt)

/** The reading of a text that could not be read: only that it exists. */
const unread: IndexedText = { ...nothing, sections: [{ anchor: "", heading: "", text: "", words: "", body: "" }] }

/** The number of notes that one transaction processes at most. */
const notesAtOnce = 8

/** An item as it is now, with its text read, and its entry in the search index. */
interface Prepared {
  readonly value: ItemValue | undefined
  readonly text: IndexedText
  readonly page: IndexedPageDocuments
}

/** The first queued items, by id, in a space at a sequence. */
interface PreparedItems {
  readonly space: SpaceRecord | undefined
  readonly items: ReadonlyMap<string, Prepared>
}

/** The kinds of items already read while a space was at one sequence, so that none is read twice. */
class KnownKinds {
  private sequence: number | undefined
  private readonly kinds = new Map<string, ItemValue["kind"] | undefined>()
  /** The kinds at a sequence; the kinds at another sequence are forgotten. */
  at(sequence: number | undefined): Map<string, ItemValue["kind"] | undefined> {
    if (this.sequence !== sequence) this.kinds.clear()
    this.sequence = sequence
    return this.kinds
  }
}

/** Processes the queued updates of a space up to an ordinal, with what is known about a write. */
export type Drain = (space: string, until: number, written?: Written) => Effect.Effect<void, Unavailable>

/** {@link Drain} over the repositories and indexes of the context; `budget` applies to one transaction. */
export const makeDrain = Effect.fnUntraced(function* (budget: number) {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const spaces = yield* SpaceRepository
  const search = yield* SearchIndex
  const links = yield* LinkIndex
  const pending = yield* PendingIndex
  const workers = yield* Workers

  const read = (space: string, value: ItemValue | undefined, written: Written | undefined) => {
    const body = bodyOf(value)
    if (body === undefined) return Effect.succeed(nothing)
    const text = written?.texts.get(body)
    const markdown = text === undefined ? documents.markdown(space, body) : Effect.succeed(text)
    return Effect.flatMap(markdown, (markdown) =>
      workers.run(indexedTask, { markdown, dialect: dialectOf(value) })
    ).pipe(
      Effect.catchTag("Conflict", ({ message }) =>
        Effect.as(Effect.logWarning(`a page is found by its title only: ${message}`), unread)
      )
    )
  }
  /** An item as it is now, if the space is at a sequence. */
  const current = (space: string, id: string, sequence: number | undefined, written: Written | undefined) =>
    written?.sequence === sequence && written?.items.has(id) === true
      ? Effect.succeed(written.items.get(id))
      : Effect.map(items.find({ line: space }, id), (found) => found?.value.value)
  /** The search-index entry of an item. All slow computation happens here, so that a transaction only has to write. */
  const pageOf = Effect.fnUntraced(function* (
    space: SpaceRecord,
    id: string,
    value: ItemValue | undefined,
    text: IndexedText,
    entries?: PageEntries
  ) {
    const page = indexedPage(space, id, value, text)
    return page.documents.length === 0 ? page : { ...page, entries: entries ?? (yield* entriesInTurns(page.documents)) }
  })
  const recordOf = (space: string) => Effect.map(spaces.find(SpaceId.make(space)), (found) => found?.value)

  /** As many items as one transaction can index, with their texts. */
  const prepare = Effect.fnUntraced(function* (
    id: string,
    due: Iterable<string>,
    written: Written | undefined,
    knownKinds: KnownKinds,
    ahead: ReadingAhead
  ) {
    // Read before the items: they are unchanged as long as the space is unchanged.
    const space = yield* recordOf(id)
    const kinds = knownKinds.at(space?.sequence)
    const prepared = new Map<string, Prepared>()
    let left = budget
    for (const item of due) {
      if (prepared.has(item)) continue
      if (space === undefined) {
        prepared.set(item, { value: undefined, text: nothing, page: { page: item, documents: [] } })
        continue
      }
      const value = yield* current(id, item, space.sequence, written)
      kinds.set(item, value?.kind)
      const found = yield* ahead.take(item, value)
      const text = found?.text ?? (yield* read(id, value, written))
      left -= text.length + perItem
      // A text that was read ahead is small, and not read again.
      if (left < 0 && prepared.size > 0 && found === undefined) break
      prepared.set(item, { value, text, page: yield* pageOf(space, item, value, text, found?.entries) })
      if (left < 0) break
    }
    return { space, items: prepared } satisfies PreparedItems
  })

  /**
   * Indexes prepared items that are still queued in the notes after an ordinal; another process may have been faster. An
   * item whose text has changed meanwhile is indexed as it was prepared, so that nobody waits for one that changes all
   * the time, and stays queued.
   */
  const takeOver = Effect.fnUntraced(function* (
    id: string,
    after: number,
    { items: prepared, space: before }: PreparedItems,
    written: Written | undefined,
    knownKinds: KnownKinds
  ) {
    const space = yield* recordOf(id)
    if (space !== undefined && before === undefined) return
    const isCurrent = space?.sequence === before?.sequence && space?.organization === before?.organization
    const done = new Map<string, Prepared & { readonly presence: PendingItem["presence"] }>()
    for (const note of yield* pending.first(id, notesAtOnce, after)) {
      if (note.value.items === undefined) break
      const left: Array<PendingItem> = []
      for (const item of note.value.items) {
        const known = prepared.get(item.id)
        if (known === undefined) left.push(item)
        if (known === undefined || space === undefined) continue
        const presence = done.get(item.id)?.presence ?? item.presence
        const now = isCurrent ? known.value : yield* current(id, item.id, space.sequence, written)
        const body = bodyOf(now)
        const isOutdated = body !== undefined && body !== bodyOf(known.value)
        if (isOutdated) left.push(item)
        const value = isOutdated ? known.value : now
        const text = body === undefined ? nothing : known.text
        const page = isCurrent ? known.page : indexedPage(space, item.id, value, text)
        done.set(item.id, { value, text, page, presence })
      }
      if (left.length < note.value.items.length) yield* pending.leave(note, left)
    }
    if (space === undefined || done.size === 0) return
    const kinds = knownKinds.at(space.sequence)
    const update = yield* links.update(id, (other) =>
      kinds.has(other)
        ? Effect.succeed(kinds.get(other))
        : Effect.map(current(id, other, space.sequence, written), (value) => {
            kinds.set(other, value?.kind)
            return value?.kind
          })
    )
    const [came, went]: [Array<string>, Array<string>] = [[], []]
    if (space.deletedAt === undefined) {
      yield* search.replacePages(
        id,
        Array.from(done.values(), ({ page }) => page)
      )
    }
    for (const [item, { presence, text, value }] of done) {
      yield* update.item(item, value, text.links)
      if (presence !== undefined) (value === undefined ? went : came).push(item)
      yield* giveWay
    }
    yield* update.finish(came, went)
  })

  /**
   * Removes a space from search. If another process was faster, the entries that it has indexed since may be lost, and
   * are queued again.
   */
  const removed = Effect.fnUntraced(function* (space: string, after: number) {
    const [first] = yield* pending.first(space, 1, after)
    if (first !== undefined && first.value.items === undefined) return yield* pending.leave(first, [])
    const pages = yield* items.all({ line: space }, "page")
    yield* pending.add(
      space,
      pages.map(({ value }) => ({ id: value.id }))
    )
  })

  const drain = Effect.fnUntraced(function* (space: string, until: number, written: Written | undefined) {
    const kinds = new KnownKinds()
    let ahead: ReadingAhead | undefined
    /** The items that were indexed already, some of which may be queued again. */
    const done = new Set<string>()
    /** The items of the last note when it was first read. Those that are queued behind them are left to others. */
    let owed: ReadonlySet<string> | undefined
    for (let after = 0; ; ) {
      const due: Array<string> = []
      let [last, isRemoved] = [after, false]
      for (const { value: note } of yield* pending.first(space, notesAtOnce, after)) {
        if (note.ordinal > until) break
        isRemoved = note.items === undefined && due.length === 0
        if (note.items === undefined) break
        last = note.ordinal
        if (last === until) owed ??= new Set(note.items.map(({ id }) => id))
        for (const { id } of note.items) if (!done.has(id) && (last < until || owed?.has(id))) due.push(id)
      }
      if (isRemoved) {
        yield* search.removeSpace(space)
        yield* storage.transaction(removed(space, after), [spaceLock(space)])
        done.clear()
      } else if (due.length > 0) {
        ahead ??= yield* readAhead(workers, written, due[0] ?? "", 2 * budget)
        const prepared = yield* prepare(space, due, written, kinds, ahead)
        yield* storage.transaction(takeOver(space, after, prepared, written, kinds), [spaceLock(space)])
        for (const id of prepared.items.keys()) done.add(id)
      } else if (last === after) return
      else after = last
      yield* turn
    }
  })
  return ((space, until, written) => Effect.scoped(drain(space, until, written))) satisfies Drain
})
