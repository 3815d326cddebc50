import { describe, expect, it } from "@effect/vitest"
import { runProcess } from "@lectern/node/internal/pdf/Processes"
import { Effect } from "effect"
import { longestTurn } from "../workers/turns.js"
import { longValues, values } from "../workers/values.js"

const echo = (value: unknown) =>
  runProcess<{ value: unknown }>(new URL("./echo.mjs", import.meta.url), { value }, 60_000)

describe("a process that answers one request", () => {
  it.live("gives back what it made, in one message or in many", () =>
    Effect.gen(function* () {
      expect(yield* echo(values)).toEqual({ value: values })
    })
  )

  // What noise has spoilt is measured again.
  it.live(
    "lets others in while a large request leaves and a large answer arrives",
    () =>
      Effect.gen(function* () {
        for (const value of longValues) expect(yield* longestTurn(echo(value))).toBeLessThan(150)
      }),
    { retry: 2 }
  )
})
