/** Permission booleans, lists, counts and refusals are readings of one policy, which a plain reference repeats here. */

import { describe, expect, it } from "@effect/vitest"
import { Access } from "@lectern/core/access/Access"
import { GrantRepository } from "@lectern/core/access/GrantRepository"
import { needs } from "@lectern/core/access/Policy"
import { atLeast, type DefaultLevel, Role, type RoleOrGuest } from "@lectern/core/access/Role"
import type { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { Members } from "@lectern/core/members/Members"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { TeamId } from "@lectern/core/teams/Team"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect, FastCheck as fc } from "effect"
import { storages } from "../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../workspace.js"

const roles: ReadonlyArray<RoleOrGuest> = [null, ...Role.literals]
const anyLevel = fc.constantFrom(...roles)
const anyDefault = fc.oneof(
  { weight: 3, arbitrary: fc.constant<DefaultLevel>("inherit") },
  { weight: 2, arbitrary: fc.constantFrom<DefaultLevel>(...roles) }
)
const content = (parents: number) =>
  fc.record({ parent: fc.option(fc.nat(parents), { nil: undefined }), defaultLevel: anyDefault })

/**
 * Collections, each in an earlier one or at the root; spaces in them; teams of some members; grants of some member or
 * team on some of all that.
 */
const plan = fc.record({
  collections: fc.array(content(5), { maxLength: 5 }),
  spaces: fc.array(content(5), { minLength: 1, maxLength: 6 }),
  teams: fc.array(fc.uniqueArray(fc.nat(6)), { maxLength: 3 }),
  grants: fc.array(fc.record({ member: fc.nat(6), target: fc.nat(10), level: anyLevel }), { maxLength: 8 }),
  teamGrants: fc.array(fc.record({ team: fc.nat(2), target: fc.nat(10), level: anyLevel }), { maxLength: 8 })
})
type Plan = typeof plan extends fc.Arbitrary<infer A> ? A : never

const built = Effect.fnUntraced(function* ({ collections, spaces, teams, grants, teamGrants }: Plan) {
  const { id } = yield* organization()
  const members = yield* Effect.forEach(roles, (role) => member(id, `Member-${role}`, role))
  const made: Array<{ id: CollectionId; parent: number | undefined; defaultLevel: DefaultLevel }> = []
  for (const { parent, defaultLevel } of collections) {
    const within = parent === undefined || made.length === 0 ? undefined : parent % made.length
    const input = within === undefined ? {} : { parent: made[within]!.id }
    const collection = yield* asSystem((yield* Collections).create(id, input))
    yield* asSystem((yield* Collections).update(collection.id, { defaultLevel }))
    made.push({ id: collection.id, parent: within, defaultLevel })
  }
  const inside = yield* Effect.forEach(
    spaces,
    Effect.fnUntraced(function* ({ parent, defaultLevel }) {
      const within = parent === undefined || made.length === 0 ? undefined : parent % made.length
      const input = within === undefined ? {} : { parent: made[within]!.id }
      const space = yield* asSystem((yield* Spaces).create(id, input))
      yield* asSystem((yield* Spaces).update(space.id, { defaultLevel }))
      return { id: space.id, parent: within, defaultLevel }
    })
  )
  const targets = [...made, ...inside].map((each): string => each.id)
  const given = new Map<string, RoleOrGuest>()
  for (const { member: index, target, level } of grants) {
    given.set(`${members[index]} ${targets[target % targets.length]}`, level)
  }
  const crews = yield* Effect.forEach(teams, (inside) =>
    asSystem(
      Effect.flatMap(Teams, (service) =>
        service.create(id, { title: "Team", members: inside.map((index) => members[index]!) })
      )
    )
  )
  const givenToTeams = new Map<string, RoleOrGuest>()
  for (const { team, target, level } of teamGrants) {
    if (team < crews.length) givenToTeams.set(`${crews[team]!.id} ${targets[target % targets.length]}`, level)
  }
  const repository = yield* GrantRepository
  yield* (yield* Storage).transaction(
    Effect.forEach(given, ([key, level]) => {
      const [user = "", target = ""] = key.split(" ")
      return repository.insert({ target, user: user as (typeof members)[number], organization: id, level })
    })
  )
  yield* (yield* Storage).transaction(
    Effect.forEach(givenToTeams, ([key, level]) => {
      const [team = "", target = ""] = key.split(" ")
      return repository.teams.insert({ target, team: TeamId.make(team), organization: id, level })
    })
  )
  /** The level by the words of the policy: search from the thing outwards, the first that says something wins. */
  const reference = (index: number, thing: (typeof made)[number] | (typeof inside)[number]): RoleOrGuest => {
    const role = roles[index] ?? null
    if (role === "admin") return "admin"
    for (
      let at: (typeof made)[number] | (typeof inside)[number] | undefined = thing;
      at !== undefined;
      at = at.parent === undefined ? undefined : made[at.parent]
    ) {
      const grant = given.get(`${members[index]} ${at.id}`)
      if (grant !== undefined) return grant
      const onIt = at.id
      const ofTeams = crews.flatMap((crew, team) => {
        const level = givenToTeams.get(`${crew.id} ${onIt}`)
        return level === undefined || !teams[team]!.includes(index) ? [] : [level]
      })
      if (ofTeams.length > 0) return roles[Math.max(...ofTeams.map((level) => roles.indexOf(level)))] ?? null
      if (role !== null && at.defaultLevel !== "inherit") return at.defaultLevel
    }
    return role
  }
  return { id, members, teams: crews, collections: made, spaces: inside, reference }
})

describe.each(storages)("the policy over $name", (storage) => {
  const numRuns = storage.name === "memory" ? 20 : 5

  it("answers, lists, counts and refuses alike", { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(plan, (given) =>
        Effect.gen(function* () {
          const access = yield* Access
          const spaces = yield* Spaces
          const collections = yield* Collections
          const memberships = yield* Members
          const crewsOf = yield* Teams
          const { id, members, reference, teams, ...content } = yield* built(given)
          for (const [index, caller] of members.entries()) {
            const me = as(caller)
            const readable = content.spaces.filter((space) => reference(index, space) !== null)
            const listed = yield* walk((query) => me(spaces.list(id, query)), 3)
            expect(listed.items.map((space) => space.id).sort()).toEqual(readable.map((space) => space.id).sort())
            expect([...listed.counts]).toEqual([readable.length])
            const { spaces: count, teams: inTeams } = yield* me(memberships.get(id, caller))
            expect(count).toBe(readable.length)
            const crews = yield* walk((query) => me(crewsOf.ofMember(id, caller, query)), 2)
            expect([...crews.counts]).toEqual([inTeams])
            expect(crews.items.map(({ team }) => team.id)).toEqual(
              teams.filter((_, team) => given.teams[team]!.includes(index)).map((team) => team.id)
            )
            const own = yield* walk((query) => me(memberships.spaces(id, caller, query)), 3)
            expect(own.items.map((each) => each.permission).sort()).toEqual(
              readable.map((space) => reference(index, space)).sort()
            )

            for (const space of content.spaces) {
              const level = reference(index, space)
              const found = listed.items.find((each) => each.id === space.id)
              expect(yield* outcome(me(spaces.get(space.id)))).toBe(level === null ? "NotFound" : "ok")
              for (const required of Role.literals) {
                expect(yield* outcome(me(access.requireSpace(space.id, required)))).toBe(
                  level === null ? "NotFound" : atLeast(level, required) ? "ok" : "Forbidden"
                )
              }
              if (found === undefined) continue
              const { permissions } = found
              expect(yield* me(spaces.get(space.id))).toEqual(found)
              const booleans = {
                view: needs.view,
                access: needs.view,
                comment: needs.comment,
                edit: needs.edit,
                merge: needs.review,
                review: needs.review,
                admin: needs.manage,
                viewInviteLinks: needs.manage
              } as const
              for (const [name, required] of Object.entries(booleans)) {
                expect([name, permissions[name as keyof typeof booleans]]).toEqual([name, atLeast(level, required)])
              }
              expect(yield* outcome(me(spaces.update(space.id, {})))).toBe(permissions.admin ? "ok" : "Forbidden")
            }

            const shown = yield* walk((query) => me(collections.list(id, query)), 2)
            const visible = content.collections.filter((collection) => reference(index, collection) !== null)
            expect(shown.items.map((each) => each.id).sort()).toEqual(visible.map((each) => each.id).sort())
            expect([...shown.counts]).toEqual([visible.length])
            for (const { id: shelf, permissions } of shown.items) {
              const mine = yield* walk((query) => me(collections.spaces(shelf, query)), 2)
              expect(mine.items).toEqual(listed.items.filter((space) => space.parent === shelf))
              expect([...mine.counts]).toEqual([mine.items.length])
              const refused = permissions.create ? "ok" : "Forbidden"
              expect(yield* outcome(me(collections.update(shelf, {})))).toBe(refused)
            }
          }
          for (const [index, caller] of members.entries()) {
            for (const shelf of content.collections) {
              const level = reference(index, shelf)
              const expected = level === null ? "NotFound" : atLeast(level, "create") ? "ok" : "Forbidden"
              expect(yield* outcome(as(caller)(spaces.create(id, { parent: shelf.id })))).toBe(expected)
            }
            const expected = atLeast(roles[index] ?? null, "create") ? "ok" : "Forbidden"
            expect(yield* outcome(as(caller)(collections.create(id, {})))).toBe(expected)
          }
        }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
      ),
      { numRuns }
    )
  )
})
