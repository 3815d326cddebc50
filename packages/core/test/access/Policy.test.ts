import { expect, it } from "@effect/vitest"
import { organizationPermissions, spacePermissions, strangerPermissions } from "@lectern/core/access/Permissions"
import { decide, type Rule, ruleNames } from "@lectern/core/access/Policy"
import { Role, type RoleOrGuest, rank } from "@lectern/core/access/Role"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"

const level = fc.constantFrom<RoleOrGuest>(null, ...Role.literals)
const rule: fc.Arbitrary<Rule> = fc.record({
  name: fc.constantFrom(...ruleNames),
  level: fc.option(level, { nil: undefined })
})
const silent: Rule = { name: "default-level", level: undefined }
const closed: Rule = { name: "member-grant", level: null }

it("the first rule that says something decides, and no access is something", () => {
  fc.assert(
    fc.property(fc.array(rule), (rules) => {
      const decided = decide(rules)
      expect(decided).toBe(rules.find((each) => each.level !== undefined))
      expect(decide([closed, ...rules])).toBe(closed)
      // A rule that says nothing changes nothing, wherever it stands.
      for (let at = 0; at <= rules.length; at++) {
        expect(decide([...rules.slice(0, at), silent, ...rules.slice(at)])).toBe(decided)
      }
    }),
    { numRuns: runs(100) }
  )
})

it("a stronger level allows all that a weaker one does", () => {
  const allowed = (permissions: object) => Object.values(permissions).filter(Boolean).length
  for (const permissions of [spacePermissions, organizationPermissions]) {
    const counts = [null, ...Role.literals].map((each) => allowed(permissions(each)))
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
  }
  expect([null, ...Role.literals].map(rank)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(allowed(spacePermissions(null))).toBe(0)
  expect(allowed(strangerPermissions)).toBe(0)
})
