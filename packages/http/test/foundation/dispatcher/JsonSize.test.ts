import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { problemOfShape } from "../../../src/foundation/dispatcher/JsonSize.js"
import { requestLimits } from "../../../src/foundation/dispatcher/Limits.js"
import { envelope, failure, serve } from "./fake.js"

const numRuns = runs(20)
const encoder = new TextEncoder()
const { jsonLevels, jsonValues } = requestLimits
const problem = (text: string) => Effect.runPromise(problemOfShape(encoder.encode(text)))

/** Texts that look like structure, and that end where a string might be thought to end. */
const text = fc.string({ unit: fc.constantFrom('"', "\\", ",", "[", "{", "]", "a", "é", "\n"), maxLength: 40 })

describe("the number of values in a body", () => {
  it("does not count what stands in strings", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const parts = texts.map((part) =>
          part.repeat(1 + Math.ceil(300_000 / Math.max(1, texts.join("").length))).slice(0, 300_000)
        )
        expect(await problem(JSON.stringify({ parts, padding: " ".repeat(200_000) }))).toBeUndefined()
      }),
      { numRuns }
    )
  })

  it.each(["1,", "{},", '"",', '"\\"",', '{"a":1},'])("is bounded: %s", async (part) => {
    const padding = " ".repeat(200_000)
    const values = /[[{]/.test(part) && part.includes(",") ? 2 : 1
    const times = (count: number) => `${padding}["\\\\",${part.repeat(Math.floor(count / values))}`
    expect(await problem(times(jsonValues - 4))).toBeUndefined()
    expect(await problem(times(jsonValues + 4))).toBe("expected at most 100000 values")
  })

  it("is refused with a sentence that names the bound", async () => {
    const { fetch } = serve()
    const response = await fetch("/v1/things", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"title":"ok","more":[${"1,".repeat(jsonValues)}1]}`
    })
    expect(await failure(response)).toEqual(envelope(400, "body: expected at most 100000 values"))
  })
})

describe("the levels of a body", () => {
  const nested = (levels: number, [open, close] = ["[", "]"]) => `${open.repeat(levels)}${close.repeat(levels)}`

  it.each([
    ["[", "]"],
    ['{"a":', "}"]
  ])("are bounded: %s", async (...pair) => {
    expect(await problem(`[${nested(jsonLevels - 1, pair)},${nested(jsonLevels - 1, pair)}]`)).toBeUndefined()
    expect(await problem(nested(jsonLevels + 1, pair))).toBe("expected at most 100 levels of nesting")
  })
})
