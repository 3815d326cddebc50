import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { hasTooManyValues, valueLimit } from "../../src/dispatcher/JsonSize.js"
import { envelope, failure, serve } from "./fake.js"

const numRuns = runs(20)
const encoder = new TextEncoder()
const isTooMuch = (text: string) => Effect.runPromise(hasTooManyValues(encoder.encode(text)))

/** Texts that look like structure, and that end where a string might be thought to end. */
const text = fc.string({ unit: fc.constantFrom('"', "\\", ",", "[", "{", "]", "a", "é", "\n"), maxLength: 40 })

describe("the number of values in a body", () => {
  it("does not count what stands in strings", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const parts = texts.map((part) =>
          part.repeat(1 + Math.ceil(300_000 / Math.max(1, texts.join("").length))).slice(0, 300_000)
        )
        expect(await isTooMuch(JSON.stringify({ parts, padding: " ".repeat(200_000) }))).toBe(false)
      }),
      { numRuns }
    )
  })

  it.each(["1,", "{},", "[", '"",', '"\\"",', '{"a":1},'])("is bounded: %s", async (part) => {
    const padding = " ".repeat(200_000)
    const values = /[[{]/.test(part) && part.includes(",") ? 2 : 1
    const times = (count: number) => `${padding}["\\\\",${part.repeat(Math.floor(count / values))}`
    expect(await isTooMuch(times(valueLimit - 4))).toBe(false)
    expect(await isTooMuch(times(valueLimit + 4))).toBe(true)
  })

  it("is refused with a sentence that names the bound", async () => {
    const { fetch } = serve()
    const response = await fetch("/v1/things", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"title":"ok","more":[${"1,".repeat(valueLimit)}1]}`
    })
    expect(await failure(response)).toEqual(envelope(400, "body: expected at most 100000 values"))
  })
})
