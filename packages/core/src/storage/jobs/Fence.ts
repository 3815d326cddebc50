/**
 * The fence around jobs: a job's writes are committed only while the claim under which it runs holds. A process that
 * was paused or cut off for so long that another one took its job over can therefore no longer change anything.
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type { StorageService } from "../rows/Storage.js"

/** Makes a storage that commits nothing once a job belongs to another process. */
export type Fence = (storage: StorageService) => StorageService

/** The fence behind which a fiber works, if it does a job. */
export const currentFence = FiberRef.unsafeMake<Fence | undefined>(undefined)

/** The storage, where fibers that do jobs write behind their fence. */
export const fencedStorage = (storage: StorageService): StorageService => {
  const here = <A, E, R>(use: (storage: StorageService) => Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => use(fiber.getFiberRef(currentFence)?.(storage) ?? storage))
  return {
    ...storage,
    transaction: (...given) => here((to) => to.transaction(...given)),
    insert: (...given) => here((to) => to.insert(...given)),
    update: (...given) => here((to) => to.update(...given)),
    delete: (...given) => here((to) => to.delete(...given)),
    increment: (...given) => here((to) => to.increment(...given)),
    increments: (...given) => here((to) => to.increments(...given)),
    writes: (...given) => here((to) => to.writes(...given))
  }
}
