/** Items that a change request deletes while main continues to change them. */
import type { PageItem } from "@lectern/core/content/items/Item"
import { conflictsOf, leftUndecided, mergeRequested } from "@lectern/core/content/merge/MergeRequested"
import type { Resolutions } from "@lectern/core/content/merge/Resolution"
import { describe, expect, it } from "vitest"
import { page } from "./pages.js"

const edited: PageItem = { ...page, icon: "star" }
const undecided = { deletion: { by: "request", where: "item", base: page } } as const
/** An update left the page in place although the request deletes it, and main has edited it. */
const left = { base: edited, ours: edited, theirs: edited }
const merge = (decided: Resolutions = new Map()) => mergeRequested(left, undecided, () => "", decided)
const kinds = (decided?: Resolutions) => merge(decided).merged.conflicts.map(({ kind }) => kind)

describe("a page that the request deletes and main edits", () => {
  it("conflicts until it is decided, and is deleted or kept as decided", () => {
    expect([merge().merged.value, kinds()]).toEqual([edited, ["item"]])
    const theirs = new Map([["item", "theirs" as const]])
    expect([merge(theirs).merged.value, kinds(theirs)]).toEqual([undefined, []])
    const ours = new Map([["item", "ours" as const]])
    expect([merge(ours).merged.value, kinds(ours)]).toEqual([edited, []])
  })

  it("is left undecided as the deletion that it is, and as nothing once there is no conflict", () => {
    const requested = merge()
    expect(leftUndecided(requested, conflictsOf(requested, false))).toEqual(undecided)
    expect(leftUndecided(requested, [])).toBeUndefined()
    const kept = merge(new Map([["item", "ours" as const]]))
    expect(leftUndecided(kept, conflictsOf(kept, false))).toBeUndefined()
  })
})
