/** A revision in the making: what is changed is kept here, and written by one commit. */
import { Effect } from "effect"
import type { Conflict, Invalid, NotFound, Unavailable } from "../errors/Errors.js"
import { notFound } from "../errors/Errors.js"
import type { ItemValue, PageItem } from "./Item.js"
import type { ChildrenIn, ItemChange, ItemRepositoryService } from "./ItemRepository.js"
import { byPosition } from "./PageTree.js"
import type { View } from "./View.js"

/** What a draft can fail with while it is filled. */
export type DraftError = Conflict | Invalid | NotFound | Unavailable

/** The head of a line with changes on top. Reads see the changes. */
export interface Draft {
  /** The head that is changed. */
  readonly view: View
  readonly item: (id: string) => Effect.Effect<ItemValue | undefined, Unavailable>
  /** The page with this id; fails with `NotFound` where there is none. */
  readonly page: (id: string) => Effect.Effect<PageItem, NotFound | Unavailable>
  /** The pages right below another, in order. */
  readonly children: (parent: string) => Effect.Effect<ReadonlyArray<PageItem>, Unavailable>
  readonly put: (value: ItemValue) => Effect.Effect<void, Unavailable>
  readonly remove: (id: string) => Effect.Effect<void, Unavailable>
  /** What differs from the head. */
  readonly changes: () => ReadonlyArray<ItemChange>
}

/** An empty draft on the head of a line, which must not be written while the draft is filled. */
export const make = (items: ItemRepositoryService, view: View): Draft => {
  const entries = new Map<string, ItemChange>()
  const families = new Map<string, Map<string, PageItem>>()

  let children: ChildrenIn | undefined
  const storedChildren: ChildrenIn = (parent) =>
    children !== undefined
      ? children(parent)
      : Effect.flatMap(items.children(view), (found) => {
          children = found
          return found(parent)
        })
  const load = (id: string): Effect.Effect<ItemChange, Unavailable> => {
    const entry = entries.get(id)
    if (entry !== undefined) return Effect.succeed(entry)
    return Effect.map(items.find(view, id), (stored) => {
      const loaded = { stored, next: stored?.value.value }
      entries.set(id, loaded)
      return loaded
    })
  }
  const family = (parent: string): Effect.Effect<Map<string, PageItem>, Unavailable> => {
    const known = families.get(parent)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.map(storedChildren(parent), (stored) => {
      const pages = new Map<string, PageItem>()
      for (const version of stored) {
        const { value } = version.value
        const entry = entries.get(value.id)
        if (entry === undefined) entries.set(value.id, { stored: version, next: value })
        const next = entry === undefined ? value : entry.next
        if (next?.kind === "page" && next.parent === parent) pages.set(next.id, next)
      }
      for (const { next } of entries.values()) {
        if (next?.kind === "page" && next.parent === parent) pages.set(next.id, next)
      }
      families.set(parent, pages)
      return pages
    })
  }
  const set = (id: string, next: ItemValue | undefined) =>
    Effect.map(load(id), (entry) => {
      if (entry.next?.kind === "page") families.get(entry.next.parent)?.delete(id)
      if (next?.kind === "page") families.get(next.parent)?.set(id, next)
      entries.set(id, { stored: entry.stored, next })
    })
  return {
    view,
    item: (id) => Effect.map(load(id), ({ next }) => next),
    page: (id) =>
      Effect.flatMap(load(id), ({ next }) =>
        next?.kind === "page" ? Effect.succeed(next) : Effect.fail(notFound("page"))
      ),
    children: (parent) => Effect.map(family(parent), (pages) => [...pages.values()].sort(byPosition)),
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
