import { expect, it } from "@effect/vitest"
import { shareAnswer } from "@lectern/core/internal/foundation/lists/SharedAnswers"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe } from "vitest"
import { jsonText } from "../../../src/foundation/dispatcher/JsonText.js"

const numRuns = runs(15)

/** The output of {@link jsonText}, as text. */
const written = (value: unknown): Effect.Effect<string> =>
  Effect.map(jsonText(value), (text) =>
    typeof text === "string" ? text : new TextDecoder("utf-8", { fatal: true }).decode(text)
  )

/** A value with so many parts that it is written in turns. */
const enlarged = (value: unknown, count: number): unknown => ({
  none: undefined,
  list: Array.from({ length: count }, (_, at) => (at % 3 === 0 ? value : at % 3 === 1 ? undefined : { at, value })),
  object: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`key ${at} "`, at % 2 === 0 ? value : undefined])
  ),
  date: new Date(0),
  value
})

describe("the JSON of an answer", () => {
  it.effect("is what JSON.stringify gives, however large the value", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.object({ key: fc.string({ unit: "binary" }), maxDepth: 2, withDate: true }),
          fc.constantFrom(0, 1, 1500),
          async (value, count) => {
            const whole = count === 0 ? value : enlarged(value, count)
            expect(await Effect.runPromise(written(whole))).toBe(JSON.stringify(whole))
          }
        ),
        { numRuns }
      )
    )
  )

  it.effect("is what JSON.stringify gives of lists whose items are shared answers", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ title: fc.string({ unit: "binary" }), shared: fc.boolean() }), { maxLength: 5 }),
          fc.constantFrom({}, { count: 3 }, { next: { page: "1" }, count: 3 }),
          fc.constantFrom(1, 300),
          async (values, rest, times) => {
            const each = values.map((value) => (value.shared ? shareAnswer(value) : value))
            const items = Array.from({ length: times }, () => each).flat()
            for (const list of [
              { ...rest, items },
              { ...rest, items: each.filter(({ shared }) => shared) }
            ]) {
              const text = JSON.stringify(list)
              expect(await Effect.runPromise(written(list))).toBe(text)
              expect(await Effect.runPromise(written({ nested: list }))).toBe(`{"nested":${text}}`)
            }
          }
        ),
        { numRuns }
      )
    )
  )

  it.live("is written in turns", () =>
    Effect.gen(function* () {
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      const large = enlarged({ text: "word ".repeat(20) }, 60_000)
      expect(yield* written(large)).toBe(JSON.stringify(large))
      clearInterval(timer)
      expect(turns).toBeGreaterThan(2)
    })
  )

  it.effect("nests however deep", () =>
    Effect.gen(function* () {
      let value: object = {}
      for (let depth = 0; depth < 3_000; depth++) value = [value]
      expect((yield* written(value)).length).toBe(6_002)
    })
  )
})
