/** Where a page comes to stand among siblings of whom only a few are read. */
import * as Effect from "effect/Effect"
import type { PageItem } from "../content/Item.js"
import type { ItemRepositoryService } from "../content/ItemRepository.js"
import type { View } from "../content/View.js"
import type { Unavailable } from "../errors/Errors.js"
import { byPosition } from "./PageTree.js"

/** The pages between which another comes to stand; absent where there is none. */
export interface Gap {
  readonly before?: PageItem
  readonly after?: PageItem
}

/** What stands at the head of a view's lowest line, and how it is overlaid. */
export interface Overlaid {
  readonly items: ItemRepositoryService
  readonly view: View
  /** The pages right below the parent that are not as they are at the head. */
  readonly own: ReadonlyArray<PageItem>
  /** Whether an item is not as it is at the head, or is left out. */
  readonly hides: (id: string) => boolean
  /** What stands at the head right below the parent and is hidden. */
  readonly hidden: Effect.Effect<ReadonlyArray<PageItem>, Unavailable>
}

/** How many siblings are read at first to find the last one that is not hidden. */
const firstWindow = 8

/** The last page at the head that is not hidden. */
const lastAtHead = (
  { hides, items, view }: Overlaid,
  parent: string
): Effect.Effect<PageItem | undefined, Unavailable> =>
  Effect.gen(function* () {
    let after: { readonly after?: ReadonlyArray<string | number | null> } = {}
    for (let limit = firstWindow; ; limit *= 4) {
      const found = yield* items.childrenAtHead(view, parent, { ...after, limit, reverse: true })
      const last = found.find(({ value }) => !hides(value.value.id))
      if (last !== undefined) return last.value.value
      const end = found.at(-1)
      if (end === undefined || found.length < limit) return undefined
      after = { after: end.cursor }
    }
  })

const later = (a: PageItem | undefined, b: PageItem | undefined): PageItem | undefined =>
  a === undefined ? b : b === undefined || byPosition(a, b) > 0 ? a : b

/** The gap behind the last page. */
export const gapAtEnd = (overlaid: Overlaid, parent: string): Effect.Effect<Gap, Unavailable> =>
  Effect.map(lastAtHead(overlaid, parent), (last) => {
    const before = overlaid.own.reduce(later, last)
    return before === undefined ? {} : { before }
  })

/**
 * The gap before the page at a zero-based index, or behind the last. Costs a step in the index for each sibling before
 * it, and reads as many as are overlaid.
 */
export const gapAt = (overlaid: Overlaid, parent: string, at: number): Effect.Effect<Gap, Unavailable> =>
  Effect.gen(function* () {
    const own = [...overlaid.own].sort(byPosition)
    const hidden = yield* overlaid.hidden
    // At most so many of the siblings before the gap are not at the head: it lies behind the rows that are skipped.
    const skip = Math.max(0, at - 1 - own.length)
    const limit = at + 1 - skip + 2 * hidden.length
    const found = yield* overlaid.items.childrenAtHead(overlaid.view, parent, { limit, skip })
    const rows = found.map(({ value }) => value.value)
    const first = skip === 0 ? undefined : rows[0]
    if (skip > 0 && first === undefined) return yield* gapAtEnd(overlaid, parent)
    const isBefore = (page: PageItem) => first !== undefined && byPosition(page, first) < 0
    const start = skip - hidden.filter(isBefore).length + own.filter(isBefore).length
    const window = [...rows.filter(({ id }) => !overlaid.hides(id)), ...own.filter((page) => !isBefore(page))]
    window.sort(byPosition)
    const index = at - start
    if (index > window.length) return yield* gapAtEnd(overlaid, parent)
    const [before, after] = [window[index - 1], window[index]]
    return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  })
