/** Sleeping without keeping the process alive. */
import { sleepIdly } from "@lectern/core/foundation/scheduling/IdleSleep"
import { Effect, Fiber, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"

/** The number of timers that keep this process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length

it("ends in time, and no timer keeps the process alive until then", () =>
  Effect.gen(function* () {
    yield* sleepIdly(1)
    const before = timers()
    const fiber = yield* Effect.fork(sleepIdly(60_000))
    yield* Effect.yieldNow()
    expect(timers()).toBe(before)
    const other = yield* Effect.fork(Effect.sleep(60_000))
    yield* Effect.yieldNow()
    expect(timers()).toBe(before + 1)
    yield* Fiber.interruptAll([fiber, other])
  }).pipe(Effect.runPromise))

it("follows another clock than that of the system", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(sleepIdly(60_000))
    yield* TestClock.adjust(60_000)
    yield* Fiber.join(fiber)
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise))
