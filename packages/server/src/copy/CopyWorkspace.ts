/** Copies a whole workspace into an empty one, of any storage; a copy that was interrupted is continued. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { tables } from "@lectern/core/internal/engine/Tables"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import { RawRows, StorageSnapshot } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Failed } from "../output/Failures.js"
import { copying } from "../workspace/Marks.js"
import { compareFiles, copyFiles, type FileCounts } from "./CopyFiles.js"
import { type Counts, compareParts, copyParts } from "./CopyParts.js"
import { allParts, rowParts, type To } from "./Parts.js"

/** The result of copying and comparing. */
export interface Copied extends FileCounts {
  readonly tables: number
  readonly counts: Counts
  /** Whether it continued an earlier copy. */
  readonly isResumed: boolean
}

type Source = Storage | SearchIndex | BlobStore | StorageSnapshot
type Target = Storage | SearchIndex | BlobStore | RawRows

/** Whether the target has an unfinished copy; fails unless it has, or is empty. */
const begin = Effect.fnUntraced(function* (name: string, { raw, storage }: To) {
  if ((yield* storage.counter(copying)) > 0) return true
  const counters = yield* raw.counters("", 1)
  const rows = yield* Effect.exists(tables, (table) =>
    Effect.map(storage.scan(table, { limit: 1 }), (found) => found.length > 0)
  )
  if (rows || counters.length > 0) {
    return yield* new Failed({ message: `${name} is not empty; name a new folder or an empty database` })
  }
  yield* raw.setCounters([[copying, 1]])
  return false
})

/** The source and the target of a copy. */
export interface Sides {
  readonly source: Context.Context<Source>
  readonly target: Context.Context<Target>
  /** The target's name, for messages. */
  readonly name: string
}

/**
 * Copies a workspace into an empty one, and compares everything. Without `search`, which is then made from the texts,
 * the index is left out. `finish` runs before the copy is marked as complete.
 */
export const copyWorkspace = <E = never>(
  { name, source, target }: Sides,
  { finish = Effect.void, search }: { readonly search: boolean; readonly finish?: Effect.Effect<void, E> }
): Effect.Effect<Copied, E | Failed | Unavailable> =>
  Effect.gen(function* () {
    const from = {
      storage: Context.get(source, Storage),
      search: Context.get(source, SearchIndex),
      counters: Context.get(source, StorageSnapshot).counters
    }
    const to = {
      storage: Context.get(target, Storage),
      search: Context.get(target, SearchIndex),
      raw: Context.get(target, RawRows)
    }
    const blobs = Context.get(target, BlobStore)
    const isResumed = yield* begin(name, to)
    const parts = search ? allParts(from, to, tables) : rowParts(from, to, tables)
    yield* copyParts(parts, isResumed)
    const allFiles = Effect.zipRight(
      copyFiles(from.storage, Context.get(source, BlobStore), blobs),
      compareFiles(from.storage, blobs)
    )
    // Files wait for disks, and search waits for a processor.
    const [counts, files] = yield* Effect.all([compareParts(parts), allFiles, finish], { concurrency: "unbounded" })
    yield* to.raw.removeCounters([copying])
    return { ...files, tables: tables.length, counts, isResumed }
  })
