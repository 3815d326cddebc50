/** Specifications as text: every integer stays exact, and an error says where it is. */
import { canonical, type Json, jsonText, parseExact, parseJson } from "@lectern/core/text/openapi/Json"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

/** A value without negative zeros, which JSON does not have. */
const plain = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json)
const long = fc.bigInt().filter((value) => !Number.isSafeInteger(Number(value)))
const texts = fc.constantFrom("\0", "\0\0", "\u00001234567890123456789", "1234567890123456789", '\\"', "\\")
const value: fc.Arbitrary<Json> = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    plain,
    long,
    texts,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(texts, fc.string()), tie("value"), { maxKeys: 3 })
  )
})).value

describe("a value", () => {
  it("is the same after it was written and read, with and without lines", () => {
    fc.assert(
      fc.property(value, (given) => {
        const written = jsonText(given)
        expect(jsonText(parseExact(written) as Json)).toBe(written)
        expect(jsonText(parseExact(jsonText(given, "  ")) as Json)).toBe(written)
        expect(canonical(parseExact(canonical(given)) as Json)).toBe(canonical(given))
      }),
      { numRuns: runs(200) }
    )
  })

  it("is written like JSON where it has no long integer", () => {
    fc.assert(
      fc.property(plain, (given) => {
        expect(jsonText(given)).toBe(JSON.stringify(given))
        expect(jsonText(given, "  ")).toBe(JSON.stringify(given, null, 2))
      }),
      { numRuns: runs(100) }
    )
  })

  it("keeps the digits of every integer, in JSON and in YAML", () => {
    fc.assert(
      fc.property(fc.bigInt(), (given) => {
        for (const text of [`{"a": [${given}]}`, `{"a":[${given}],"b":"1234567890123456789"}`, `a:\n  - ${given}\n`]) {
          expect(jsonText((parseJson(text) as { readonly a: Json }).a)).toBe(`[${given}]`)
        }
      }),
      { numRuns: runs(100) }
    )
  })
})

describe("an error", () => {
  const large = (text: string) => `{"a": [\n${"  1,\n".repeat(200_000)}${text}\n]}`
  it.each([
    ["a mapping in a value", "openapi: 3.1.0\ninfo: title: x\n", "line 2, column 7"],
    ["a tab", "a:\n\tb: 1\n", "line 2, column 1"],
    ["an open list", "a: [1,\n  2\nb: 3\n", "line 3, column"],
    ["JSON with a missing colon", '{\n  "a" 1\n}', "line 2, column"],
    ["long JSON with a bare word", large("  what"), "line 200002, column 3"],
    ["long JSON with two commas", large("  1,,"), "line 200002, column 5"],
    ["long JSON without its end", large("1").slice(0, -1), "line 200003, column 2"]
  ])("in %s says its line and column", (_, text, place) => {
    expect(() => parseJson(text)).toThrow(place)
  })
})
