import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import type { StorageService } from "./Storage.js"

/**
 * Caches values read from a storage until the next commit, up to this number of the latest values. Values read inside a
 * transaction, or over a storage without a generation, are not cached.
 */
export const untilCommit = <A>(
  { generation: generations, inTransaction }: Pick<StorageService, "generation" | "inTransaction">,
  capacity: number
): (<E, R>(key: string, read: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>) => {
  if (generations === undefined) return (_, read) => read
  let kept = new Map<string, { readonly value: A }>()
  let at: number | undefined
  return (key, read) =>
    Effect.flatMap(generations, (generation) => {
      if (generation !== at) {
        kept = new Map()
        at = generation
      }
      const known = kept.get(key)
      if (known !== undefined) return Effect.succeed(known.value)
      const into = kept
      return Effect.tap(read, (value) =>
        Effect.map(inTransaction, (inside) => {
          if (!inside) keepNewest(into, key, { value }, capacity)
        })
      )
    })
}
