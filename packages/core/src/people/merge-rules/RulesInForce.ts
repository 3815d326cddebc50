/** The rules of approval that hold for a space: the one place that combines its own with those of its organization. */
import type { MergeRule, OrganizationMergeRules, SpaceMergeRules } from "./MergeRule.js"

/** The rules that hold, and where they are set. */
export interface RulesInForce {
  readonly source: "space" | "organization" | "none"
  readonly rules: ReadonlyArray<MergeRule>
}

const noRules: RulesInForce = { source: "none", rules: [] }

/** The rules that hold for a space of an organization. */
export const rulesInForce = (
  { mergeRules: own }: { readonly mergeRules?: SpaceMergeRules },
  { mergeRules: shared }: { readonly mergeRules?: OrganizationMergeRules }
): RulesInForce => {
  if (own?.type === "rules") return { source: "space", rules: own.rules }
  if (own?.type === "none" || shared?.type !== "rules") return noRules
  return { source: "organization", rules: shared.rules }
}

/** Whether rules hold for a space, so that its main content changes only by merging. */
export const isProtected = (...where: Parameters<typeof rulesInForce>): boolean =>
  rulesInForce(...where).source !== "none"
