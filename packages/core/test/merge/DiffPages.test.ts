import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import type { PageItem } from "../../src/content/Item.js"
import { PageId } from "../../src/content/Page.js"
import { diffBlocks, diffFields } from "../../src/merge/DiffPages.js"
import { edited, runs, shared, write } from "./pages.js"

const page: PageItem = {
  kind: "page",
  id: PageId.make("p"),
  type: "document",
  parent: "",
  position: "a0",
  slug: "a",
  path: "a",
  title: "A",
  createdAt: "1",
  updatedAt: "1"
}

it("names the fields that differ", () => {
  expect(diffFields(page, { ...page, title: "B", icon: "star", updatedAt: "2", document: "x" })).toEqual([
    { field: "icon", from: undefined, to: "star" },
    { field: "title", from: "A", to: "B" }
  ])
})

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
