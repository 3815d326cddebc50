/** Removes what is kept for some days only. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Stored } from "../rows/Repository.js"
import type { StorageService } from "../rows/Storage.js"

/** How many rows are removed in one transaction. */
const atOnce = 500

/** Rows with a time, in milliseconds since 1970. */
interface TimedRows<A extends { readonly time: number }> {
  /** The oldest rows, at most `limit`. */
  readonly oldest: (limit: number) => Effect.Effect<ReadonlyArray<Stored<A>>, Unavailable>
  readonly remove: (value: A) => Effect.Effect<unknown, Unavailable>
}

/** Removes the oldest rows, up to a time, some in each transaction; returns their number. */
export const removeBefore = <A extends { readonly time: number }>(
  storage: Pick<StorageService, "transaction">,
  { oldest, remove }: TimedRows<A>,
  time: number
): Effect.Effect<number, Unavailable> => {
  const some = storage.transaction(
    Effect.gen(function* () {
      const found = yield* oldest(atOnce)
      const end = found.findIndex(({ value }) => value.time >= time)
      const old = end === -1 ? found : found.slice(0, end)
      yield* Effect.forEach(old, ({ value }) => remove(value), { discard: true })
      return old.length
    }),
    []
  )
  return Effect.gen(function* () {
    let total = 0
    while (true) {
      const removed = yield* some
      total += removed
      if (removed < atOnce) return total
    }
  })
}
