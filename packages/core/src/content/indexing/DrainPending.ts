/** Processes queued updates of search and links, in small transactions. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { giveWay, turn } from "../../foundation/scheduling/Turns.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { SpaceId, type SpaceRecord } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { markdownIt } from "../../text/markdown/Parser.js"
import { makeTokensQuickly } from "../../text/markdown/QuickTokens.js"
import { entriesInTurns } from "../../text/search-index/Postings.js"
import { type IndexedPageDocuments, type PageEntries, SearchIndex } from "../../text/search-index/SearchIndex.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { bodyOf, type ItemValue } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { LinkIndex } from "../links/LinkIndex.js"
import type { IndexedText, Readings } from "../pages/TextReading.js"
import { indexedPage, nothing, perItem } from "./IndexedItem.js"
import { indexedTask } from "./IndexingTasks.js"
import { PendingIndex } from "./PendingIndex.js"
import type { PendingItem, PendingNote } from "./PendingIndexRows.js"
import { type ReadingAhead, readAhead, type Written } from "./ReadingAhead.js"

// Only large writes have enough texts for it to matter, and the first load of a program goes without it.
makeTokensQuickly(markdownIt)

/** The reading of a text that could not be read: only that it exists. */
const unread: IndexedText = { ...nothing, sections: [{ anchor: "", heading: "", text: "", words: "", body: "" }] }

/** The number of notes that are read for one transaction, whose budget may cover more than one of them. */
const notesAtOnce = 8

/** Known data about queued items, so that it is not read again. */
export interface Known {
  readonly readings?: Readings
  readonly written?: Written
}

/** An item as it is now, with its text read, and its entry in the search index. */
interface Prepared {
  readonly item: PendingItem
  readonly value: ItemValue | undefined
  readonly text: IndexedText
  readonly page: IndexedPageDocuments
}

/** The first items of a note, and the remaining ones. */
interface PreparedNote {
  readonly note: Stored<PendingNote>
  readonly prepared: ReadonlyArray<Prepared>
  readonly left: ReadonlyArray<PendingItem>
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

/** Processes the queued updates of a space up to an ordinal, using known data. */
export type Drain = (space: string, until: number, known: Known) => Effect.Effect<void, Unavailable>

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

  const read = (space: string, value: ItemValue | undefined, { readings, written }: Known) => {
    const body = bodyOf(value)
    const known = body === undefined ? nothing : readings?.get(body)
    if (body === undefined || known !== undefined) return Effect.succeed(known ?? nothing)
    const text = written?.texts.get(body)
    const markdown = text === undefined ? documents.markdown(space, body) : Effect.succeed(text)
    return Effect.flatMap(markdown, (markdown) => workers.run(indexedTask, markdown)).pipe(
      Effect.catchTag("Conflict", ({ message }) =>
        Effect.as(Effect.logWarning(`a page is found by its title only: ${message}`), unread)
      )
    )
  }
  /** An item as it is now, if the space is at a sequence. */
  const current = (space: string, id: string, sequence: number | undefined, { written }: Known) =>
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

  /** As many items of some notes as one transaction can index, with their texts. */
  const prepare = Effect.fnUntraced(function* (
    id: string,
    notes: ReadonlyArray<Stored<PendingNote>>,
    known: Known,
    knownKinds: KnownKinds,
    ahead: ReadingAhead
  ) {
    // Read before the items: they are unchanged as long as the space is unchanged.
    const space = yield* recordOf(id)
    const kinds = knownKinds.at(space?.sequence)
    const ready: Array<PreparedNote> = []
    if (space === undefined) return { ready: notes.map((note) => ({ note, prepared: [], left: [] })), space }
    let left = budget
    let count = 0
    for (const note of notes) {
      const todo = note.value.items
      if (todo === undefined || (left <= 0 && count > 0)) break
      const prepared: Array<Prepared> = []
      for (const item of todo) {
        const value = yield* current(id, item.id, space.sequence, known)
        kinds.set(item.id, value?.kind)
        const found = yield* ahead.take(item.id, value)
        const text = found?.text ?? (yield* read(id, value, known))
        left -= text.length + perItem
        // A text that was read ahead is small, and not read again.
        if (left < 0 && count > 0 && found === undefined) break
        count++
        prepared.push({ item, value, text, page: yield* pageOf(space, item.id, value, text, found?.entries) })
        if (left < 0) break
      }
      if (prepared.length > 0) ready.push({ note, prepared, left: todo.slice(prepared.length) })
    }
    return { ready, space }
  })

  const takeOver = Effect.fnUntraced(function* (
    id: string,
    { ready, space: before }: Effect.Effect.Success<ReturnType<typeof prepare>>,
    known: Known,
    knownKinds: KnownKinds
  ) {
    const space = yield* recordOf(id)
    if (space !== undefined && before === undefined) return
    const isCurrent =
      space !== undefined && space.sequence === before?.sequence && space.organization === before.organization
    const done: Array<Prepared> = []
    for (const { left, note, prepared } of ready) {
      const taken: Array<Prepared> = []
      const outdated: Array<PendingItem> = []
      for (const each of prepared) {
        if (isCurrent || space === undefined) {
          taken.push(each)
          continue
        }
        const { item, text, value } = each
        const now = yield* current(id, item.id, space.sequence, known)
        const body = bodyOf(now)
        if (body !== undefined && body !== bodyOf(value)) outdated.push(item)
        else {
          const read = body === undefined ? nothing : text
          taken.push({ item, value: now, text: read, page: indexedPage(space, item.id, now, read) })
        }
      }
      // Another process may have been faster.
      if (yield* pending.leave(note, [...outdated, ...left])) done.push(...taken)
    }
    if (space === undefined || done.length === 0) return
    const kinds = knownKinds.at(space.sequence)
    const update = yield* links.update(id, (other) =>
      kinds.has(other)
        ? Effect.succeed(kinds.get(other))
        : Effect.map(current(id, other, space.sequence, known), (value) => {
            kinds.set(other, value?.kind)
            return value?.kind
          })
    )
    const [came, went]: [Array<string>, Array<string>] = [[], []]
    if (space.deletedAt === undefined) {
      yield* search.replacePages(
        id,
        done.map(({ page }) => page)
      )
    }
    for (const { item, text, value } of done) {
      yield* update.item(item.id, value, text.links, false)
      if (item.presence !== undefined) (value === undefined ? went : came).push(item.id)
      yield* giveWay
    }
    yield* update.finish(came, went)
  })

  /**
   * Removes a space from search. If another process was faster, the entries that it has indexed since may be lost, and
   * are queued again.
   */
  const removed = Effect.fnUntraced(function* (note: Stored<PendingNote>) {
    const { space } = note.value
    if (yield* pending.leave(note, [])) return
    const pages = yield* items.all({ line: space }, "page")
    yield* pending.add(
      space,
      pages.map(({ value }) => ({ id: value.id }))
    )
  })

  const drain = Effect.fnUntraced(function* (space: string, until: number, known: Known) {
    const kinds = new KnownKinds()
    let ahead: ReadingAhead | undefined
    for (;;) {
      const notes = yield* pending.first(space, notesAtOnce)
      const due = notes.filter(({ value }) => value.ordinal <= until)
      const [first] = due
      if (first === undefined) return
      if (first.value.items === undefined) {
        yield* search.removeSpace(space)
        yield* storage.transaction(removed(first), [spaceLock(space)])
      } else {
        ahead ??= yield* readAhead(workers, known.written, first.value.items[0]?.id ?? "", 2 * budget)
        const prepared = yield* prepare(space, due, known, kinds, ahead)
        yield* storage.transaction(takeOver(space, prepared, known, kinds), [spaceLock(space)])
      }
      yield* turn
    }
  })
  return ((space, until, known) => Effect.scoped(drain(space, until, known))) satisfies Drain
})
