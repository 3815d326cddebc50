/**
 * Queued updates of search and links. Every revision queues its items in its own transaction, and they are processed in
 * small transactions afterwards: a read of a space's search or links first processes the remaining ones.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Write } from "../../storage/rows/Reads.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { PendingItem, PendingNote } from "./PendingIndexRows.js"

/** The queued updates of each space, in order. */
export const PendingIndexTable = recordTable({
  name: "pending_index",
  columns: { space: "text", ordinal: "integer" },
  key: ["space", "ordinal"],
  indexes: {},
  lockedBy: "space space",
  columnsOf: ({ ordinal, space }: PendingNote) => ({
    space,
    ordinal
  }),
  unaudited: "derived",
  row: () => import("./PendingIndexRows.js").then(({ pendingIndex }) => pendingIndex)
})

/** The maximum number of items in one note. */
const itemsOfNote = 64

/** The spaces for which this process has queued updates, in transactions that may not have committed yet. */
export interface QueuedSpaces {
  /** The spaces since the last call of this. */
  readonly take: () => ReadonlySet<string>
  /** Waits until there may be such spaces. */
  readonly some: Effect.Effect<void>
}

/** Reads and writes notes. */
export interface PendingIndexService {
  /** The writes that queue items after the ones that are already queued; an item of the last note is not repeated. */
  readonly adding: (
    space: string,
    items: ReadonlyArray<PendingItem>
  ) => Effect.Effect<ReadonlyArray<Write>, Unavailable>
  /** Queues items, like {@link PendingIndexService.adding}. */
  readonly add: (space: string, items: ReadonlyArray<PendingItem>) => Effect.Effect<void, Unavailable>
  /** Queues the removal of a space from search. */
  readonly addRemoval: (space: string) => Effect.Effect<void, Unavailable>
  /** The first notes of a space, or those after an ordinal, in order: up to `limit`. */
  readonly first: (
    space: string,
    limit: number,
    after?: number
  ) => Effect.Effect<ReadonlyArray<Stored<PendingNote>>, Unavailable>
  /** The ordinal of the last note of a space, if there is one. */
  readonly last: (space: string) => Effect.Effect<number | undefined, Unavailable>
  /** The spaces for which this process queues something. */
  readonly queued: QueuedSpaces
  /** The spaces that have notes. */
  readonly spaces: Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** Reduces a note that was read in this transaction to the given items. */
  readonly leave: (note: Stored<PendingNote>, items: ReadonlyArray<PendingItem>) => Effect.Effect<void, Unavailable>
  /** Removes every note of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The notes of a workspace. */
export class PendingIndex extends Context.Tag("@lectern/core/PendingIndex")<PendingIndex, PendingIndexService>() {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const woken = yield* Queue.sliding<void>(1)
  let queued = new Set<string>()
  const note = (space: string): void => {
    queued.add(space)
    Queue.unsafeOffer(woken, undefined)
  }
  const notes = rows(storage, PendingIndexTable)
  const lastNote = (space: string) =>
    Effect.map(notes.scan({ prefix: [space], reverse: true, limit: 1 }), ([found]) => found)
  const last = (space: string) => Effect.map(lastNote(space), (found) => found?.value.ordinal)
  const adding: PendingIndexService["adding"] = Effect.fnUntraced(function* (space, items) {
    if (items.length === 0) return []
    note(space)
    const end = yield* lastNote(space)
    const queued = new Map((end?.value.items ?? []).map((item) => [item.id, item]))
    const missing = items.filter(({ id, presence }) => {
      const known = queued.get(id)
      return known === undefined || (presence !== undefined && known.presence === undefined)
    })
    if (missing.length === 0) return []
    // The last note is extended, unless it is full or the removal of the space.
    const open = queued.size > 0 && queued.size < itemsOfNote ? end : undefined
    for (const item of missing) queued.set(item.id, item)
    const all = open === undefined ? missing : [...queued.values()]
    const writes: Array<Write> = []
    let ordinal = open?.value.ordinal ?? (end?.value.ordinal ?? 0) + 1
    for (let from = 0; from < all.length; from += itemsOfNote) {
      const value = { space, ordinal: ordinal++, items: all.slice(from, from + itemsOfNote) }
      writes.push(from === 0 && open !== undefined ? notes.replacing(open, value) : notes.inserting(value))
    }
    return writes
  })
  return {
    adding,
    add: (space, items) => Effect.flatMap(adding(space, items), (writes) => withoutConflict(storage.writes(writes))),
    addRemoval: (space) =>
      Effect.flatMap(last(space), (ordinal = 0) => {
        note(space)
        return withoutConflict(notes.insert({ space, ordinal: ordinal + 1 }))
      }),
    first: (space, limit, after = 0) => notes.scan({ prefix: [space], gt: after, limit }),
    last,
    queued: {
      take: () => {
        const taken = queued
        queued = new Set()
        return taken
      },
      some: Effect.suspend(() => (queued.size > 0 ? Effect.void : Queue.take(woken)))
    },
    spaces: Effect.gen(function* () {
      const found: Array<string> = []
      for (;;) {
        const after = found.at(-1)
        const [next] = yield* notes.scan({ ...(after !== undefined && { gt: after }), limit: 1 })
        if (next === undefined) return found
        found.push(next.value.space)
      }
    }),
    leave: (note, items) => {
      const { ordinal, space } = note.value
      return items.length === 0
        ? Effect.asVoid(notes.remove(space, ordinal))
        : withoutConflict(notes.replace(note, { space, ordinal, items }))
    },
    purge: (space) => notes.removeAll({ prefix: [space] })
  } satisfies PendingIndexService
})

/** {@link PendingIndex} over the storage of the context. */
export const service = repositoryOf(PendingIndex, make, [PendingIndexTable])
