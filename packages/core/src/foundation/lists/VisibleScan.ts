import * as Effect from "effect/Effect"
import type { Cursor } from "./List.js"

const least = 20
const most = 200

/**
 * A scan that yields only the items that pass `visible`, until it has as many as were requested: hidden items take no
 * place on a page.
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
      let seen = 0
      while (true) {
        const found = yield* scan(from, size)
        seen += found.length
        for (const item of found) if (items.length < limit && visible(item)) items.push(item)
        from = found.at(-1)?.cursor
        if (items.length === limit || found.length < size || from === undefined) return items
        // A number that is likely to be enough, by how many of the items so far were visible.
        const likely = Math.ceil(((limit - items.length) * seen * 1.2) / Math.max(items.length, 1))
        size = Math.min(Math.max(likely, least), Math.max(limit, most))
      }
    })
