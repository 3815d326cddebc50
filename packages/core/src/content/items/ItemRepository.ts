import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type BatchedRead, mappedRead } from "../../storage/rows/BatchedRead.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Write } from "../../storage/rows/Reads.js"
import { rows, type Stored } from "../../storage/rows/Repository.js"
import { type Duplicate, Storage, type VersionMismatch } from "../../storage/rows/Storage.js"
import { compareValues, type Value } from "../../storage/rows/Table.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { type ChildPages, type ChildrenWindow, childPages, childrenOnLine, headScan } from "../pages/ChildPages.js"
import {
  type ItemOf,
  type ItemValue,
  type ItemVersion,
  type ItemKind as Kind,
  open,
  type PageItem,
  versionsOf
} from "./Item.js"
import { type ItemChanges, type ItemHistory, itemChanges, itemHistory } from "./ItemHistory.js"
import { type ItemsByPath, itemsByPath, pageAt } from "./ItemsByPath.js"
import { Items, parentOf, positionOf } from "./ItemTables.js"
import {
  changedBetween,
  type Differences,
  differences,
  lastOn,
  lastScan,
  ownIn,
  ownVersions,
  rootOf,
  type View
} from "./View.js"

type Version<K extends Kind> = ItemVersion<ItemOf<K>>
type Found = Stored<ItemVersion>

/** The change of one item: the stored value and the new one; `undefined` means that there is none. */
export interface ItemChange {
  readonly stored: Stored<ItemVersion> | undefined
  readonly next: ItemValue | undefined
}

/** Reads and writes the versions of items. Every read works on every {@link View}. */
export interface ItemRepositoryService extends ItemsByPath {
  /** The version of an item in a view, or `undefined` if it does not exist there. One index walk for each line. */
  readonly find: (view: View, item: string) => Effect.Effect<Stored<ItemVersion> | undefined, Unavailable>
  /** {@link ItemHistory} */
  readonly history: ItemHistory
  /** {@link ItemChanges} */
  readonly changes: ItemChanges
  /**
   * Reads the children of pages in a view, as long as no write intervenes. The changes of main since the base of a
   * change request are read once; after that, each parent takes time proportional to its children.
   */
  readonly children: (view: View) => Effect.Effect<ChildPages, Unavailable>
  /**
   * Some pages directly below another (`""` for the root) in order, as they are at the head of a view's lowest line,
   * which may differ from the view: see `differences`.
   */
  readonly childrenAtHead: (
    view: View,
    parent: string,
    window: ChildrenWindow
  ) => Effect.Effect<ReadonlyArray<Stored<Version<"page">>>, Unavailable>
  /** All items of one kind in a view; pages by parent and position, the rest by id. */
  readonly all: <K extends Kind>(view: View, kind: K) => Effect.Effect<ReadonlyArray<Version<K>>, Unavailable>
  /** At most `limit` items of one kind other than `page` in a view, ordered by id, after a cursor, which is an id. */
  readonly page: <K extends Exclude<Kind, "page">>(
    view: View,
    kind: K,
    after: ReadonlyArray<Value> | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Stored<Version<K>>>, Unavailable>
  readonly count: (view: View, kind: Kind) => Effect.Effect<number, Unavailable>
  /** The current versions of some pages, in the order of their ids; pages that are gone are omitted. */
  readonly currentMany: (
    line: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Version<"page">>, Unavailable>
  /** For each item in which a view may differ from the head of its lowest line, the view's version, by id. */
  readonly differences: (view: View) => Effect.Effect<Differences, Unavailable>
  /** The same for the head of a line, if it changed few items; `undefined` if it changed many. */
  readonly fewDifferences: (view: View) => Effect.Effect<Differences | undefined, Unavailable>
  /** The ids of the items that a line changed after a sequence. Takes time proportional to their number. */
  readonly changedSince: (line: string, sequence: number) => Effect.Effect<ReadonlySet<string>, Unavailable>
  /**
   * The ids of all items in which two views of one space may differ. Takes time proportional to the changes between
   * them.
   */
  readonly changedBetween: (a: View, b: View) => Effect.Effect<ReadonlySet<string>, Unavailable>
  /** The contents of a view's own line, deleted or not: for a change request, its changes. */
  readonly own: (view: View) => Effect.Effect<ReadonlyArray<Stored<ItemVersion>>, Unavailable>
  /** Writes the first version of an item on a line. */
  readonly insert: (line: string, from: number, value: ItemValue) => Effect.Effect<void, Duplicate | Unavailable>
  /** The writes that replace an item, as it was found at the head of a view, from a sequence of the view's line on. */
  readonly writes: (view: View, from: number, change: ItemChange) => Effect.Effect<ReadonlyArray<Write>, Unavailable>
  /** Ends all current versions of a line at a sequence: for a change request, all of its changes. */
  readonly closeAll: (line: string, until: number) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /** Reads at the head of a main line, to be combined with others. */
  readonly atHead: {
    readonly item: (line: string, item: string) => BatchedRead<Stored<ItemVersion> | undefined>
    readonly path: (line: string, path: string) => BatchedRead<PageItem | undefined>
    readonly children: (line: string, parent: string) => BatchedRead<ReadonlyArray<PageItem>>
  }
  /** Removes every version on a line of a space. */
  readonly purge: (line: string, space: string) => Effect.Effect<void, Unavailable>
}

/** The versions of items, over any storage. */
export class ItemRepository extends Context.Tag("@lectern/core/ItemRepository")<
  ItemRepository,
  ItemRepositoryService
>() {}

/** The order of one kind: pages by parent and position, the rest by id. */
const inOrder = ({ value: { value: a } }: Found, { value: { value: b } }: Found): number =>
  compareValues(parentOf(a), parentOf(b)) || compareValues(positionOf(a), positionOf(b)) || compareValues(a.id, b.id)

/** The maximum number of changed items for a line to have changed few. */
const few = 32

const make = Effect.map(Storage, (storage): ItemRepositoryService => {
  const items = rows(storage, Items)
  const alive = (line: string, ...more: ReadonlyArray<string>) => ({ index: "alive", prefix: [line, open, ...more] })
  const last = (view: View, item: string) => lastOn(items, view, item)

  const find: ItemRepositoryService["find"] = (view, item) =>
    Effect.flatMap(last(view, item), (found) => {
      const own = ownIn(view, found)
      if (own !== undefined) return Effect.succeed(own.value.deleted ? undefined : own)
      return view.base === undefined ? Effect.succeed(undefined) : find(view.base, item)
    })

  /** The head of a view's lowest line, or a part of it, as seen in the view. */
  const overlaid = (
    head: ReadonlyArray<Found>,
    changed: ReadonlyMap<string, Found | undefined>,
    kind: Kind
  ): ReadonlyArray<Found> => {
    if (changed.size === 0) return head
    const kept = head.filter(({ value }) => !changed.has(value.value.id))
    for (const version of changed.values()) {
      if (version?.value.value.kind === kind) kept.push(version)
    }
    return kept.sort(inOrder)
  }

  const closeAll: ItemRepositoryService["closeAll"] = (line, until) =>
    Effect.flatMap(ownVersions(items, { line }), (found) =>
      Effect.forEach(found, (version) => items.replace(version, { ...version.value, until }), { discard: true })
    )

  return {
    find,
    ...itemsByPath(storage, items),
    atHead: {
      item: (line, item) =>
        mappedRead(items.scanning(lastScan({ line }, item)), ([found]) => {
          const own = ownIn({ line }, found)
          return own === undefined || own.value.deleted ? undefined : own
        }),
      path: (line, path) => pageAt(items, line, path),
      children: (line, parent) =>
        mappedRead(items.scanning(headScan(line, parent)), (found) =>
          versionsOf(found, "page").map(({ value }) => value.value)
        )
    },
    history: itemHistory(items),
    changes: itemChanges(items),
    children: (view) => childPages(items, view),
    childrenAtHead: (view, parent, window) => childrenOnLine(items, rootOf(view), parent, window),
    all: <K extends Kind>(view: View, kind: K) =>
      Effect.map(
        Effect.all([differences(items, view, kind), items.scan(alive(rootOf(view), kind))]),
        ([changed, head]) => versionsOf(overlaid(head, changed, kind), kind).map(({ value }) => value)
      ),
    page: <K extends Kind>(view: View, kind: K, after: ReadonlyArray<Value> | undefined, limit: number) =>
      Effect.gen(function* () {
        const changed = yield* differences(items, view, kind)
        const line = rootOf(view)
        const [id] = after ?? []
        const head = yield* items.scan({
          ...alive(line, kind, ""),
          ...(id !== undefined && { after: [line, open, kind, "", id, id, open] }),
          limit: limit + changed.size
        })
        return versionsOf(overlaid(head, changed, kind), kind)
          .filter(({ value }) => id === undefined || compareValues(value.value.id, id) > 0)
          .slice(0, limit)
          .map(({ value, version }) => ({ value, version, cursor: [value.value.id] }))
      }),
    count: (view, kind) =>
      Effect.gen(function* () {
        const line = rootOf(view)
        let count = yield* items.count(alive(line, kind))
        for (const [id, version] of yield* differences(items, view, kind)) {
          if (version !== undefined && version.value.value.kind !== kind) continue
          if (version !== undefined) count++
          if ((yield* find({ line }, id))?.value.value.kind === kind) count--
        }
        return count
      }),
    currentMany: (line, ids) =>
      Effect.map(
        Effect.forEach(ids, (id) => find({ line }, id)),
        (found) =>
          versionsOf(
            found.filter((version) => version !== undefined),
            "page"
          ).map(({ value }) => value)
      ),
    differences: (view) => differences(items, view),
    fewDifferences: (view) =>
      Effect.gen(function* () {
        if (view.base === undefined) return yield* differences(items, view)
        const own = yield* items.scan({ index: "alive", prefix: [view.line, open], limit: few + 1 })
        return own.length > few ? undefined : yield* differences(items, view)
      }),
    changedSince: (line, sequence) =>
      Effect.map(differences(items, { line, sequence }), (changed) => new Set(changed.keys())),
    changedBetween: (a, b) => changedBetween(items, a, b),
    own: (view) => ownVersions(items, view),
    insert: (line, from, value) => items.insert({ line, from, until: open, value }),
    writes: Effect.fnUntraced(function* (view, from, { stored, next }) {
      const { base, line } = view
      const id = next?.id ?? stored?.value.value.id
      if (id === undefined) return []
      const own = stored?.value.line === line ? stored : base && ownIn({ line }, yield* last({ line }, id))
      const closing = own === undefined ? [] : [items.replacing(own, { ...own.value, until: from })]
      if (next !== undefined) return [...closing, items.inserting({ line, from, until: open, value: next })]
      const below = base && (yield* find(base, id))
      return below === undefined
        ? closing
        : [...closing, items.inserting({ line, from, until: open, value: below.value.value, deleted: true })]
    }),
    closeAll,
    purge: (line, space) => items.removeAll({ prefix: [line] }, [spaceLock(space)])
  }
})

/** {@link ItemRepository} over the storage of the context. */
export const service = repositoryOf(ItemRepository, make, [Items])
