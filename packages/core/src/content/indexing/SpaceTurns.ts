/** A mutex per space, within this process. */
import * as Effect from "effect/Effect"

/** Runs an effect while no other one of its space is running. */
export type InTurn = <A, E, R>(space: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Turns of spaces, none of which is taken. */
export const makeTurns: Effect.Effect<InTurn> = Effect.sync(() => {
  const turns = new Map<string, { readonly lock: Effect.Semaphore; waiting: number }>()
  return (space, effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const own = turns.get(space) ?? { lock: Effect.unsafeMakeSemaphore(1), waiting: 0 }
        own.waiting++
        turns.set(space, own)
        return own
      }),
      ({ lock }) => lock.withPermits(1)(effect),
      (own) =>
        Effect.sync(() => {
          if (--own.waiting === 0) turns.delete(space)
        })
    )
})
