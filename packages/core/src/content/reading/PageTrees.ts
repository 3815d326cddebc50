/** Pages with their descendants, as answered. */
import * as Effect from "effect/Effect"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import type { HiddenContent } from "../../people/access/Visits.js"
import type { PageItem } from "../items/Item.js"
import type { ItemRepositoryService } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { makeComputedContent } from "./ComputedContent.js"
import type { PageReadOptions } from "./PageReading.js"
import { childrenOf, toPages } from "./PageTree.js"
import { type Opened, shownOf } from "./ShownContent.js"

/** The data that trees are built from. */
interface Source {
  readonly base: string
  readonly computed: Effect.Effect.Success<typeof makeComputedContent>
  readonly items: ItemRepositoryService
}

/** Reads the tree of pages of a view, or the part of it below one page; both without bodies. */
export const makePageTrees = ({ base, computed, items }: Source) => {
  const contextOf = (opened: Opened, pages: ReadonlyArray<PageItem>, options: PageReadOptions | undefined) =>
    Effect.map(computed.evaluate(opened, pages, options), (evaluated) => ({
      base,
      space: opened.space.id,
      metadata: options?.metadata !== false,
      evaluated
    }))

  /** The pages below a page, found level by level. */
  const below = Effect.fnUntraced(function* (
    view: View,
    page: PageItem,
    hidden: HiddenContent | undefined,
    direct?: ReadonlyArray<PageItem>
  ) {
    const found: Array<PageItem> = []
    if (direct?.length === 0) return found
    const { allOf } = yield* items.children(view)
    const valuesBelow = (parents: ReadonlyArray<string>) =>
      Effect.map(allOf(parents), (pages) => pages.map(({ value }) => value.value))
    // In a damaged file, pages may be below themselves.
    const known = new Set([page.id])
    for (let level = direct ?? (yield* valuesBelow([page.id])); ; ) {
      const shown = level.filter(({ id }) => !known.has(id) && hidden?.hides(id) !== true)
      for (const each of shown) {
        known.add(each.id)
        found.push(each)
      }
      if (shown.length === 0) return found
      level = yield* valuesBelow(shown.map(({ id }) => id))
    }
  })

  return {
    whole: Effect.fnUntraced(function* (opened: Opened, options?: PageReadOptions) {
      const pages = shownOf(yield* items.all(opened.view, "page"), opened.hidden).map(({ value }) => value)
      yield* giveWay
      const children = childrenOf(pages)
      return yield* toPages(children.get("") ?? [], children, yield* contextOf(opened, pages, options))
    }),
    page: Effect.fnUntraced(function* (
      opened: Opened,
      item: PageItem,
      options?: PageReadOptions,
      children?: ReadonlyArray<PageItem>
    ) {
      const inside = yield* below(opened.view, item, opened.hidden, children)
      const [page] = yield* toPages([item], childrenOf(inside), yield* contextOf(opened, inside, options))
      return page!
    })
  }
}
