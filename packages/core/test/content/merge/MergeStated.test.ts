/** Fields of a page that its text states, where the text conflicts. */

import { mergeText } from "@lectern/core/content/merge/MergeText"
import { reconcileFrontMatter } from "@lectern/core/content/merge/ReconcileFrontMatter"
import { describe, expect, it } from "vitest"

describe("a title that one side changed", () => {
  it.each([
    ["# Title\n", "# New\n", "# Title #\n"],
    ["# Title\n", "# Title #\n", "# New\n"]
  ])("is that side's, although the other wrote its heading differently: %j, %j and %j", (base, ours, theirs) => {
    const merged = mergeText(base, ours, theirs)
    expect(merged.conflicts).toHaveLength(1)
    const agreed = reconcileFrontMatter({ title: "New" }, merged, { base, ours, theirs }, new Map())
    expect([...agreed.inText]).toEqual([])
    expect(agreed.value).toEqual({ title: "New" })
  })
})

it("a field survives a decision for front matter that is not valid YAML", () => {
  const [base, ours, theirs] = ["a", "b", "c"].map((icon) => `---\n{ icon: ${icon} }\n---\n`) as [
    string,
    string,
    string
  ]
  const decided = new Map([["front matter", { text: "icon: d: e\n" }]])
  const merged = mergeText(base, ours, theirs, decided)
  const agreed = reconcileFrontMatter({ icon: "c", hidden: true }, merged, { base, ours, theirs }, decided)
  expect(agreed).toMatchObject({ value: { icon: "c", hidden: true }, text: "---\nicon: d: e\n---\n" })
})
