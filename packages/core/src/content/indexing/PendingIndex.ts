/**
 * Queued updates of search and links. A large write queues them in its own transaction, and they are processed in small
 * transactions afterwards: a read of a space's search or links first processes the remaining ones.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type BatchedRead, mappedRead, readBatched } from "../../storage/rows/BatchedRead.js"
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

/** Reads and writes notes. */
export interface PendingIndexService {
  /** Queues items after the ones that are already queued. */
  readonly add: (space: string, items: ReadonlyArray<PendingItem>) => Effect.Effect<void, Unavailable>
  /** Queues the removal of a space from search. */
  readonly addRemoval: (space: string) => Effect.Effect<void, Unavailable>
  /** The first notes of a space, in order: up to `limit`. */
  readonly first: (space: string, limit: number) => Effect.Effect<ReadonlyArray<Stored<PendingNote>>, Unavailable>
  /** The ordinal of the last note of a space, if there is one. */
  readonly last: (space: string) => Effect.Effect<number | undefined, Unavailable>
  /** {@link PendingIndexService.last}, to be combined with others. */
  readonly lasting: (space: string) => BatchedRead<number | undefined>
  /** The spaces that have notes. */
  readonly spaces: Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** Reduces a note to the given items, if its row is as it was read; `false` if it has changed since. */
  readonly leave: (note: Stored<PendingNote>, items: ReadonlyArray<PendingItem>) => Effect.Effect<boolean, Unavailable>
  /** Removes every note of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The notes of a workspace. */
export class PendingIndex extends Context.Tag("@lectern/core/PendingIndex")<PendingIndex, PendingIndexService>() {}

const make = Effect.map(Storage, (storage): PendingIndexService => {
  const notes = rows(storage, PendingIndexTable)
  const lasting: PendingIndexService["lasting"] = (space) =>
    mappedRead(notes.scanning({ prefix: [space], reverse: true, limit: 1 }), ([found]) => found?.value.ordinal)
  const last = (space: string) => readBatched(storage, lasting(space))
  const insert = (note: PendingNote) => withoutConflict(notes.insert(note))
  return {
    add: Effect.fnUntraced(function* (space, items) {
      if (items.length === 0) return
      let ordinal = (yield* last(space)) ?? 0
      for (let from = 0; from < items.length; from += itemsOfNote) {
        yield* insert({ space, ordinal: ++ordinal, items: items.slice(from, from + itemsOfNote) })
      }
    }),
    addRemoval: (space) => Effect.flatMap(last(space), (ordinal = 0) => insert({ space, ordinal: ordinal + 1 })),
    first: (space, limit) => notes.scan({ prefix: [space], limit }),
    last,
    lasting,
    spaces: Effect.gen(function* () {
      const found: Array<string> = []
      for (;;) {
        const after = found.at(-1)
        const [next] = yield* notes.scan({ ...(after !== undefined && { gt: after }), limit: 1 })
        if (next === undefined) return found
        found.push(next.value.space)
      }
    }),
    leave: Effect.fnUntraced(function* (note, items) {
      const { ordinal, space } = note.value
      const current = yield* notes.find(space, ordinal)
      if (current?.version !== note.version) return false
      if (items.length === 0) yield* notes.remove(space, ordinal)
      else {
        yield* withoutConflict(notes.replace(current, { space, ordinal, items }))
      }
      return true
    }),
    purge: (space) => notes.removeAll({ prefix: [space] })
  }
})

/** {@link PendingIndex} over the storage of the context. */
export const service = repositoryOf(PendingIndex, make, [PendingIndexTable])
