import * as Effect from "effect/Effect"
import type { LecternError } from "../errors/Errors.js"
import { isReady } from "../scheduling/ReadyEffects.js"
import { isOverdue, turn } from "../scheduling/Turns.js"
import { type Cursor, defaultLimit, type List, type ListQuery, pageToken, parsePageToken } from "./List.js"

/** A list with keyset pagination: its scan, its count, and the answer of one of its items. */
export interface Walk<Item extends { readonly cursor: Cursor }, A, R> {
  /** Identifies the list and its filters; tokens of another binding are refused. */
  readonly binding: string
  readonly query: ListQuery
  readonly count: Effect.Effect<number, LecternError, R>
  readonly scan: (after: Cursor | undefined, limit: number) => Effect.Effect<ReadonlyArray<Item>, LecternError, R>
  readonly render: (item: Item) => Effect.Effect<A, LecternError, R>
}

/** The number of items between checks of the time, which take longer than most items. */
const itemsOfTurn = 8

/** One page of a walk. Fails with `Invalid` if the page token is malformed or belongs to another list. */
export const pageOf = <Item extends { readonly cursor: Cursor }, A, R>(
  walk: Walk<Item, A, R>
): Effect.Effect<List<A>, LecternError, R> =>
  Effect.gen(function* () {
    const limit = walk.query.limit ?? defaultLimit
    const after = walk.query.page === undefined ? undefined : yield* parsePageToken(walk.binding, walk.query.page)
    const count = yield* walk.count
    if (limit === 0) return { count, items: [] }
    const found = yield* walk.scan(after, limit + 1)
    const items: Array<A> = []
    for (const item of found.slice(0, limit)) {
      if (items.length % itemsOfTurn === 0 && isOverdue()) yield* turn
      const rendered = walk.render(item)
      items.push(isReady(rendered) ? rendered.value : yield* rendered)
    }
    const last = found[limit - 1]
    return {
      ...(found.length > limit && last !== undefined && { next: { page: pageToken(walk.binding, last.cursor) } }),
      count,
      items
    }
  })
