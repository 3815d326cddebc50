/** Doing what is noted for search and links, in small transactions. */
import * as Effect from "effect/Effect"
import { DocumentRepository } from "../content/DocumentRepository.js"
import type { ItemValue } from "../content/Item.js"
import { ItemRepository } from "../content/ItemRepository.js"
import { type IndexedText, indexedTask, type Readings } from "../content/TextReading.js"
import type { Unavailable } from "../errors/Errors.js"
import { LinkIndex } from "../link-index/LinkIndex.js"
import { giveWay, turn } from "../scheduling/Turns.js"
import { SearchIndex } from "../search-index/SearchIndex.js"
import { SpaceId } from "../spaces/Space.js"
import { SpaceRepository } from "../spaces/SpaceRepository.js"
import type { Stored } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import { Workers } from "../workers/Workers.js"
import { bodyOf, indexedPage, nothing, perItem } from "./IndexedItem.js"
import { PendingIndex, type PendingItem, type PendingNote } from "./PendingIndex.js"

/** What is known of a text that could not be read: that it is there. */
const unread: IndexedText = { ...nothing, sections: [{ anchor: "", heading: "", text: "", words: "", body: "" }] }

/** How many notes are looked at for one transaction, whose budget may be more than one of them needs. */
const notesAtOnce = 8

/** An item as it is now, with its text read. */
interface Prepared {
  readonly item: PendingItem
  readonly value: ItemValue | undefined
  readonly text: IndexedText
}

/** The first items of a note, and those that are left of it. */
interface PreparedNote {
  readonly note: Stored<PendingNote>
  readonly prepared: ReadonlyArray<Prepared>
  readonly left: ReadonlyArray<PendingItem>
}

/** The kinds of items that were read while a space stood at a sequence, so that none is read twice. */
class KnownKinds {
  private sequence: number | undefined
  private readonly kinds = new Map<string, ItemValue["kind"] | undefined>()
  /** The kinds at a sequence; those of another one are forgotten. */
  at(sequence: number | undefined): Map<string, ItemValue["kind"] | undefined> {
    if (this.sequence !== sequence) this.kinds.clear()
    this.sequence = sequence
    return this.kinds
  }
}

/** Does what is noted for a space up to an ordinal, with what was read of texts already. */
export type Drain = (space: string, until: number, readings: Readings) => Effect.Effect<void, Unavailable>

/** {@link Drain} over the repositories and indexes of the context; `budget` is that of one transaction. */
export const makeDrain = Effect.fnUntraced(function* (budget: number) {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const spaces = yield* SpaceRepository
  const search = yield* SearchIndex
  const links = yield* LinkIndex
  const pending = yield* PendingIndex
  const workers = yield* Workers

  const read = (space: string, value: ItemValue | undefined, readings: Readings) => {
    const body = bodyOf(value)
    const known = body === undefined ? nothing : readings.get(body)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.flatMap(documents.markdown(space, body), (markdown) => workers.run(indexedTask, markdown)).pipe(
      Effect.catchTag("Conflict", ({ message }) =>
        Effect.as(Effect.logWarning(`a page is found by its title only: ${message}`), unread)
      )
    )
  }
  const current = (space: string, id: string) =>
    Effect.map(items.find({ line: space }, id), (found) => found?.value.value)
  const recordOf = (space: string) => Effect.map(spaces.find(SpaceId.make(space)), (found) => found?.value)

  /** As many items of some notes as one transaction takes over, with their texts. */
  const prepare = Effect.fnUntraced(function* (
    space: string,
    notes: ReadonlyArray<Stored<PendingNote>>,
    readings: Readings,
    known: KnownKinds
  ) {
    // Read before the items: as long as the space stands there, they are what they were.
    const sequence = (yield* recordOf(space))?.sequence
    const kinds = known.at(sequence)
    const ready: Array<PreparedNote> = []
    let left = budget
    let count = 0
    for (const note of notes) {
      const todo = note.value.items
      if (todo === undefined || (left <= 0 && count > 0)) break
      const prepared: Array<Prepared> = []
      for (const item of todo) {
        const value = yield* current(space, item.id)
        kinds.set(item.id, value?.kind)
        const text = yield* read(space, value, readings)
        left -= text.length + perItem
        if (left < 0 && count > 0) break
        count++
        prepared.push({ item, value, text })
      }
      if (prepared.length > 0) ready.push({ note, prepared, left: todo.slice(prepared.length) })
    }
    return { ready, sequence }
  })

  const takeOver = Effect.fnUntraced(function* (
    id: string,
    { ready, sequence }: Effect.Effect.Success<ReturnType<typeof prepare>>,
    known: KnownKinds
  ) {
    const space = yield* recordOf(id)
    const isCurrent = space !== undefined && space.sequence === sequence
    const done: Array<Prepared> = []
    for (const { left, note, prepared } of ready) {
      const taken: Array<Prepared> = []
      const outdated: Array<PendingItem> = []
      for (const { item, text, value } of prepared) {
        const now = isCurrent ? value : yield* current(id, item.id)
        const body = bodyOf(now)
        if (body === undefined) taken.push({ item, value: now, text: nothing })
        else if (body === bodyOf(value)) taken.push({ item, value: now, text })
        else outdated.push(item)
      }
      // Another process may have been faster.
      if (yield* pending.leave(note, [...outdated, ...left])) done.push(...taken)
    }
    if (space === undefined || done.length === 0) return
    const kinds = known.at(space.sequence)
    const update = yield* links.update(id, (other) =>
      kinds.has(other)
        ? Effect.succeed(kinds.get(other))
        : Effect.map(current(id, other), (value) => {
            kinds.set(other, value?.kind)
            return value?.kind
          })
    )
    const [came, went]: [Array<string>, Array<string>] = [[], []]
    if (space.deletedAt === undefined) {
      yield* search.replacePages(
        id,
        done.map(({ item, text, value }) => indexedPage(space, item.id, value, text))
      )
    }
    for (const { item, text, value } of done) {
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

  const drain: Drain = Effect.fnUntraced(function* (space, until, readings) {
    const known = new KnownKinds()
    for (;;) {
      const notes = yield* pending.first(space, notesAtOnce)
      const due = notes.filter(({ value }) => value.ordinal <= until)
      const [first] = due
      if (first === undefined) return
      if (first.value.items === undefined) {
        yield* search.removeSpace(space)
        yield* storage.transaction(removed(first))
      } else {
        const prepared = yield* prepare(space, due, readings, known)
        yield* storage.transaction(takeOver(space, prepared, known))
      }
      yield* turn
    }
  })
  return drain
})
