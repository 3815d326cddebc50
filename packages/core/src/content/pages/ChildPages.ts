/**
 * The direct children of pages in a view. A change request may have changed thousands of pages: its changes are read
 * for the requested parents, not as a whole. The changes of main since the request's base are read once.
 */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Rows, Stored } from "../../storage/rows/Repository.js"
import type { Scan } from "../../storage/rows/Storage.js"
import { compareValues } from "../../storage/rows/Table.js"
import { type ItemVersion, open, type PageItem, versionsOf } from "../items/Item.js"
import { type Differences, differences, lastOn, ownIn, past, rootOf, type View } from "../items/View.js"

type ItemRows = Rows<ItemVersion>
type Found = Stored<ItemVersion>
type FoundPage = Stored<ItemVersion<PageItem>>

/** Whether a page is skipped, by its id. */
type Hides = (id: string) => boolean

/** Reads the pages directly below others (`""` is the root), as long as no write intervenes. */
export interface ChildPages {
  /** All of them, in order. */
  readonly all: (parent: string) => Effect.Effect<ReadonlyArray<FoundPage>, Unavailable>
  /** All direct children of some pages, in order below each. */
  readonly allOf: (parents: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<FoundPage>, Unavailable>
  /**
   * The first `count` children that are not hidden, in order. Takes time proportional to these and the ones skipped
   * before them.
   */
  readonly first: (parent: string, count: number, hides: Hides) => Effect.Effect<ReadonlyArray<PageItem>, Unavailable>
  /** The last child that is not hidden. Takes time proportional to the ones skipped after it. */
  readonly last: (parent: string, hides: Hides) => Effect.Effect<PageItem | undefined, Unavailable>
}

/** The pages to read: some of the children of a parent, from either end. */
export type ChildrenWindow = Pick<Scan, "after" | "limit" | "reverse" | "skip">

/** The number of rows that are read at first in addition to the wanted ones, since some are skipped. */
const spare = 8

/** The number of rows of a change request's line that are read at first, in case these are all. */
const firstGlance = 16

const idOf = ({ value }: Found): string => value.value.id

/** The order of siblings: by position, then by id. */
const inOrder = ({ value: { value: a } }: FoundPage, { value: { value: b } }: FoundPage): number =>
  compareValues(a.position, b.position) || compareValues(a.id, b.id)

/** The scan of the pages directly below a parent at the head of a line, tombstones included. */
export const headScan = (line: string, parent: string, window: ChildrenWindow = {}): Scan => ({
  index: "alive",
  prefix: [line, open, "page", parent],
  ...window
})

/** The number of pages whose children are read in one query. */
const parentsAtOnce = 500

/** The pages directly below a parent at the head of a line, tombstones included. */
export const childrenOnLine = (items: ItemRows, line: string, parent: string, window?: ChildrenWindow) =>
  Effect.map(items.scan(headScan(line, parent, window)), (found) => versionsOf(found, "page"))

/** The pages directly below any of some pages at the head of a line, tombstones included. */
const childrenOfAny = Effect.fnUntraced(function* (items: ItemRows, line: string, parents: ReadonlyArray<string>) {
  const [parent] = parents
  if (parents.length === 1 && parent !== undefined) return yield* childrenOnLine(items, line, parent)
  const found: Array<FoundPage> = []
  for (let from = 0; from < parents.length; from += parentsAtOnce) {
    const anyOf = parents.slice(from, from + parentsAtOnce)
    const some = yield* items.scan({ index: "alive", prefix: [line, open, "page"], anyOf })
    for (const page of versionsOf(some, "page")) found.push(page)
  }
  return found
})

/**
 * The versions that a line has of some items at its head, by id. Read item by item, or as a whole if that is at most
 * twice the number of items requested so far.
 */
const ownOf = (items: ItemRows, line: string) => {
  const byId = (found: ReadonlyArray<Found>): ReadonlyMap<string, Found> =>
    new Map(found.map((version) => [idOf(version), version]))
  let all: ReadonlyMap<string, Found> | undefined
  let asked = 0
  let glance = 0
  return Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    asked += ids.length
    if (all === undefined && asked > glance) {
      glance = Math.max(firstGlance, 2 * asked)
      const found = yield* items.scan({ index: "alive", prefix: [line, open], limit: glance + 1 })
      if (found.length <= glance) all = byId(found)
    }
    if (all !== undefined) return all
    const found: Array<Found> = []
    for (const id of ids) {
      const own = ownIn({ line }, yield* lastOn(items, { line }, id))
      if (own !== undefined) found.push(own)
    }
    return byId(found)
  })
}

const nothing: ReadonlyMap<string, Found> = new Map()
const none: ReadonlyArray<FoundPage> = []

/** The lines that a view is read from, in addition to the head of its lowest one. */
interface Above {
  /** The known differences from that head, by id. */
  readonly known: Differences
  /** The versions that the line above has of some items, by id. */
  readonly own: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Found>, Unavailable>
  /** The line above, if it may have pages. */
  readonly line?: string
}

const above = (items: ItemRows, view: View): Effect.Effect<Above, Unavailable> => {
  const { base, line, sequence } = view
  if (base === undefined || sequence !== undefined) {
    return Effect.map(differences(items, view), (known) => ({
      known,
      own: () => Effect.succeed(nothing)
    }))
  }
  return Effect.map(past(items, base), (known) => ({
    known,
    own: ownOf(items, line),
    line
  }))
}

/** {@link ChildPages} of a view. */
export const childPages = (items: ItemRows, view: View): Effect.Effect<ChildPages, Unavailable> =>
  Effect.map(above(items, view), ({ known, line, own }) => {
    const root = rootOf(view)
    const apart = new Map<string, Array<FoundPage>>()
    const others = [...known.values()].filter((version) => version !== undefined)
    for (const version of versionsOf(others, "page")) {
      const { parent } = version.value.value
      const here = apart.get(parent)
      if (here === undefined) apart.set(parent, [version])
      else here.push(version)
    }

    /** The pages of the lower line that the line above does not change. */
    const notOwn = (pages: ReadonlyArray<FoundPage>) =>
      pages.length === 0
        ? Effect.succeed(pages)
        : Effect.map(own(pages.map(idOf)), (owned) => pages.filter((page) => !owned.has(idOf(page))))
    /** The pages at the head of the lowest line that are also in the view. */
    const unchanged = (pages: ReadonlyArray<FoundPage>) => notOwn(pages.filter((page) => !known.has(idOf(page))))
    const present = (pages: ReadonlyArray<FoundPage>) =>
      Effect.succeed(pages.filter(({ value }) => value.deleted !== true))

    /** The first visible rows, from either end. */
    const shown = Effect.fnUntraced(function* (
      read: (window: ChildrenWindow) => Effect.Effect<ReadonlyArray<FoundPage>, Unavailable>,
      kept: (pages: ReadonlyArray<FoundPage>) => Effect.Effect<ReadonlyArray<FoundPage>, Unavailable>,
      { count, hides, reverse }: { readonly count: number; readonly hides: Hides; readonly reverse: boolean }
    ) {
      const found: Array<FoundPage> = []
      let after: ChildrenWindow = {}
      for (let limit = count + spare; ; limit *= 2) {
        const rows = yield* read({ ...after, limit, reverse })
        for (const page of yield* kept(rows)) if (!hides(idOf(page))) found.push(page)
        const end = rows.at(-1)
        if (found.length >= count || rows.length < limit || end === undefined) return found.slice(0, count)
        after = { after: end.cursor }
      }
    })

    /** The visible pages at either end: from every line, as many as are wanted in all. */
    const candidates = Effect.fnUntraced(function* (parent: string, count: number, hides: Hides, reverse: boolean) {
      const wanted = { count, hides, reverse }
      const head = yield* shown((window) => childrenOnLine(items, root, parent, window), unchanged, wanted)
      const upper = yield* shown(
        (window) => (line === undefined ? Effect.succeed(none) : childrenOnLine(items, line, parent, window)),
        present,
        wanted
      )
      const moved = (yield* notOwn(apart.get(parent) ?? none)).filter((page) => !hides(idOf(page)))
      return [...head, ...upper, ...moved].sort(inOrder)
    })

    const allOf: ChildPages["allOf"] = Effect.fnUntraced(function* (parents) {
      const head = yield* childrenOfAny(items, root, parents)
      const upper = line === undefined ? none : yield* childrenOfAny(items, line, parents)
      const marked = new Set(upper.map(idOf))
      const others = apart.size === 0 ? none : parents.flatMap((parent) => apart.get(parent) ?? none)
      const lower = [...head.filter((page) => !known.has(idOf(page))), ...others]
      const kept = yield* notOwn(lower.filter((page) => !marked.has(idOf(page))))
      return kept.length === head.length && upper.length === 0 && known.size === 0
        ? head
        : [...kept, ...(yield* present(upper))].sort(inOrder)
    })

    return {
      all: (parent) => allOf([parent]),
      allOf,
      first: (parent, count, hides) =>
        Effect.map(candidates(parent, count, hides, false), (found) =>
          found.slice(0, count).map(({ value }) => value.value)
        ),
      last: (parent, hides) => Effect.map(candidates(parent, 1, hides, true), (found) => found.at(-1)?.value.value)
    }
  })
