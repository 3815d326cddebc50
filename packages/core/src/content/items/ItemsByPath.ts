/** Finds pages by their paths, which a line of content keeps with every version. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type BatchedRead, mappedRead, readBatched } from "../../storage/rows/BatchedRead.js"
import type { Rows, Stored } from "../../storage/rows/Repository.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import type { Value } from "../../storage/rows/Table.js"
import type { ItemVersion, PageItem } from "./Item.js"
import { lastOn, ownIn, type View } from "./View.js"

type ItemRows = Rows<ItemVersion>
type Found = Stored<ItemVersion>

/** Finds pages by path. Links have none. */
export interface ItemsByPath {
  /** The page with this path in a view. */
  readonly findByPath: (view: View, path: string) => Effect.Effect<PageItem | undefined, Unavailable>
  /** The last version on a line that had a path, whether or not it is current. */
  readonly formerOwner: (line: string, path: string) => Effect.Effect<ItemVersion | undefined, Unavailable>
  /**
   * At most `limit` versions of a line that have a path, after a cursor: by path, and within one path from the oldest
   * on.
   */
  readonly withPaths: (
    line: string,
    after: ReadonlyArray<Value> | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Stored<ItemVersion>>, Unavailable>
}

/** The last version with a path on the own line of a view, up to its moment. */
const lastAt = (items: ItemRows, { line, sequence }: View, path: string): BatchedRead<Found | undefined> =>
  mappedRead(
    items.scanning({
      index: "path",
      prefix: [line, path],
      ...(sequence !== undefined && { lte: sequence }),
      reverse: true,
      limit: 1
    }),
    ([found]) => found
  )

const pageOf = (found: Found | undefined): PageItem | undefined =>
  found?.value.value.kind === "page" ? found.value.value : undefined

/** The page with a path at the head of a main line, to be combined with other reads. */
export const pageAt = (items: ItemRows, line: string, path: string): BatchedRead<PageItem | undefined> =>
  mappedRead(lastAt(items, { line }, path), (found) => pageOf(ownIn({ line }, found)))

/** {@link ItemsByPath} over the rows of a storage. */
export const itemsByPath = (storage: StorageService, items: ItemRows): ItemsByPath => {
  const find = (view: View, path: string): Effect.Effect<Found | undefined, Unavailable> =>
    Effect.gen(function* () {
      const own = ownIn(view, yield* readBatched(storage, lastAt(items, view, path)))
      if (own !== undefined || view.base === undefined) return own
      const below = yield* find(view.base, path)
      if (below === undefined) return undefined
      const changed = ownIn(view, yield* lastOn(items, view, below.value.value.id))
      return changed === undefined ? below : undefined
    })
  return {
    findByPath: (view, path) => Effect.map(find(view, path), pageOf),
    formerOwner: (line, path) =>
      Effect.map(readBatched(storage, lastAt(items, { line }, path)), (found) => found?.value),
    withPaths: (line, after, limit) =>
      items.scan({ index: "path", prefix: [line], gt: "", limit, ...(after !== undefined && { after }) })
  }
}
