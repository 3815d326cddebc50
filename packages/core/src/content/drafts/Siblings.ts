/** Places a page among siblings, of which only a few are read. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { PageItem } from "../items/Item.js"
import type { ItemRepositoryService } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { byPosition } from "../reading/PageTree.js"

/** The pages between which another is placed; absent if there is none. */
export interface Gap {
  readonly before?: PageItem
  readonly after?: PageItem
}

/** The gap among some pages, in any order: before the one at a zero-based index, or after the last. */
export const gapAmong = (pages: ReadonlyArray<PageItem>, at: number | undefined): Gap => {
  const ordered = pages.toSorted(byPosition)
  const index = at ?? ordered.length
  const [before, after] = [ordered[index - 1], ordered[index]]
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

/** Some of the pages directly below a parent in order, as they are at the head of a view's lowest line. */
export type HeadRows = (
  parent: string,
  window: { readonly limit: number; readonly skip: number }
) => Effect.Effect<ReadonlyArray<PageItem>, Unavailable>

/** Rows read of the pages below a parent, from an index on. */
interface ReadRows {
  readonly skip: number
  readonly isLast: boolean
  readonly rows: ReadonlyArray<PageItem>
}

/** The number of pages on each side of the wanted ones that are read with them. */
const around = 16

/**
 * Reads pages at the head, as long as no write intervenes. From the second read below a parent on, it also reads the
 * surrounding pages, so that placing many pages near each other skips the others only twice.
 */
export const makeHeadRows = (items: ItemRepositoryService, view: View): HeadRows => {
  const windows = new Map<string, ReadRows>()
  return (parent, { limit, skip }) =>
    Effect.suspend(() => {
      const known = windows.get(parent)
      const start = known === undefined ? 0 : skip - known.skip
      if (known !== undefined && start >= 0 && (known.isLast || start + limit <= known.rows.length)) {
        return Effect.succeed(known.rows.slice(start, start + limit))
      }
      const more = known === undefined ? 0 : around
      const from = Math.max(0, skip - more)
      const wanted = skip - from + limit + more
      return Effect.map(items.childrenAtHead(view, parent, { limit: wanted, skip: from }), (found) => {
        const rows = found.map(({ value }) => value.value)
        windows.set(parent, { skip: from, isLast: rows.length < wanted, rows })
        return rows.slice(skip - from, skip - from + limit)
      })
    })
}

/** A parent's children at the head of a view's lowest line, and how they are overlaid. */
export interface Overlaid {
  readonly headRows: HeadRows
  readonly parent: string
  /** The number of siblings before a place. */
  readonly at: number
  /** The pages directly below the parent that differ from the head. */
  readonly own: ReadonlyArray<PageItem>
  /** Whether an item at the head is overlaid or excluded. */
  readonly hides: (id: string) => boolean
  /** The pages at the head, directly below the parent, that are hidden. */
  readonly hidden: Effect.Effect<ReadonlyArray<PageItem>, Unavailable>
}

/**
 * The gap before the page at a zero-based index; `undefined` if there are fewer pages. Takes a step in the index for
 * each preceding sibling, unless the surrounding pages have been read, and reads as many as are overlaid.
 */
export const gapAt = (overlaid: Overlaid): Effect.Effect<Gap | undefined, Unavailable> =>
  Effect.gen(function* () {
    const { at, headRows, hides, parent } = overlaid
    const own = [...overlaid.own].sort(byPosition)
    const hidden = yield* overlaid.hidden
    // At most this many of the siblings before the gap are not at the head: the gap is after the skipped rows.
    const skip = Math.max(0, at - 1 - own.length)
    const limit = at + 1 - skip + 2 * hidden.length
    const rows = yield* headRows(parent, { limit, skip })
    const first = skip === 0 ? undefined : rows[0]
    if (skip > 0 && first === undefined) return undefined
    const isBefore = (page: PageItem) => first !== undefined && byPosition(page, first) < 0
    const start = skip - hidden.filter(isBefore).length + own.filter(isBefore).length
    const window = [...rows.filter(({ id }) => !hides(id)), ...own.filter((page) => !isBefore(page))]
    const index = at - start
    return index > window.length ? undefined : gapAmong(window, index)
  })
