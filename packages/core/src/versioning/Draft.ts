/** A revision in the making: what is changed is kept here, and written by one commit. */
import * as Effect from "effect/Effect"
import type { ItemValue, ItemVersion, PageItem } from "../content/Item.js"
import type { ItemChange, ItemRepositoryService } from "../content/ItemRepository.js"
import type { StoredText } from "../content/TextReading.js"
import { type Differences, rootOf, type View } from "../content/View.js"
import type { Conflict, Invalid, NotFound, Unavailable } from "../errors/Errors.js"
import { notFound } from "../errors/Errors.js"
import type { Stored } from "../storage/Repository.js"
import { byPosition } from "./PageTree.js"
import { type Gap, gapAt, gapAtEnd, type Overlaid } from "./Siblings.js"

/** What a draft can fail with while it is filled. */
export type DraftError = Conflict | Invalid | NotFound | Unavailable

/** The head of a line with changes on top. Reads see the changes. */
export interface Draft {
  /** The head that is changed. */
  readonly view: View
  readonly item: (id: string) => Effect.Effect<ItemValue | undefined, Unavailable>
  /** The page with this id; fails with `NotFound` where there is none. */
  readonly page: (id: string) => Effect.Effect<PageItem, NotFound | Unavailable>
  /** The page with this path, which no link has. Costs a lookup. */
  readonly pageAt: (path: string) => Effect.Effect<PageItem | undefined, Unavailable>
  /** The pages right below another, in order: all of them are read. */
  readonly children: (parent: string) => Effect.Effect<ReadonlyArray<PageItem>, Unavailable>
  /**
   * The siblings between which a page comes to stand: before the one at a zero-based index, or behind the last. Reads
   * the siblings around; `self` is not counted among them.
   */
  readonly gap: (parent: string, at: number | undefined, self?: string) => Effect.Effect<Gap, Unavailable>
  readonly put: (value: ItemValue) => Effect.Effect<void, Unavailable>
  readonly remove: (id: string) => Effect.Effect<void, Unavailable>
  /** What differs from the head. */
  readonly changes: () => ReadonlyArray<ItemChange>
  /** What was read already of texts that the draft may have, by the id of the body. */
  readonly readings: Readings
}

/** What was read of stored texts, by the id of the body. */
export type Readings = ReadonlyMap<string, StoredText>

const nothingRead: Readings = new Map()

/** Values in groups, by a key that a value may lose. */
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

const pathOf = (page: PageItem): string | undefined => (page.type === "link" ? undefined : page.path)

/** An empty draft on the head of a line, which must not be written while the draft is filled. */
export const makeDraft = (items: ItemRepositoryService, view: View, readings: Readings = nothingRead): Draft => {
  const entries = new Map<string, ItemChange>()
  /** Versions that were read with others, and are of use if they are asked for. */
  const read = new Map<string, Stored<ItemVersion>>()
  /** Pages that may differ from the head of the lowest line, below their parents and under their paths. */
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
    return known === undefined
      ? Effect.map(items.find(view, id), (stored) => entries.get(id) ?? enter(id, stored))
      : Effect.succeed(enter(id, known))
  }

  let differences: Differences | undefined
  /** How the view differs from the head of its lowest line, read once. */
  const differing: Effect.Effect<Differences, Unavailable> = Effect.suspend(() =>
    differences !== undefined
      ? Effect.succeed(differences)
      : Effect.map(items.differences(view), (found) => {
          differences = found
          for (const [id, version] of found) {
            const value = version?.value.value
            if (!entries.has(id) && value?.kind === "page") families.add(value.parent, id, value)
          }
          return found
        })
  )
  /** Where what is not as at the head of the lowest line stands there. */
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
  const overlaid = (parent: string, self?: string): Effect.Effect<Overlaid, Unavailable> =>
    Effect.map(self === undefined ? differing : Effect.zipRight(load(self), differing), (differences) => ({
      items,
      view,
      own: [...(families.of(parent)?.values() ?? [])].filter(({ id }) => id !== self),
      hides: (id) => entries.has(id) || differences.has(id),
      hidden: Effect.gen(function* () {
        const found: Array<PageItem> = []
        for (const id of new Set([...entries.keys(), ...differences.keys()])) {
          const value = yield* headOf(id)
          if (value?.kind === "page" && value.parent === parent) found.push(value)
        }
        return found
      })
    }))
  const set = (id: string, next: ItemValue | undefined) =>
    Effect.map(load(id), (entry) => {
      if (entry.next?.kind === "page") drop(entry.next)
      if (next?.kind === "page") take(next)
      entries.set(id, { stored: entry.stored, next })
    })
  return {
    view,
    readings,
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
      Effect.flatMap(overlaid(parent), ({ hides, own }) =>
        Effect.map(items.childrenAtHead(view, parent, {}), (stored) => {
          const pages = [...own]
          for (const version of stored) {
            if (hides(version.value.value.id)) continue
            read.set(version.value.value.id, version)
            pages.push(version.value.value)
          }
          return pages.sort(byPosition)
        })
      ),
    gap: (parent, at, self) =>
      Effect.flatMap(overlaid(parent, self), (found) =>
        at === undefined ? gapAtEnd(found, parent) : gapAt(found, parent, at)
      ),
    put: (value) => set(value.id, value),
    remove: (id) => set(id, undefined),
    changes: () =>
      [...entries.values()].filter(
        ({ stored, next }) => stored?.value.value !== next && !sameValue(stored?.value.value, next)
      )
  }
}

/** Whether two values of an item are equal, whatever the order of their fields; the time of the last update does not count. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = a as Record<string, unknown>
  const right = b as Record<string, unknown>
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (key !== "updatedAt" && !sameValue(left[key], right[key])) return false
  }
  return true
}
