/** Pages with the pages below them, as answered. */
import * as Effect from "effect/Effect"
import type { HiddenContent } from "../access/Visits.js"
import type { PageItem } from "../content/Item.js"
import type { ItemRepositoryService } from "../content/ItemRepository.js"
import type { View } from "../content/View.js"
import { giveWay } from "../scheduling/Turns.js"
import type { SpaceRecord } from "../spaces/Space.js"
import { childrenOf, toPages } from "../versioning/PageTree.js"
import type { makeComputedContent } from "./ComputedContent.js"
import type { PageReadOptions } from "./PageReading.js"
import { shownOf } from "./ShownContent.js"

/** What trees are built from. */
interface Source {
  readonly base: string
  readonly computed: Effect.Effect.Success<typeof makeComputedContent>
  readonly items: ItemRepositoryService
}

/** Reads the tree of pages of a view, or the part of it below one page; both without bodies. */
export const makePageTrees = ({ base, computed, items }: Source) => {
  const contextOf = (space: SpaceRecord, pages: ReadonlyArray<PageItem>, options: PageReadOptions | undefined) =>
    Effect.map(computed.evaluate(space, pages, options), (evaluated) => ({
      base,
      space: space.id,
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
    // A damaged file may have pages below themselves.
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
    whole: Effect.fnUntraced(function* (
      space: SpaceRecord,
      view: View,
      options?: PageReadOptions,
      hidden?: HiddenContent
    ) {
      const pages = shownOf(yield* items.all(view, "page"), hidden).map(({ value }) => value)
      yield* giveWay
      const children = childrenOf(pages)
      return yield* toPages(children.get("") ?? [], children, yield* contextOf(space, pages, options))
    }),
    page: Effect.fnUntraced(function* (
      space: SpaceRecord,
      view: View,
      item: PageItem,
      options?: PageReadOptions,
      hidden?: HiddenContent,
      children?: ReadonlyArray<PageItem>
    ) {
      const inside = yield* below(view, item, hidden, children)
      const [page] = yield* toPages([item], childrenOf(inside), yield* contextOf(space, inside, options))
      return page!
    })
  }
}
