import { describe, expect, it } from "@effect/vitest"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { Collections } from "@lectern/core/collections/Collections"
import type { GrantTarget } from "@lectern/core/content-grants/ContentGrant"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Members } from "@lectern/core/members/Members"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { TeamId } from "@lectern/core/teams/Team"
import { Teams } from "@lectern/core/teams/Teams"
import type { UserId } from "@lectern/core/users/User"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, outcome, walk, workspace } from "../../workspace.js"

const scene = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const creator = yield* member(id, "Creator", "create")
  const reader = yield* member(id, "Reader", "read")
  const guest = yield* member(id, "Guest", null)
  const { admin: stranger } = yield* organization("Other")
  const teams = yield* Teams
  const crew = (yield* as(admin)(teams.create(id, { title: "Crew", members: [reader, guest] }))).id
  const shelf = yield* as(admin)((yield* Collections).create(id, {}))
  const space = yield* as(admin)((yield* Spaces).create(id, { parent: shelf.id }))
  const people = { admin, creator, reader, guest, stranger }
  return { id, ...people, people, teams, crew, shelf: shelf.id, space: space.id, grants: yield* ContentGrants }
})

describe.each(storages)("grants over $name", (storage) => {
  const live = workspace(storage)

  it.effect("decide before defaults and roles, a member's own before those of teams", () =>
    Effect.gen(function* () {
      const { id, admin, reader, guest, teams, crew, shelf, space, grants } = yield* scene
      const spaces = yield* Spaces
      const level = (caller: UserId) =>
        as(caller)(spaces.get(space)).pipe(
          Effect.map(({ permissions: can }) =>
            can.admin ? "create" : can.review ? "review" : can.edit ? "edit" : can.comment ? "comment" : "read"
          ),
          Effect.catchTag("NotFound", () => Effect.succeed("none"))
        )
      const levels = Effect.all([level(reader), level(guest)])
      const invite = (target: GrantTarget, role: RoleOrGuest, who: { users?: Array<UserId>; teams?: Array<TeamId> }) =>
        as(admin)(grants.invite(target, { role, ...who }))
      expect(yield* levels).toEqual(["read", "none"])
      yield* invite({ collection: shelf }, "comment", { teams: [crew] })
      expect(yield* levels).toEqual(["comment", "comment"])
      yield* invite({ space }, "edit", { teams: [crew] })
      expect(yield* levels).toEqual(["edit", "edit"])
      const { id: second } = yield* as(admin)(teams.create(id, { title: "Second", members: [reader] }))
      yield* invite({ space }, "review", { teams: [second] })
      expect(yield* levels).toEqual(["review", "edit"])
      yield* invite({ space }, "comment", { users: [reader] })
      expect(yield* levels).toEqual(["comment", "edit"])
      yield* as(admin)(grants.updateUser({ space }, reader, { role: null }))
      expect(yield* levels).toEqual(["none", "edit"])
      yield* as(admin)(grants.removeUser({ space }, reader))
      expect(yield* levels).toEqual(["review", "edit"])
      yield* as(admin)(grants.updateTeam({ space }, second, { role: null }))
      expect(yield* levels).toEqual(["edit", "edit"])
      yield* as(admin)(grants.updateTeam({ space }, crew, { role: "create" }))
      expect(yield* levels).toEqual(["create", "create"])
      yield* as(admin)(teams.removeMember(id, crew, guest))
      expect(yield* levels).toEqual(["create", "none"])
      yield* as(admin)(teams.setMember(id, crew, guest, { role: "owner" }))
      yield* as(admin)(grants.removeTeam({ space }, crew))
      expect(yield* levels).toEqual(["none", "comment"])
      yield* as(admin)(teams.remove(id, second))
      expect(yield* levels).toEqual(["comment", "comment"])
      yield* as(admin)((yield* Members).remove(id, guest))
      expect(yield* levels).toEqual(["comment", "none"])
      yield* as(admin)(teams.remove(id, crew))
      expect(yield* levels).toEqual(["read", "none"])
    }).pipe(Effect.provide(live))
  )

  it.effect("need the level create on the content", () =>
    Effect.gen(function* () {
      const { people, crew, shelf, space, grants } = yield* scene
      const { reader } = people
      const attempts = (caller: UserId, target: GrantTarget) =>
        Effect.all(
          [
            grants.invite(target, { role: "read", users: [reader], teams: [crew] }),
            grants.users(target, {}),
            grants.teams(target, {}),
            grants.aggregate(target, {}),
            grants.updateUser(target, reader, { role: "edit" }),
            grants.updateTeam(target, crew, { role: "edit" }),
            grants.removeUser(target, reader),
            grants.removeTeam(target, crew)
          ].map((call) => outcome(as(caller)(call)))
        )
      const absent = [...Array(6).fill("NotFound"), "ok", "ok"]
      for (const target of [{ space }, { collection: shelf }]) {
        expect(yield* attempts(people.admin, target)).toEqual(Array(8).fill("ok"))
        expect(yield* attempts(people.creator, target)).toEqual(Array(8).fill("ok"))
        expect(yield* attempts(people.guest, target)).toEqual(absent)
        expect(yield* attempts(people.stranger, target)).toEqual(absent)
        expect(yield* attempts(reader, target)).toEqual(Array(8).fill("Forbidden"))
      }
      const { guest } = people
      yield* as(people.admin)(grants.invite({ space }, { role: "create", users: [guest] }))
      const invited = { invite: "NotFound", lists: "Forbidden", team: "NotFound" }
      expect(yield* attempts(guest, { space })).toEqual([
        invited.invite,
        ...Array(3).fill(invited.lists),
        "NotFound",
        invited.team,
        "ok",
        "ok"
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("are given to all or to none", () =>
    Effect.gen(function* () {
      const { admin, creator, reader, stranger, crew, space, grants } = yield* scene
      const invite = (input: Parameters<typeof grants.invite>[1]) => outcome(as(admin)(grants.invite({ space }, input)))
      expect(yield* invite({ role: "edit" })).toBe("Invalid")
      expect(yield* invite({ role: "edit", users: [], teams: [] })).toBe("Invalid")
      expect(yield* invite({ role: "boss" as "edit", users: [reader] })).toBe("Invalid")
      expect(yield* invite({ role: "edit", users: [reader, stranger] })).toBe("NotFound")
      expect(yield* invite({ role: "edit", users: [reader], teams: [crew, "unknown" as TeamId] })).toBe("NotFound")
      expect((yield* as(admin)(grants.users({ space }, {}))).items).toEqual([])
      expect(yield* invite({ role: "edit", users: [reader, creator], teams: [] })).toBe("ok")
      expect(yield* invite({ role: "read", users: [reader], teams: [crew] })).toBe("ok")
      expect(yield* outcome(as(admin)(grants.updateUser({ space }, admin, { role: "read" })))).toBe("NotFound")
      expect(yield* outcome(as(admin)(grants.updateUser({ space }, reader, {})))).toBe("ok")
      const users = yield* walk((query) => as(admin)(grants.users({ space }, query)), 1)
      expect(users.items.map(({ permission, user }) => [user.id, permission])).toEqual([
        [creator, "edit"],
        [reader, "read"]
      ])
      expect([...users.counts]).toEqual([2])
      const teams = yield* as(admin)(grants.teams({ space }, {}))
      expect(teams).toMatchObject({ count: 1, items: [{ permission: "read", team: { id: crew, spaces: 1 } }] })
      yield* as(admin)(grants.invite({ space }, { role: null, users: [creator], teams: [crew] }))
      expect((yield* as(admin)(grants.users({ space }, {}))).count).toBe(1)
      expect(yield* as(admin)(grants.teams({ space }, {}))).toEqual({ count: 0, items: [] })
    }).pipe(Effect.provide(live))
  )

  it.effect("add up to who has access", () =>
    Effect.gen(function* () {
      const { admin, creator, reader, guest, crew, shelf, space, grants } = yield* scene
      const access = (target: GrantTarget, role?: "read" | "edit") =>
        Effect.map(
          walk((query) => as(admin)(grants.aggregate(target, role === undefined ? query : { ...query, role })), 2),
          ({ items, counts }) => {
            expect([...counts]).toEqual([items.length])
            return Object.fromEntries(items.map(({ permission, user }) => [user.id, permission]))
          }
        )
      const roles = { [admin]: "admin", [creator]: "create", [reader]: "read" }
      expect(yield* access({ space })).toEqual(roles)
      yield* as(admin)(grants.invite({ collection: shelf }, { role: "edit", teams: [crew] }))
      yield* as(admin)(grants.invite({ space }, { role: null, users: [reader] }))
      expect(yield* access({ space })).toEqual({ [admin]: "admin", [creator]: "create", [guest]: "edit" })
      expect(yield* access({ collection: shelf }, "edit")).toEqual({ [reader]: "edit", [guest]: "edit" })
      expect(yield* access({ space }, "read")).toEqual({})
    }).pipe(Effect.provide(live))
  )

  it.effect("go along with copies, and go with what they are on", () =>
    Effect.gen(function* () {
      const { admin, guest, crew, shelf, space, grants } = yield* scene
      const spaces = yield* Spaces
      yield* as(admin)(grants.invite({ space }, { role: "edit", users: [guest], teams: [crew] }))
      const copy = yield* as(admin)(spaces.duplicate(space))
      expect((yield* as(admin)(grants.teams({ space: copy.id }, {}))).count).toBe(1)
      yield* as(admin)(grants.removeUser({ space: copy.id }, guest))
      expect((yield* as(guest)(spaces.get(copy.id))).permissions.edit).toBe(true)
      yield* as(admin)(spaces.remove(space))
      expect(yield* outcome(as(admin)(grants.teams({ space }, {})))).toBe("NotFound")
      yield* as(admin)(grants.invite({ collection: shelf }, { role: "read", teams: [crew] }))
      yield* as(admin)((yield* Collections).remove(shelf))
      expect(yield* outcome(as(admin)(grants.aggregate({ collection: shelf }, {})))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )
})
