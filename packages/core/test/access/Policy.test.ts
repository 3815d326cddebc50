import { expect, it } from "@effect/vitest"
import { organizationPermissions, spacePermissions, strangerPermissions } from "@lectern/core/access/Permissions"
import { decide, type Rule } from "@lectern/core/access/Policy"
import { type DefaultLevel, Role, type RoleOrGuest, rank } from "@lectern/core/access/Role"
import { FastCheck as fc } from "effect"

const level = fc.constantFrom<RoleOrGuest>(null, ...Role.literals)
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ kind: fc.constant("grants" as const), levels: fc.array(level, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant("default" as const),
    level: fc.constantFrom<DefaultLevel>("inherit", null, ...Role.literals)
  })
)
const grants = (...levels: ReadonlyArray<RoleOrGuest>): Rule => ({ kind: "grants", levels })
const byDefault = (defaultLevel: DefaultLevel): Rule => ({ kind: "default", level: defaultLevel })

it.each<[string, RoleOrGuest, ReadonlyArray<Rule>, RoleOrGuest, RoleOrGuest]>([
  ["nothing said, inherited", "read", [], "edit", "edit"],
  ["a grant before the default", "read", [grants("edit"), byDefault("read")], "read", "edit"],
  ["a weaker grant before a stronger default", "read", [grants("read"), byDefault("edit")], "review", "read"],
  ["the strongest of team grants", "read", [grants(), grants("comment", null, "review")], "read", "review"],
  ["a null grant ends the search", "create", [grants(null), byDefault("edit")], "create", null],
  ["a null default ends the search", "create", [byDefault(null)], "create", null],
  ["an inheriting default says nothing", "read", [byDefault("inherit")], "comment", "comment"],
  ["defaults are not for guests", null, [byDefault("edit")], null, null],
  ["grants are for guests", null, [byDefault("edit"), grants("comment")], null, "comment"],
  ["administrators always administrate", "admin", [grants(null), byDefault(null)], null, "admin"]
])("%s", (_, role, rules, inherited, expected) => {
  expect(decide(role, rules, inherited)).toBe(expected)
})

it("a level is one that somebody gave, and nobody but administrators can escape a null grant", () => {
  fc.assert(
    fc.property(level, fc.array(rule), level, (role, rules, inherited) => {
      const said = rules.flatMap(
        (each): ReadonlyArray<DefaultLevel> => (each.kind === "grants" ? each.levels : [each.level])
      )
      const decided = decide(role, rules, inherited)
      expect([role, inherited, ...said]).toContain(decided)
      expect(decide(role, [grants(null), ...rules], inherited)).toBe(role === "admin" ? "admin" : null)
      // A rule that says nothing changes nothing, wherever it stands.
      for (let at = 0; at <= rules.length; at++) {
        const more = [...rules.slice(0, at), grants(), byDefault("inherit"), ...rules.slice(at)]
        expect(decide(role, more, inherited)).toBe(decided)
      }
      if (role === null) {
        const granted = rules.filter((each) => each.kind === "grants")
        expect(decided).toBe(decide(role, granted, inherited))
      }
    })
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
