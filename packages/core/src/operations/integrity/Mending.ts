/** Rebuilds data that is derived from other rows. */
import * as Effect from "effect/Effect"
import type { IndexingService } from "../../content/indexing/Indexing.js"
import type { ItemRepositoryService } from "../../content/items/ItemRepository.js"
import type { LinkIndexService } from "../../content/links/LinkIndex.js"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { type Lock, spaceLock } from "../../storage/rows/Locks.js"
import { encoder } from "../../storage/rows/RowJson.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import type { Columns, Table, Value } from "../../storage/rows/Table.js"
import type { Mend } from "./Finding.js"
import { parsed } from "./Scanning.js"

/** The way a row is rewritten. */
interface Rewriting<A> {
  /** The locks that its writers take; all of them when absent. */
  readonly locks?: ReadonlyArray<Lock>
  /** The correct value, derived from stored data; `undefined` if there must be none. */
  readonly right: (value: A) => Effect.Effect<A | undefined, Unavailable>
  /** The columns of the value; defaults to the row's. */
  readonly columns?: (value: A) => Columns<Table> | undefined
}

/** Rewrites a row whose value contains derived data. */
export const rewriting = <A extends object>(
  storage: StorageService,
  table: Table,
  key: ReadonlyArray<Value>,
  { columns, locks, right }: Rewriting<A>
): Mend => ({
  of: `${table.name} ${key.join(" ")}`,
  run: storage.transaction(
    Effect.gen(function* () {
      const row = yield* storage.get(table, key)
      const value = row && parsed<A>(table, row.json)
      if (row === undefined || value === undefined) return
      const wanted = yield* right(value)
      if (wanted === undefined) return void (yield* storage.delete(table, key))
      yield* storage.update(table, columns?.(wanted) ?? row.columns, encoder(table)(wanted), row.version)
    }),
    locks
  )
})

/** Brings a counter to its correct value, or to at least that. */
export const recounting = (
  storage: StorageService,
  counter: string,
  right: Effect.Effect<number, Unavailable>,
  locks?: ReadonlyArray<Lock>
): Mend => ({
  of: `counter ${counter}`,
  run: storage.transaction(
    Effect.gen(function* () {
      const difference = (yield* right) - (yield* storage.counter(counter))
      if (difference !== 0) yield* storage.increment(counter, difference)
    }),
    locks
  )
})

/** The ports needed to read the texts of a space again. */
export interface ReindexingPorts {
  readonly storage: StorageService
  readonly items: ItemRepositoryService
  readonly links: LinkIndexService
  readonly indexing: IndexingService
}

/** Reads all current texts of a space again, if it exists, for its links and for search, in the small transactions of large writes. */
export const reindexing = ({ indexing, items, links, storage }: ReindexingPorts, space: string): Mend => ({
  of: `index of ${space}`,
  run: Effect.zipRight(
    storage.transaction(
      Effect.gen(function* () {
        if ((yield* storage.get(SpacesTable, [space])) === undefined) return
        const pages = yield* items.all({ line: space }, "page")
        const parts = yield* items.all({ line: space }, "reusable-content")
        yield* indexing.purge(space)
        yield* links.purge(space)
        yield* indexing.removed(space)
        yield* indexing.noted(
          space,
          [...pages, ...parts].map(({ value }) => value.id)
        )
      }),
      [spaceLock(space)]
    ),
    indexing.settle(space)
  )
})
