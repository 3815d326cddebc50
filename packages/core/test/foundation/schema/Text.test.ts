import { expect, it } from "@effect/vitest"
import { firstCharacters, firstLine, isStorable } from "@lectern/core/foundation/schema/Text"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"

const words = fc
  .array(
    fc.oneof(fc.constantFrom(" ", "\n", "\t", "\u00a0", "a", "é", "😀", "👩‍👩‍👧", "中"), fc.string({ unit: "binary" }))
  )
  .map((parts) => parts.join(""))

it("a text is cut after whole characters", () => {
  fc.assert(
    fc.property(words, fc.nat(12), (text, most) => {
      expect(firstCharacters(text, most)).toBe([...text].slice(0, most).join(""))
      expect(isStorable(firstCharacters("😀".repeat(most + 1), most))).toBe(true)
    }),
    { numRuns: runs(200) }
  )
})

it("the first line is the beginning of all words, with a space between them", () => {
  fc.assert(
    fc.property(words, fc.nat(12), (text, most) => {
      const whole = text.replaceAll(/\s+/g, " ").trim()
      expect(firstLine(text, most)).toBe([...whole].slice(0, most).join(""))
    }),
    { numRuns: runs(200) }
  )
})
