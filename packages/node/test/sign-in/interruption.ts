/** Lets something happen just before a transaction begins, as another caller could. */
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"

/** An effect that runs before one of the next transactions begins. */
export interface Interruption {
  /** How many transactions pass before it. */
  passing: number
  readonly happen: Effect.Effect<unknown>
}

let interruption: Interruption | undefined

const watched = (storage: StorageService): StorageService => ({
  ...storage,
  transaction: (effect, locks) =>
    Effect.flatMap(storage.inTransaction, (isInside) => {
      const next = interruption
      if (isInside || next === undefined || next.passing-- > 0) return storage.transaction(effect, locks)
      interruption = undefined
      return Effect.zipRight(next.happen, storage.transaction(effect, locks))
    })
})

/** A storage whose transactions can be interrupted. */
export const interruptible = <Out, E, In>(layer: Layer.Layer<Storage | Out, E, In>) =>
  Layer.provideMerge(Layer.effect(Storage, Effect.map(Storage, watched)), layer)

/** Runs a call with an interruption, and returns whether that happened before the call ended. */
export const interrupted = <A, E, R>(planned: Interruption, call: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    interruption = { ...planned }
    const result = yield* call
    const hasHappened = interruption === undefined
    interruption = undefined
    return { result, hasHappened }
  })
