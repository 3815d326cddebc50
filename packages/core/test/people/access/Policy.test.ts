import { expect, it } from "@effect/vitest"
import { Role, type RoleOrGuest, rank } from "@lectern/core/access/Role"
import {
  collectionPermissions,
  deletedSpacePermissions,
  memberPermissions,
  organizationPermissions,
  spacePermissions,
  strangerPermissions
} from "@lectern/core/people/access/Permissions"
import { decide, type Rule, ruleNames } from "@lectern/core/people/access/Policy"
import { TeamId, type TeamRole } from "@lectern/core/teams/Team"
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
      // A rule that says nothing changes nothing, in any place.
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

/** The permission that each level is the first to have; `no access` of an organization is a guest. */
const firstAt: ReadonlyArray<readonly [string, (level: RoleOrGuest) => object, object]> = [
  [
    "space",
    spacePermissions,
    {
      "no access": [],
      read: ["access", "view"],
      comment: ["comment"],
      edit: ["edit"],
      review: ["merge", "review"],
      create: ["admin", "viewInviteLinks"],
      admin: []
    }
  ],
  [
    "deleted space",
    deletedSpacePermissions,
    { "no access": [], read: [], comment: [], edit: [], review: [], create: ["access", "view"], admin: [] }
  ],
  [
    "collection",
    collectionPermissions,
    {
      "no access": [],
      read: ["view"],
      comment: [],
      edit: [],
      review: [],
      create: ["admin", "create", "viewInviteLinks"],
      admin: []
    }
  ],
  [
    "organization",
    organizationPermissions,
    {
      "no access": ["view"],
      read: ["listMembers", "listTeams"],
      comment: [],
      edit: [],
      review: [],
      create: ["createContent", "createOpenAPISpec"],
      admin: ["admin", "viewBilling"]
    }
  ]
]

it.each(firstAt)("%s: a level has what the one below has, and this", (_, permissions, expected) => {
  let below: ReadonlyArray<string> = []
  const added = [null, ...Role.literals].map((level) => {
    const has = Object.entries(permissions(level)).flatMap(([name, is]) => (is ? [name] : []))
    const first = has.filter((name) => !below.includes(name)).sort()
    expect(has).toEqual(expect.arrayContaining([...below]))
    below = has
    return [level ?? "no access", first]
  })
  expect(Object.fromEntries(added)).toEqual(expected)
})

it("only who owns a team has one", () => {
  const standing = (teams: ReadonlyArray<readonly [string, TeamRole]>) =>
    memberPermissions({ role: "read", teams: new Map(teams.map(([id, role]) => [TeamId.make(id), role])) })
  expect(
    standing([
      ["one", "member"],
      ["two", "owner"]
    ])
  ).toEqual({ ...organizationPermissions("read"), ownTeam: true })
  expect(standing([["one", "member"]])).toBe(organizationPermissions("read"))
})
