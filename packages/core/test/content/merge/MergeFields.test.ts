/** Records merged field by field. */
import { mergeFields } from "@lectern/core/content/merge/MergeFields"
import { describe, expect, it } from "vitest"

const none = new Map<string, never>()

describe("fields that both sides changed", () => {
  const sides = { base: { a: { x: 1 } }, ours: { a: { x: 2 } }, theirs: { a: { x: 1, y: 1 } } }

  it("merge inside where they are merged part by part", () => {
    expect(mergeFields(sides, none, new Set(["a"]))).toEqual({ value: { a: { x: 2, y: 1 } }, conflicts: [] })
  })

  it("conflict as a whole elsewhere, whatever is in them", () => {
    expect(mergeFields(sides, none, new Set())).toEqual({
      value: { a: sides.theirs.a },
      conflicts: [{ where: "a", base: sides.base.a, ours: sides.ours.a, theirs: sides.theirs.a }]
    })
  })

  it.each([
    [1, 2, 3],
    [{ x: 1 }, { x: 2 }, 3],
    [{ x: 1 }, 2, { x: 3 }],
    [1, { x: 2 }, { x: 3 }],
    [{ x: 1 }, undefined, { x: 3 }]
  ])("conflict where one of %j, %j and %j has no parts", (base, ours, theirs) => {
    const merged = mergeFields({ base: { a: base }, ours: { a: ours }, theirs: { a: theirs } }, none, new Set(["a"]))
    expect(merged.conflicts).toEqual([{ where: "a", base, ours, theirs }])
  })
})
