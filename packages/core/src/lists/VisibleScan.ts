import { Effect } from "effect"
import type { Cursor } from "./List.js"

const batch = 200

/**
 * A scan that gives only the items that pass `visible`, as many as were asked for while there are any: what is not
 * visible takes no place on a page.
 */
export const visibleScan =
  <Item extends { readonly cursor: Cursor }, E, R>(
    scan: (after: Cursor | undefined, limit: number) => Effect.Effect<ReadonlyArray<Item>, E, R>,
    visible: (item: Item) => boolean
  ) =>
  (after: Cursor | undefined, limit: number): Effect.Effect<ReadonlyArray<Item>, E, R> =>
    Effect.gen(function* () {
      const items: Array<Item> = []
      let from = after
      let size = limit
      while (true) {
        const found = yield* scan(from, size)
        for (const item of found) if (items.length < limit && visible(item)) items.push(item)
        from = found.at(-1)?.cursor
        if (items.length === limit || found.length < size || from === undefined) return items
        size = Math.max(limit, batch)
      }
    })
