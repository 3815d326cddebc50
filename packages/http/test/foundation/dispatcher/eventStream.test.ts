/** How a stream goes on while nothing happens. */
import { Actor, system, user } from "@lectern/core/access/Actor"
import { Unauthenticated } from "@lectern/core/errors/Errors"
import { UserId } from "@lectern/core/users/User"
import { acceptsStream, type Feed, makeStreaming } from "@lectern/http/foundation/dispatcher/EventStream"
import type { StreamedBody } from "@lectern/http/foundation/dispatcher/Exchange"
import { Effect, Fiber, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"

const silent: Feed = { read: Effect.succeed([]), wait: Effect.never }
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

/** The next part of a stream, after some time. */
const after = (iterator: AsyncIterator<Uint8Array>, time: "0 seconds" | "15 seconds") =>
  Effect.gen(function* () {
    const reading = yield* Effect.fork(Effect.promise(() => iterator.next()))
    yield* Effect.yieldNow()
    yield* Effect.promise(() => new Promise(setImmediate))
    yield* TestClock.adjust(time)
    return yield* Fiber.join(reading)
  })

it("sends a comment every 15 seconds, and authenticates its caller every minute", () =>
  Effect.gen(function* () {
    let times = 0
    const authenticate = Effect.suspend(() => {
      times++
      return times === 1
        ? Effect.succeed(user(UserId.make("a")))
        : Effect.fail(new Unauthenticated({ message: "the token is not valid" }))
    })
    const { body } = yield* makeStreaming(undefined)(silent, authenticate)
    const iterator = (body as StreamedBody).chunks[Symbol.asyncIterator]()
    expect(decode((yield* after(iterator, "0 seconds")).value)).toBe(":\n\n")
    let comments = 0
    let last = yield* after(iterator, "15 seconds")
    for (; decode(last.value) === ":\n\n" && comments < 20; comments++) last = yield* after(iterator, "15 seconds")
    expect(decode(last.value)).toMatch(/^retry: 1000\nevent: end\ndata: .*"code":401/)
    expect(times).toBe(2)
    expect(comments).toBe(9)
    expect((yield* after(iterator, "0 seconds")).done).toBe(true)
  }).pipe(Effect.provideService(Actor, system), Effect.provide(TestContext.TestContext), Effect.runPromise))

it.each([
  [undefined, false],
  ["*/*", false],
  ["application/json", false],
  ["text/event-stream", true],
  ["application/json, Text/Event-Stream;q=0.9", true]
])("Accept: %s asks for a stream: %s", (accept, asks) => {
  expect(acceptsStream(accept)).toBe(asks)
})
