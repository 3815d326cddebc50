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
