/** The front matter of pages, merged key by key. */
import { mergeYaml } from "@lectern/core/content/merge/MergeFrontMatter"
import { mergeText } from "@lectern/core/content/merge/MergeText"
import { describe, expect, it } from "vitest"

const none = new Map<string, never>()

describe("front matter", () => {
  it.each([
    ["a: {x: 1}", "a: {x: 2}", "a: {x: 1, y: 3}", []],
    ["", "a: {x: 2}", "a: {y: 3}", []],
    ["a: text", "a: {x: 2}", "a: {y: 3}", ["a"]],
    ["a: [1]", "a: {x: 2}", "a: {y: 3}", ["a"]],
    ["a: {x: 1}", "a: {x: 2}", "a: text", ["a"]],
    ["a: {x: 1}", "a: [1]", "a: {x: 2}", ["a"]]
  ])("merges maps by their keys, and nothing else: %s, %s and %s", (base, ours, theirs, conflicts) => {
    const merged = mergeYaml({ base: `${base}\n`, ours: `${ours}\n`, theirs: `${theirs}\n` }, none, "\n")
    expect(merged.conflicts.map(({ where }) => where)).toEqual(conflicts)
  })

  it("is gone where one side took all of it away and the other its last key", () => {
    const [base, gone, empty] = ["---\na: 1\n---\nText\n", "Text\n", "---\n---\nText\n"]
    expect(mergeText(base, gone, empty).text).toBe("Text\n")
    expect(mergeText(base, empty, gone).text).toBe("Text\n")
  })
})
