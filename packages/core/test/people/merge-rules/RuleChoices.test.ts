/** A form shows rules of approval, and means the same ones again. */
import { MergeRule } from "@lectern/core/people/merge-rules/MergeRule"
import { choicesOf, noChoices, rulesOf, ruleText, ruleToAdd } from "@lectern/core/people/merge-rules/RuleChoices"
import { runs } from "@lectern/storage-testing/runs"
import { Arbitrary, FastCheck as fc, Schema } from "effect"
import { expect, it } from "vitest"

const rules = fc.array(Arbitrary.make(MergeRule), { minLength: 1, maxLength: 10 })
const encoded = (list: ReadonlyArray<MergeRule>) => new Set(list.map((each) => JSON.stringify(each)))
const names = { team: (id: string) => `team ${id}`, user: (id: string) => `user ${id}` }

it("any rules are the same after a form", () => {
  fc.assert(
    fc.property(rules, (list) => {
      const again = rulesOf(choicesOf(list))
      expect(encoded(again)).toEqual(encoded(list))
      expect(again.length).toBeLessThanOrEqual(list.length)
      expect(Schema.is(Schema.Array(MergeRule))(again)).toBe(true)
    }),
    { numRuns: runs(100) }
  )
})

it("a form without a choice means no rules", () => {
  expect(rulesOf(noChoices)).toEqual([])
})

it("any rule that names somebody can be chosen, and nothing is one before somebody is", () => {
  const chosen = { approvals: 1, teams: [], users: [] }
  for (const who of ["teams", "all", "one"] as const) expect(ruleToAdd({ ...chosen, who })).toBeUndefined()
  fc.assert(
    fc.property(Arbitrary.make(MergeRule), (rule) => {
      const teams = "teams" in rule ? (rule.teams ?? []) : []
      const users = "users" in rule ? rule.users : []
      const approvals = "approvals" in rule ? rule.approvals : 1
      const who = teams.length > 0 ? "teams" : rule.rule === "require_specific_reviewers" ? "all" : "one"
      if (teams.length + users.length > 0) expect(ruleToAdd({ who, approvals, teams, users })).toEqual(rule)
    }),
    { numRuns: runs(50) }
  )
})

it("a rule in words is a sentence with the names of whom it names", () => {
  fc.assert(
    fc.property(Arbitrary.make(MergeRule), (rule) => {
      const text = ruleText(rule, names)
      expect(text).toMatch(/^[A-Z].*\.$/s)
      for (const id of "users" in rule ? rule.users : []) expect(text).toContain(names.user(id))
      for (const id of "teams" in rule ? (rule.teams ?? []) : []) expect(text).toContain(names.team(id))
    }),
    { numRuns: runs(50) }
  )
})
