/** Explanations name the rule that decides, and previews predict the effects. */

import { describe, expect, it } from "@effect/vitest"
import { AccessExplanations } from "@lectern/core/access/AccessExplanations"
import type { DefaultLevel, RoleOrGuest } from "@lectern/core/access/Role"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { Collections } from "@lectern/core/collections/Collections"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Members } from "@lectern/core/members/Members"
import type { PlannedChange } from "@lectern/core/people/access/PlannedChange"
import { Sites } from "@lectern/core/sites/Sites"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Redacted } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, workspace } from "../../workspace.js"
import { type Built, built, plan, roles } from "./generated.js"
import { levels, previewed, thingsOf } from "./previews.js"

const level = fc.constantFrom<RoleOrGuest>(...roles)
const where = { target: fc.nat(), holder: fc.nat(), ofTeam: fc.boolean() }
const intent = fc.oneof(
  fc.record({ change: fc.constant("grant" as const), ...where, level }),
  fc.record({ change: fc.constant("remove-grant" as const), ...where }),
  fc.record({
    change: fc.constant("default-level" as const),
    target: fc.nat(),
    level: fc.constantFrom<DefaultLevel>("inherit", ...roles)
  }),
  fc.record({ change: fc.constant("role" as const), holder: fc.nat(), role: level }),
  fc.record({
    change: fc.constantFrom<"add-to-team" | "remove-from-team">("add-to-team", "remove-from-team"),
    team: fc.nat(),
    holder: fc.nat()
  })
)

const at = <A>(all: ReadonlyArray<A>, index: number): A => all[index % all.length]!

/** The planned change for an intent, applied to the existing members and teams. */
const planned = (given: typeof intent extends fc.Arbitrary<infer A> ? A : never, world: Built): PlannedChange => {
  const { members, teams } = world
  if (given.change === "role") return { change: "role", user: at(members, given.holder), role: given.role }
  if ("team" in given) {
    if (teams.length === 0) return { change: "role", user: at(members, given.holder), role: "edit" }
    return { change: given.change, team: at(teams, given.team).id, user: at(members, given.holder) }
  }
  if (given.change === "default-level") {
    const { kind, id } = at(
      [...thingsOf(world)].filter((thing) => thing.kind !== "site"),
      given.target
    )
    return kind === "site" ? expect.unreachable() : { change: given.change, on: { kind, id }, level: given.level }
  }
  const on = at(thingsOf(world), given.target)
  const team = given.ofTeam && teams.length > 0
  const holder = team ? { team: at(teams, given.holder).id } : { user: at(members, given.holder) }
  return given.change === "grant"
    ? { change: given.change, on, holder, level: given.level }
    : { change: given.change, on, holder }
}

describe.each(storages)("over $name", (storage) => {
  const run = <A, E>(effect: Effect.Effect<A, E, never>) => Effect.runPromise(effect)
  const numRuns = runs(8, storage.name === "memory" ? 1 : 0.3)

  it("an explanation is the policy's, and a preview is what happens", () =>
    fc.assert(
      fc.asyncProperty(plan, intent, (given, wanted) =>
        Effect.gen(function* () {
          const explanations = yield* AccessExplanations
          const world = yield* built(given)
          const before = yield* levels(world)
          for (const user of world.members) {
            for (const on of thingsOf(world)) {
              const told = yield* asSystem(explanations.explain(world.id, user, on))
              const actual = before.get(`${user} ${on.id}`)
              expect([told.level, told.decidedBy.level]).toEqual([actual, actual])
              expect(told.silent.every((rule) => rule.level === undefined)).toBe(true)
              expect(told.overruled.every((rule) => rule.level !== undefined)).toBe(true)
              for (const rule of [told.decidedBy, ...told.overruled]) {
                if (rule.rule.endsWith("s-grants") || rule.rule === "team-grants") {
                  expect(rule.sources.length).toBeGreaterThan(0)
                }
                if (rule.sources.length > 0) expect(rule.sources[0]?.level).toBe(rule.level)
              }
              const own = as(user)(explanations.explain(world.id, user, on))
              if (actual === null) expect(yield* outcome(own)).toBe("NotFound")
              else {
                // Grants on sites that the member may not see are left out of the sources.
                const { rule, on: where, level } = told.decidedBy
                expect((yield* own).decidedBy).toMatchObject({ rule, level, ...(where && { on: where }) })
              }
            }
          }
          yield* previewed(world, planned(wanted, world))
        }).pipe(Effect.provide(workspace(storage)), run)
      ),
      { numRuns }
    ))

  it("names titles, teams and sites, and shows nobody what they may not see", () =>
    Effect.gen(function* () {
      const explanations = yield* AccessExplanations
      const grants = yield* ContentGrants
      const { id, admin } = yield* organization()
      const ann = yield* member(id, "Ann", "read")
      const gus = yield* member(id, "Gus", null)
      const me = as(admin)
      const shelf = yield* me((yield* Collections).create(id, { title: "Shelf" }))
      yield* me((yield* Collections).update(shelf.id, { defaultLevel: null }))
      const space = yield* me((yield* Spaces).create(id, { title: "Book", parent: shelf.id }))
      const site = yield* me((yield* Sites).create(id, { title: "Docs", spaces: [space.id] }))
      const team = yield* me((yield* Teams).create(id, { title: "Writers", members: [ann] }))
      yield* me(grants.invite({ organization: id, site: site.id }, { role: "edit", teams: [team.id] }))
      const on = { kind: "space", id: space.id } as const
      const told = yield* me(explanations.explain(id, ann, on))
      expect(told).toMatchObject({
        member: { displayName: "Ann", role: "read", disabled: false },
        on: { title: "Book" },
        level: "edit",
        decidedBy: {
          rule: "site-grants",
          sources: [{ team: { title: "Writers" }, site: { title: "Docs" }, level: "edit" }]
        },
        overruled: [{ rule: "default-level", on: { title: "Shelf" }, level: null }, { rule: "organization-role" }]
      })
      const own = yield* as(ann)(explanations.explain(id, ann, on))
      expect(own.decidedBy).toEqual(told.decidedBy)
      expect(JSON.stringify(own)).not.toContain("Shelf")

      const asked = (caller: typeof ann, user: typeof ann) => outcome(as(caller)(explanations.explain(id, user, on)))
      expect(yield* asked(ann, admin)).toBe("Forbidden")
      expect(yield* asked(gus, gus)).toBe("NotFound")
      const { admin: stranger } = yield* organization("Other")
      expect(yield* asked(stranger, stranger)).toBe("NotFound")
      expect(yield* asked(admin, stranger)).toBe("NotFound")
      yield* me((yield* Spaces).remove(space.id))
      expect(yield* asked(admin, ann)).toBe("NotFound")
    }).pipe(Effect.provide(workspace(storage)), run))

  it("of a space are for oneself or for administrators, and name who can give more, the strongest first", () =>
    Effect.gen(function* () {
      const explanations = yield* AccessExplanations
      const grants = yield* ContentGrants
      const { id, admin } = yield* organization()
      const me = as(admin)
      const ann = yield* member(id, "Ann", "read")
      const gus = yield* member(id, "Gus", null)
      const bea = yield* member(id, "Bea", "comment")
      const dan = yield* member(id, "Dan", "admin")
      yield* me((yield* Members).update(id, dan, { disabled: true }))
      const { token } = yield* me((yield* ServiceTokens).create(id, { label: "CI", scopes: ["admin"] }))
      const space = yield* me((yield* Spaces).create(id, { title: "Book" }))
      const team = yield* me((yield* Teams).create(id, { title: "Keepers", members: [bea] }))
      yield* me(grants.invite({ space: space.id }, { role: "create", teams: [team.id] }))
      yield* me(grants.invite({ space: space.id }, { role: "create", users: [gus] }))
      const keepers = [
        { id: admin, displayName: "Acme-admin" },
        { id: bea, displayName: "Bea" }
      ]
      const own = yield* as(ann)(explanations.explainSpace(space.id))
      expect(own).toMatchObject({
        member: { id: ann },
        on: { id: space.id, title: "Book" },
        level: "read",
        decidedBy: { rule: "organization-role" },
        grantors: keepers
      })
      const { grantors, ...rest } = yield* me(explanations.explainSpace(space.id, { user: ann }))
      expect(grantors).toEqual(keepers)
      expect(rest).toEqual(yield* me(explanations.explain(id, ann, { kind: "space", id: space.id })))
      expect((yield* me(explanations.explainSpace(space.id))).grantors).toEqual(keepers.slice(1))
      // Guests do not see who else is in the organization.
      expect(yield* as(gus)(explanations.explainSpace(space.id))).toMatchObject({ level: "create", grantors: [] })
      const limited = yield* asSystem((yield* ApiTokens).authenticate(Redacted.make(token)))
      expect((yield* as(limited)(explanations.explainSpace(space.id))).grantors).toEqual(keepers)

      const asked = (caller: typeof ann, user?: typeof ann) =>
        outcome(as(caller)(explanations.explainSpace(space.id, user === undefined ? {} : { user })))
      expect([yield* asked(bea, ann), yield* asked(gus, ann)]).toEqual(["Forbidden", "Forbidden"])
      const { admin: stranger } = yield* organization("Other")
      expect([yield* asked(stranger), yield* asked(admin, stranger)]).toEqual(["NotFound", "NotFound"])
      expect(yield* outcome(asSystem(explanations.explainSpace(space.id)))).toBe("Invalid")
      for (let i = 0; i < 12; i++) yield* member(id, `Admin-${i}`, "admin")
      expect((yield* as(ann)(explanations.explainSpace(space.id))).grantors).toHaveLength(10)
    }).pipe(Effect.provide(workspace(storage)), run))

  it("previews that creators keep what they close, and refuses what is not there", () =>
    Effect.gen(function* () {
      const { preview } = yield* AccessExplanations
      const { id, admin } = yield* organization()
      const ann = yield* member(id, "Ann", "create")
      const space = yield* as(ann)((yield* Spaces).create(id, { title: "Book" }))
      const on = { kind: "space", id: space.id } as const
      const close = { change: "default-level", on, level: null } as const
      expect(yield* as(admin)(preview(id, close))).toEqual([])
      const bob = yield* member(id, "Bob", "read")
      expect(yield* as(admin)(preview(id, close))).toEqual([
        { member: { id: bob, displayName: "Bob" }, on: { ...on, title: "Book" }, from: "read", to: null }
      ])
      expect(yield* outcome(as(ann)(preview(id, close)))).toBe("Forbidden")
      const { admin: stranger } = yield* organization("Other")
      expect(yield* outcome(as(stranger)(preview(id, close)))).toBe("NotFound")
      const missing: ReadonlyArray<PlannedChange> = [
        { ...close, on: { kind: "space", id: "none" } },
        { change: "role", user: stranger, role: "read" },
        { change: "grant", on, holder: { user: stranger }, level: "read" },
        { change: "grant", on: { kind: "site", id: "none" }, holder: { user: ann }, level: "read" }
      ]
      for (const change of missing) expect(yield* outcome(as(admin)(preview(id, change)))).toBe("NotFound")
    }).pipe(Effect.provide(workspace(storage)), run))
})
