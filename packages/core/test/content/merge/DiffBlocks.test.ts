import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { diffBlocks } from "../../../src/content/merge/DiffBlocks.js"
import { edited, runs, shared, write } from "./pages.js"

it("gives added, removed and changed blocks with their numbers, without front matter", () => {
  expect(
    diffBlocks("---\nicon: a\n---\n# A\n\none\n\ntwo\n\nthree\n", "---\nicon: b\n---\n# A\n\nONE\n\nthree\n\nfour\n")
  ).toEqual([
    { kind: "changed", from: 2, to: 2, before: "one", after: "ONE" },
    { kind: "removed", from: 3, text: "two" },
    { kind: "added", to: 4, text: "four" }
  ])
})

it("says nothing about equal texts, and backwards what is removed where it was added", () => {
  fc.assert(
    fc.property(shared, ({ edits, page: plan }) => {
      const [before, after] = [write(plan), write(edited(plan, edits, () => true))]
      expect(diffBlocks(before, before)).toEqual([])
      const count = (from: string, to: string, kind: string): number =>
        diffBlocks(from, to).filter((change) => change.kind === kind).length
      expect(count(before, after, "added") - count(before, after, "removed")).toBe(
        count(after, before, "removed") - count(after, before, "added")
      )
    }),
    runs
  )
})
