/** A revision that is being made: changes are collected here, and written by one commit. */
import * as Effect from "effect/Effect"
import {
  type Conflict,
  type Invalid,
  type NotFound,
  notFound,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { type ItemValue, type ItemVersion, type PageItem, versionsOf } from "../items/Item.js"
import type { ItemChange, ItemRepositoryService } from "../items/ItemRepository.js"
import { sameValue } from "../items/SameValue.js"
import { rootOf, type View } from "../items/View.js"
import { byPosition } from "../reading/PageTree.js"
import { type Gap, gapAmong, gapAt, makeHeadRows } from "./Siblings.js"

/** The errors that filling a draft can fail with. */
export type DraftError = Conflict | Invalid | NotFound | Unavailable

/** The head of a line with changes on top. Reads see the changes. */
export interface Draft {
  /** The head that the draft changes. */
  readonly view: View
  readonly item: (id: string) => Effect.Effect<ItemValue | undefined, Unavailable>
  /** The page with this id; fails with `NotFound` if there is none. */
  readonly page: (id: string) => Effect.Effect<PageItem, NotFound | Unavailable>
  /** The page with this path, which is never a link. Takes a lookup. */
  readonly pageAt: (path: string) => Effect.Effect<PageItem | undefined, Unavailable>
  /** The pages directly below another, in order: all of them are read. */
  readonly children: (parent: string) => Effect.Effect<ReadonlyArray<PageItem>, Unavailable>
  /**
   * The siblings between which a page is to be placed: before the one at a zero-based index, or after the last. Reads
   * only the surrounding siblings; `self` does not count among them.
   */
  readonly gap: (parent: string, at: number | undefined, self?: string) => Effect.Effect<Gap, Unavailable>
  readonly put: (value: ItemValue) => Effect.Effect<void, Unavailable>
  readonly remove: (id: string) => Effect.Effect<void, Unavailable>
  /** The differences from the head. */
  readonly changes: () => ReadonlyArray<ItemChange>
  /** Texts that are not stored yet, by the id of the body: texts that the draft contains are stored with it. */
  readonly bodies: ReadonlyMap<string, string>
}

const noBodies: ReadonlyMap<string, string> = new Map()
const noItems: ReadonlyArray<Stored<ItemVersion>> = []

/** Values grouped by a key, which may change. */
class Groups<A> {
  private readonly groups = new Map<string, Map<string, A>>()
  of(key: string): ReadonlyMap<string, A> | undefined {
    return this.groups.get(key)
  }
  add(key: string, id: string, value: A): void {
    const group = this.groups.get(key)
    if (group === undefined) this.groups.set(key, new Map([[id, value]]))
    else group.set(id, value)
  }
  remove(key: string, id: string): void {
    this.groups.get(key)?.delete(id)
  }
}

/** Memoizes an effect. */
const once = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  let kept: { readonly value: A } | undefined
  return Effect.suspend(() =>
    kept !== undefined
      ? Effect.succeed(kept.value)
      : Effect.tap(effect, (value) => {
          kept = { value }
        })
  )
}

const pathOf = (page: PageItem): string | undefined => (page.type === "link" ? undefined : page.path)

/** Knowledge about a draft before it is filled. */
export interface DraftKnowledge {
  /** Whether it is certain that the head has no item with this id, which is then not looked up. */
  readonly isNew?: (id: string) => boolean
  /** {@link Draft.bodies} */
  readonly bodies?: ReadonlyMap<string, string>
  /** Items of the head that were read already. */
  readonly items?: ReadonlyArray<Stored<ItemVersion>>
}

/** An empty draft on the head of a line, which must not be written while the draft is filled. */
export const makeDraft = (
  items: ItemRepositoryService,
  view: View,
  { bodies = noBodies, isNew = () => false, items: known = noItems }: DraftKnowledge = {}
): Draft => {
  const entries = new Map<string, ItemChange>()
  /** Versions that were read along with others, in case they are needed. */
  const read = new Map(known.map((version) => [version.value.value.id, version]))
  /** Pages that the draft has read or changed, by parent and by path. */
  const families = new Groups<PageItem>()
  const paths = new Groups<PageItem>()

  const take = (page: PageItem) => {
    families.add(page.parent, page.id, page)
    const path = pathOf(page)
    if (path !== undefined) paths.add(path, page.id, page)
  }
  const drop = (page: PageItem) => {
    families.remove(page.parent, page.id)
    const path = pathOf(page)
    if (path !== undefined) paths.remove(path, page.id)
  }
  const enter = (id: string, stored: Stored<ItemVersion> | undefined): ItemChange => {
    const entry = { stored, next: stored?.value.value }
    entries.set(id, entry)
    if (entry.next?.kind === "page") take(entry.next)
    return entry
  }
  const load = (id: string): Effect.Effect<ItemChange, Unavailable> => {
    const entry = entries.get(id)
    if (entry !== undefined) return Effect.succeed(entry)
    const known = read.get(id)
    return known === undefined && !isNew(id)
      ? Effect.map(items.find(view, id), (stored) => entries.get(id) ?? enter(id, stored))
      : Effect.succeed(enter(id, known))
  }

  /** Reads the pages directly below others, as they are before the draft. */
  const childPages = once(items.children(view))
  const headRows = makeHeadRows(items, view)
  const fewDifferences = once(items.fewDifferences(view))
  const familyOf = (parent: string, self: string | undefined): ReadonlyArray<PageItem> =>
    [...(families.of(parent)?.values() ?? [])].filter(({ id }) => id !== self)

  const hides = (id: string): boolean => entries.has(id)
  /** The versions at the head of the lowest line of items that the view overlays, once they are read. */
  const atHead = new Map<string, ItemValue | undefined>()
  const headOf = (id: string): Effect.Effect<ItemValue | undefined, Unavailable> => {
    if (view.base === undefined && view.sequence === undefined) {
      return Effect.succeed(entries.get(id)?.stored?.value.value)
    }
    return atHead.has(id)
      ? Effect.succeed(atHead.get(id))
      : Effect.map(items.find({ line: rootOf(view) }, id), (found) => {
          atHead.set(id, found?.value.value)
          return found?.value.value
        })
  }
  /** The gap at an index, if there are so many pages. The preceding pages are counted, or read if many are overlaid. */
  const gapAtIndex = Effect.fnUntraced(function* (parent: string, at: number, self: string | undefined) {
    const differences = yield* fewDifferences
    if (differences === undefined) {
      const first = yield* (yield* childPages).first(parent, at + 1, hides)
      const pages = [...first, ...familyOf(parent, self)]
      return pages.length > at ? gapAmong(pages, at) : undefined
    }
    const other = versionsOf(
      [...differences.values()].filter((version) => version !== undefined),
      "page"
    )
    const own = other.map(({ value }) => value.value).filter((page) => page.parent === parent && !entries.has(page.id))
    return yield* gapAt({
      headRows,
      parent,
      at,
      own: [...familyOf(parent, self), ...own],
      hides: (id) => entries.has(id) || differences.has(id),
      hidden: Effect.gen(function* () {
        const found: Array<PageItem> = []
        for (const id of new Set([...entries.keys(), ...differences.keys()])) {
          const value = yield* headOf(id)
          if (value?.kind === "page" && value.parent === parent) found.push(value)
        }
        return found
      })
    })
  })
  const gap: Draft["gap"] = Effect.fnUntraced(function* (parent, at, self) {
    if (self !== undefined) yield* load(self)
    const found = at === undefined ? undefined : yield* gapAtIndex(parent, at, self)
    if (found !== undefined) return found
    const family = familyOf(parent, self)
    const last = yield* (yield* childPages).last(parent, hides)
    return gapAmong(last === undefined ? family : [last, ...family], undefined)
  })
  const set = (id: string, next: ItemValue | undefined) =>
    Effect.map(load(id), (entry) => {
      if (entry.next?.kind === "page") drop(entry.next)
      if (next?.kind === "page") take(next)
      entries.set(id, { stored: entry.stored, next })
    })
  return {
    view,
    bodies,
    item: (id) => Effect.map(load(id), ({ next }) => next),
    page: (id) =>
      Effect.flatMap(load(id), ({ next }) =>
        next?.kind === "page" ? Effect.succeed(next) : Effect.fail(notFound("page"))
      ),
    pageAt: (path) => {
      for (const page of paths.of(path)?.values() ?? []) return Effect.succeed(page)
      return Effect.map(items.findByPath(view, path), (found) =>
        found === undefined || entries.has(found.id) ? undefined : found
      )
    },
    children: (parent) =>
      Effect.map(
        Effect.flatMap(childPages, ({ all }) => all(parent)),
        (stored) => {
          const pages = [...familyOf(parent, undefined)]
          for (const version of stored) {
            if (hides(version.value.value.id)) continue
            read.set(version.value.value.id, version)
            pages.push(version.value.value)
          }
          return pages.sort(byPosition)
        }
      ),
    gap,
    put: (value) => set(value.id, value),
    remove: (id) => set(id, undefined),
    changes: () =>
      [...entries.values()].filter(
        ({ stored, next }) => stored?.value.value !== next && !sameValue(stored?.value.value, next)
      )
  }
}
