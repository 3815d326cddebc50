import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { parseInTurns } from "../../../src/foundation/dispatcher/JsonParts.js"

const numRuns = runs(50)
const encoder = new TextEncoder()

/** Parses bytes in turns if they have more than `most` bytes; `malformed` if they cannot be parsed. */
const inTurns = (bytes: Uint8Array, most: number) =>
  Effect.runPromise(Effect.merge(Effect.mapError(parseInTurns(bytes, most), () => "malformed")))

const atOnce = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return "malformed"
  }
}

const key = fc.oneof(fc.constantFrom("__proto__", "constructor", "1", "a"), fc.string({ unit: "binary" }))
const text = fc.record({
  value: fc.object({ key, maxDepth: 4, values: [fc.jsonValue(), fc.string({ unit: "grapheme" })] }),
  spaces: fc.constantFrom("", " ", "\t", "\n  ")
})
const most = fc.constantFrom(0, 1, 10, 100)

describe("JSON that is parsed in turns", () => {
  it("is what JSON.parse makes of it", async () => {
    await fc.assert(
      fc.asyncProperty(text, most, async ({ spaces, value }, most) => {
        const bytes = encoder.encode(spaces + JSON.stringify(value, undefined, spaces) + spaces)
        expect(await inTurns(bytes, most)).toEqual(atOnce(bytes))
      }),
      { numRuns }
    )
  })

  it("is malformed where it is for JSON.parse", async () => {
    const part = fc.constantFrom(...['"', "\\", ",", ":", "[", "]", "{", "}", "1", " ", "\ufeff", "null"])
    await fc.assert(
      fc.asyncProperty(text, most, part, fc.nat(), fc.nat(3), async ({ value }, most, part, at, removed) => {
        const written = JSON.stringify(value)
        const from = at % (written.length + 1)
        const bytes = encoder.encode(written.slice(0, from) + part + written.slice(from + removed))
        expect(await inTurns(bytes, most)).toEqual(atOnce(bytes))
      }),
      { numRuns: numRuns * 5 }
    )
  })

  it("has the last of the values of a key that occurs twice, where the first was", async () => {
    const bytes = encoder.encode('{"a":[1,2],"b":2,"a":{"c":[3]}}')
    expect(JSON.stringify(await inTurns(bytes, 1))).toBe('{"a":{"c":[3]},"b":2}')
  })

  it.each([
    ["UTF-8", [0x5b, 0x31, 0x2c, 0xff, 0x5d]],
    ["JSON", [0x5b, 0x31, 0x2c, 0x5d]]
  ])("says what it is not: %s", async (what, bytes) => {
    expect(await Effect.runPromise(Effect.flip(parseInTurns(Uint8Array.from(bytes), 1)))).toBe(what)
  })
})
