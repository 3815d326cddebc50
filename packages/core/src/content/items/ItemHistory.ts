/** The versions of one item. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Rows, Stored } from "../../storage/rows/Repository.js"
import { type ItemVersion, open } from "./Item.js"
import { lastOn, ownIn, type View } from "./View.js"

type Found = Stored<ItemVersion>

/**
 * The latest versions of an item up to a view, newest first, whether or not it still exists: first the versions on the
 * line that the view takes it from.
 */
export type ItemHistory = (
  view: View,
  item: string,
  limit: number
) => Effect.Effect<ReadonlyArray<Stored<ItemVersion>>, Unavailable>

/**
 * The sequences of a main line at which an item was created, changed or deleted, newest first. Takes time proportional
 * to their number.
 */
export type ItemChanges = (line: string, item: string) => Effect.Effect<ReadonlyArray<number>, Unavailable>

/** {@link ItemChanges} over the rows of a storage. */
export const itemChanges =
  (items: Rows<ItemVersion>): ItemChanges =>
  (line, item) =>
    Effect.map(items.scan({ prefix: [line, item], reverse: true }), (versions) => {
      const changes: Array<number> = []
      for (const { value } of versions) {
        // A version that ends without another that begins there was deleted.
        if (value.until < (changes.at(-1) ?? open)) changes.push(value.until)
        changes.push(value.from)
      }
      return changes
    })

/** {@link ItemHistory} over the rows of a storage. */
export const itemHistory = (items: Rows<ItemVersion>): ItemHistory => {
  /** The last versions on one line; tombstones are excluded, however many there are. */
  const onLine = (
    { line, sequence }: View,
    item: string,
    limit: number,
    after?: Found
  ): Effect.Effect<ReadonlyArray<Found>, Unavailable> =>
    Effect.flatMap(
      items.scan({
        prefix: [line, item],
        ...(sequence !== undefined && { lte: sequence }),
        ...(after !== undefined && { after: after.cursor }),
        reverse: true,
        limit
      }),
      (found) => {
        const versions = found.filter(({ value }) => !value.deleted)
        const last = found.at(-1)
        if (found.length < limit || versions.length === limit || last === undefined) return Effect.succeed(versions)
        return Effect.map(onLine({ line }, item, limit - versions.length, last), (more) => [...versions, ...more])
      }
    )

  const history: ItemHistory = (view, item, limit) =>
    Effect.gen(function* () {
      const own = yield* onLine(view, item, limit)
      if (view.base === undefined) return own
      const below = yield* history(view.base, item, limit)
      const isOwn = ownIn(view, yield* lastOn(items, view, item)) !== undefined
      return (isOwn ? [...own, ...below] : [...below, ...own]).slice(0, limit)
    })
  return history
}
