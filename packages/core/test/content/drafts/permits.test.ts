/** What may write to the main content of a space. */
import { type MainPermit, permits, requireDirectEdits } from "@lectern/core/content/drafts/DirectEdits"
import type { SpaceMergeRules } from "@lectern/core/merge-rules/MergeRule"
import { Effect } from "effect"
import { expect, it } from "vitest"

const rules: SpaceMergeRules = { type: "rules", rules: [{ rule: "require_approvals", approvals: 1 }] }

const given = (mergeRules: SpaceMergeRules | undefined, editMode: "live" | "locked" = "live") => ({
  space: { editMode, ...(mergeRules !== undefined && { mergeRules }) } as never,
  standing: { organization: {} } as never
})

it("a revision of main needs the permit for its kind", () => {
  const direct = Effect.runSync(requireDirectEdits(given(undefined)))
  const table: ReadonlyArray<
    readonly [MainPermit | undefined, type: "edits" | "rollback" | "merge", free: boolean, ruled: boolean]
  > = [
    [undefined, "edits", false, false],
    [undefined, "merge", false, false],
    ["merge", "merge", true, true],
    ["merge", "edits", false, false],
    ["typed", "edits", true, true],
    ["typed", "merge", false, false],
    ["created", "edits", true, true],
    [direct, "edits", true, false],
    [direct, "rollback", true, false],
    [direct, "merge", false, false]
  ]
  for (const [permit, type, free, ruled] of table) {
    expect(permits(permit, {}, type), `${permit} ${type}`).toBe(free)
    expect(permits(permit, { mergeRules: { type: "none" } }, type), `${permit} ${type}, without rules`).toBe(free)
    expect(permits(permit, { mergeRules: rules }, type), `${permit} ${type}, with rules`).toBe(ruled)
  }
})

it("a space takes direct edits unless it is locked or rules hold", () => {
  const takes = (...of: Parameters<typeof given>) => Effect.runSync(Effect.isSuccess(requireDirectEdits(given(...of))))
  expect(takes(undefined)).toBe(true)
  expect(takes({ type: "none" })).toBe(true)
  expect(takes(rules)).toBe(false)
  expect(takes(undefined, "locked")).toBe(false)
})
