import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { comparedBlocks } from "../../../src/content/comparison/ComparedTexts.js"
import { documentTree } from "../../../src/text/markdown/DocumentTree.js"
import { split } from "../../../src/text/markdown/FrontMatter.js"
import { edited, runs, shared, write } from "../merge/pages.js"

const kinds = (before: string, after: string) =>
  comparedBlocks({ before, after }).map(({ kind, before: old, after: young }) => [
    kind,
    old === undefined ? undefined : before.slice(old.start, old.end),
    young === undefined ? undefined : after.slice(young.start, young.end)
  ])

it("has every block of both texts in order, with its place after the front matter", () => {
  expect(
    kinds("---\nicon: a\n---\n# A\n\none\r\n\ntwo\n\nthree\n", "---\nicon: bcd\n---\n\n# A\n\nONE\n\nthree\n\nfour\n")
  ).toEqual([
    ["same", "# A", "# A"],
    ["changed", "one", "ONE"],
    ["removed", "two", undefined],
    ["same", "three", "three"],
    ["added", undefined, "four"]
  ])
})

it("pairs a block with the one that it was edited from, whatever was added or removed beside it", () => {
  const old = "The quick brown fox jumps over the lazy dog."
  const young = "The quick red fox jumps over the lazy dog."
  expect(kinds(`${old}\n`, `A new beginning of the page.\n\n${young}\n`)).toEqual([
    ["added", undefined, "A new beginning of the page."],
    ["changed", old, young]
  ])
  expect(kinds(`Something to be removed here.\n\n${old}\n`, `${young}\n`)).toEqual([
    ["removed", "Something to be removed here.", undefined],
    ["changed", old, young]
  ])
})

it("reads each block as the whole text does: links by definitions that stand elsewhere", () => {
  const [block] = comparedBlocks({ after: "See [it][a].\n\n[a]: https://example.com\n" })
  expect(JSON.stringify(block)).toContain("https://example.com")
})

it("covers both texts but for blank lines and front matter, and has all of their trees", () => {
  fc.assert(
    fc.property(shared, ({ edits, page: plan }) => {
      const [before, after] = [write(plan), write(edited(plan, edits, () => true))]
      const blocks = comparedBlocks({ before, after })
      const trees = (of: ReturnType<typeof comparedBlocks>) =>
        of.flatMap(({ after: young }) => (young === undefined ? [] : (young.nodes ?? [])))
      expect(trees(blocks)).toEqual(documentTree(after).nodes)
      expect(trees(comparedBlocks({ after: before }))).toEqual(documentTree(before).nodes)
      for (const side of ["before", "after"] as const) {
        const text = side === "before" ? before : after
        let rest = ""
        let at = split(text).bodyStart
        for (const block of blocks) {
          const version = block[side]
          if (version === undefined) continue
          rest += text.slice(at, version.start)
          at = version.end
        }
        rest += text.slice(at)
        expect(rest.trim()).toBe("")
      }
      for (const { kind, after: young, before: old } of blocks) {
        if (kind !== "same" && kind !== "changed") continue
        expect(before.slice(old?.start, old?.end) === after.slice(young?.start, young?.end)).toBe(kind === "same")
      }
    }),
    runs
  )
})
