/** Resets while transactions run that may be lost. */
import { mayBeLost } from "@lectern/core/storage/rows/LosableTransactions"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Deferred, Effect, Fiber } from "effect"
import { expect, it } from "vitest"

it("a reset discards a transaction that may be lost, and refuses to discard another one", () =>
  Effect.gen(function* () {
    const handle = MemoryStorage.open()
    const { storage } = handle
    const begun = handle.snapshot()
    const running = (isLosable: boolean) =>
      Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const counting = storage.transaction(Effect.zipRight(storage.increment("count"), Deferred.await(gate)))
        const fiber = yield* Effect.fork(Effect.locally(counting, mayBeLost, isLosable))
        yield* Effect.yieldNow()
        return { fiber, end: Effect.zipRight(Deferred.succeed(gate, undefined), Fiber.join(fiber)) }
      })
    const lost = yield* running(true)
    handle.reset(begun)
    yield* lost.end
    expect(yield* storage.counter("count")).toBe(0)
    const other = yield* running(false)
    expect(() => handle.reset(begun)).toThrow("cannot be reset")
    yield* other.end
    expect(yield* storage.counter("count")).toBe(1)
  }).pipe(Effect.runPromise))
