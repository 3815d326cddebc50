import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { forked, type Start } from "@lectern/node/internal/processes/Forking"
import { runProcess } from "@lectern/node/internal/processes/Processes"
import { started } from "@lectern/node/internal/processes/Starter"
import { Deferred, Effect, Fiber } from "effect"
import { longestTurn } from "../workers/turns.js"
import { longValues, values } from "../workers/values.js"

interface Echo {
  readonly value: unknown
  readonly parent: number
}

const program = fileURLToPath(new URL("./echo.mjs", import.meta.url))
const echo = (start: Start, value: unknown) => runProcess<Echo>(start, program, { value, stays: false }, 60_000)

/** The same way to start, and an action as soon as the process sends anything. */
const watched =
  (start: Start, spoken: () => void): Start =>
  (file, listener) =>
    start(file, {
      ...listener,
      message: (message) => {
        spoken()
        listener.message(message)
      }
    })

/** A request that is never answered, once the process is there. */
const staying = Effect.gen(function* () {
  const there = yield* Deferred.make<void>()
  const start = watched(started, () => Deferred.unsafeDone(there, Effect.void))
  const fiber = yield* Effect.fork(runProcess<Echo>(start, program, { value: 0, stays: true }, 60_000))
  yield* Deferred.await(there)
  return fiber
})

describe("a process that answers one request", () => {
  it.live.each([
    ["this one", forked],
    ["another", started]
  ] as const)("gives back what it made to %s, in one message or in many", ([, start]) =>
    Effect.gen(function* () {
      expect(yield* echo(start, values)).toMatchObject({ value: values })
    })
  )

  // Measurements that noise has spoilt are repeated.
  it.live(
    "lets others in while a large request leaves and a large answer arrives",
    () =>
      Effect.gen(function* () {
        for (const value of longValues) expect(yield* longestTurn(echo(started, value))).toBeLessThan(150)
      }),
    { retry: 2 }
  )
})

describe("the process that starts others", () => {
  it.live("is one for all, and none of them is a child of this one", () =>
    Effect.gen(function* () {
      const parents = yield* Effect.all([echo(started, 1), echo(started, 2), echo(started, 3)], { concurrency: 2 })
      expect(new Set(parents.map(({ parent }) => parent)).size).toBe(1)
      expect(parents[0].parent).not.toBe(process.pid)
      expect((yield* echo(forked, 1)).parent).toBe(process.pid)
    })
  )

  it.live("is replaced after its end", () =>
    Effect.gen(function* () {
      const { parent } = yield* echo(started, 1)
      const fiber = yield* staying
      process.kill(parent, "SIGKILL")
      expect(yield* Effect.flip(Fiber.join(fiber))).toMatchObject({ _tag: "Unavailable" })
      const other = yield* echo(started, 2)
      expect(other.value).toBe(2)
      expect(other.parent).not.toBe(parent)
    })
  )

  it.live("goes on where somebody leaves, and where a terminal interrupts", () =>
    Effect.gen(function* () {
      const { parent } = yield* echo(started, 1)
      const fiber = yield* staying
      yield* Fiber.interrupt(fiber)
      process.kill(parent, "SIGINT")
      expect(yield* echo(started, 2)).toEqual({ value: 2, parent })
    })
  )
})
