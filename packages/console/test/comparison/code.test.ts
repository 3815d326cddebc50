/** Colours do not change what a line of code says, nor what of it differs. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { type Line, withKinds } from "../../src/client/comparison/code.js"
import { lineRuns, type Run } from "../../src/client/comparison/compare.js"

const line = fc.array(
  fc.record({
    text: fc.constantFrom("const ", "x", " = ", "1", "(", "word word", ")"),
    kind: fc.constantFrom("k", "n", undefined)
  }),
  { maxLength: 8 }
)
const textOf = (parts: Line): string => parts.map(({ text }) => text).join("")
const kindsOf = (parts: ReadonlyArray<{ readonly text: string; readonly kind?: string | undefined }>) =>
  parts.flatMap(({ kind, text }) => [...text].map((character) => [character, kind]))
const joined = (all: ReadonlyArray<Run>) => all.flatMap(({ mark, text }) => [...text].map((each) => [each, mark]))

it("gives every character of both versions the colour that it has there", () => {
  fc.assert(
    fc.property(line, line, (before, after) => {
      const plain = lineRuns(textOf(before), textOf(after))
      const coloured = withKinds(plain, before, after)
      expect(joined(coloured)).toEqual(joined(plain))
      const of = (side: "added" | "removed") => coloured.filter(({ mark }) => mark === "same" || mark === side)
      expect(kindsOf(of("added"))).toEqual(kindsOf(after))
      const removed = coloured.filter(({ mark }) => mark === "removed")
      expect(kindsOf(before)).toEqual(expect.arrayContaining(kindsOf(removed)))
    }),
    { numRuns: runs(200) }
  )
})

it("leaves runs without colours as they are", () => {
  const plain = lineRuns("one two", "one three")
  expect(withKinds(plain, [], [])).toEqual(plain)
})
