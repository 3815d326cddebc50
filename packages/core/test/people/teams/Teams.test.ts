import { describe, expect, it } from "@effect/vitest"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { GrantRepository } from "@lectern/core/people/access/GrantRepository"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { OrganizationTeamMember, Team, type TeamId } from "@lectern/core/teams/Team"
import { Teams } from "@lectern/core/teams/Teams"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Schema } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(Team, { onExcessProperty: "error" })
const parseMember = Schema.decodeUnknownSync(OrganizationTeamMember, { onExcessProperty: "error" })

const staff = Effect.gen(function* () {
  const { id, admin } = yield* organization()
  const reader = yield* member(id, "Reader", "read")
  const other = yield* member(id, "Other-reader", "create")
  const guest = yield* member(id, "Guest", null)
  const { admin: stranger } = yield* organization("Other")
  return { id, admin, reader, other, guest, stranger, teams: yield* Teams }
})

describe.each(storages)("teams over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are made, changed and removed by administrators", () =>
    Effect.gen(function* () {
      const { id, admin, reader, other, guest, stranger, teams } = yield* staff
      for (const [caller, expected] of [
        [other, "Forbidden"],
        [guest, "Forbidden"],
        [stranger, "NotFound"]
      ] as const) {
        expect(yield* outcome(as(caller)(teams.create(id, { title: "Writers" })))).toBe(expected)
      }
      expect(yield* outcome(as(admin)(teams.create(id, { title: "" })))).toBe("Invalid")
      expect(yield* outcome(as(admin)(teams.create(id, { title: "é".repeat(65) })))).toBe("Invalid")
      const team = yield* as(admin)(teams.create(id, { title: "🦊".repeat(64), members: [reader, guest, reader] }))
      expect(parse(team)).toMatchObject({ members: 2, spaces: 0, permissions: { admin: true, view: true } })
      expect(yield* outcome(as(admin)(teams.create(id, { title: "None", members: [reader, stranger] })))).toBe(
        "NotFound"
      )
      expect((yield* as(admin)(teams.list(id, {}))).items).toEqual([team])
      expect(yield* outcome(as(other)(teams.update(id, team.id, { title: "Mine" })))).toBe("Forbidden")
      const renamed = yield* as(admin)(teams.update(id, team.id, { title: "Writers" }))
      expect(renamed).toEqual({ ...team, title: "Writers" })
      expect(yield* as(admin)(teams.update(id, team.id, {}))).toEqual(renamed)
      expect(yield* outcome(as(reader)(teams.remove(id, team.id)))).toBe("Forbidden")
      expect(yield* outcome(as(stranger)(teams.remove(id, team.id)))).toBe("ok")
      expect(yield* as(reader)(teams.get(id, team.id))).toMatchObject({ permissions: { admin: false, view: true } })
      yield* as(admin)(teams.remove(id, team.id))
      expect(yield* outcome(as(admin)(teams.get(id, team.id)))).toBe("NotFound")
      expect(yield* outcome(as(admin)(teams.remove(id, team.id)))).toBe("ok")
      expect((yield* as(admin)((yield* Members).get(id, reader))).teams).toBe(0)
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed oldest first, by part of the title and by who manages them", () =>
    Effect.gen(function* () {
      const { id, admin, reader, guest, teams } = yield* staff
      const make = (title: string) => as(admin)(teams.create(id, { title }))
      const made = yield* Effect.forEach(["Docs", "API docs", "Sales", "DOCS"], make)
      yield* as(admin)(teams.setMember(id, made[0]!.id, reader, { role: "owner" }))
      yield* as(admin)(teams.setMember(id, made[2]!.id, reader, { role: "owner" }))
      yield* as(admin)(teams.setMember(id, made[3]!.id, reader, {}))
      const titles = (query: { readonly owner?: UserId; readonly title?: string }) =>
        Effect.map(
          walk((page) => as(admin)(teams.list(id, { ...page, ...query })), 1),
          ({ items, counts }) => {
            expect([...counts]).toEqual([items.length])
            return items.map(({ title }) => title)
          }
        )
      expect(yield* titles({})).toEqual(["Docs", "API docs", "Sales", "DOCS"])
      expect(yield* titles({ title: "dOcS" })).toEqual(["Docs", "API docs", "DOCS"])
      expect(yield* titles({ owner: reader })).toEqual(["Docs", "Sales"])
      expect(yield* titles({ owner: reader, title: "doc" })).toEqual(["Docs"])
      expect(yield* titles({ owner: admin, title: "sal" })).toEqual(["Sales"])
      const none = yield* as(admin)(teams.list(id, { owner: "nobody" as UserId, limit: 0 }))
      expect(none).toEqual({ count: 0, items: [] })
      expect(yield* outcome(as(guest)(teams.list(id, {})))).toBe("Forbidden")
      const first = yield* as(admin)(teams.list(id, { limit: 1 }))
      expect(yield* outcome(as(admin)(teams.list(id, { title: "docs", page: first.next!.page })))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("change their members all at once or not at all", () =>
    Effect.gen(function* () {
      const { id, admin, reader, other, guest, stranger, teams } = yield* staff
      const { id: team } = yield* as(admin)(teams.create(id, { title: "Writers", members: [reader] }))
      const roles = Effect.map(as(admin)(teams.members(id, team, {})), ({ items }) =>
        Object.fromEntries(items.map((item) => [parseMember(item).organization.id, item.team.role]))
      )
      const change = (input: Parameters<typeof teams.updateMembers>[2]) =>
        outcome(as(admin)(teams.updateMembers(id, team, input)))
      expect(
        yield* change({ add: ["OTHER-reader@example.com", guest], memberships: { [guest]: { role: "owner" } } })
      ).toBe("ok")
      expect(yield* roles).toEqual({ [reader]: "member", [other]: "member", [guest]: "owner" })
      expect(yield* change({ add: [guest] })).toBe("ok")
      expect(yield* change({ add: [other], remove: ["other-reader@example.com"] })).toBe("ok")
      expect(yield* roles).toEqual({ [reader]: "member", [guest]: "owner" })
      for (const unknown of [stranger, "unknown", "nobody@example.com", "Other-admin@example.com"]) {
        expect(yield* change({ add: [other, unknown], remove: [reader] })).toBe("NotFound")
        expect(yield* change({ add: [other], remove: [reader, unknown] })).toBe("NotFound")
        expect(yield* change({ remove: [reader], memberships: { [unknown]: { role: "owner" } } })).toBe("NotFound")
      }
      expect(yield* change({ remove: [other] })).toBe("ok")
      expect(yield* change({})).toBe("ok")
      expect(yield* roles).toEqual({ [reader]: "member", [guest]: "owner" })
      expect(yield* change({ memberships: { [admin]: { role: "owner" } } })).toBe("ok")
      expect(yield* roles).toEqual({ [reader]: "member", [guest]: "owner", [admin]: "owner" })
    }).pipe(Effect.provide(live))
  )

  it.effect("have owners, who manage who is in them and nothing else", () =>
    Effect.gen(function* () {
      const { id, admin, reader, other, teams } = yield* staff
      const { id: team } = yield* as(admin)(teams.create(id, { title: "Writers", members: [reader, other] }))
      const { id: second } = yield* as(admin)(teams.create(id, { title: "Others" }))
      const attempts = (of: TeamId) => [
        outcome(as(reader)(teams.setMember(id, of, admin, { role: "owner" }))),
        outcome(as(reader)(teams.updateMembers(id, of, { remove: [admin] }))),
        outcome(as(reader)(teams.setMember(id, of, other, {}))),
        outcome(as(reader)(teams.removeMember(id, of, other)))
      ]
      expect(yield* Effect.all(attempts(team))).toEqual(Array(4).fill("Forbidden"))
      yield* as(admin)(teams.setMember(id, team, reader, { role: "owner" }))
      expect((yield* as(reader)(teams.get(id, team))).permissions).toEqual({ admin: true, view: true })
      const organizations = yield* Organizations
      const owns = Effect.map(as(reader)(organizations.get(id)), ({ permissions }) => permissions.ownTeam)
      expect(yield* owns).toBe(true)
      expect((yield* as(reader)(organizations.list({}))).items[0]?.permissions.ownTeam).toBe(true)
      expect((yield* as(other)(organizations.get(id))).permissions.ownTeam).toBe(false)
      expect(yield* Effect.all(attempts(team))).toEqual(Array(4).fill("ok"))
      expect((yield* as(reader)(teams.members(id, team, {}))).items.map((each) => each.organization.id)).toEqual([
        reader
      ])
      expect(yield* outcome(as(reader)(teams.update(id, team, {})))).toBe("Forbidden")
      expect(yield* outcome(as(reader)(teams.remove(id, team)))).toBe("Forbidden")
      expect(yield* outcome(as(reader)(teams.setMember(id, second, reader, {})))).toBe("Forbidden")
      expect(yield* outcome(as(reader)(teams.removeMember(id, team, other)))).toBe("ok")
      expect(yield* outcome(as(other)(teams.removeMember(id, team, other)))).toBe("ok")
      yield* as(reader)(teams.removeMember(id, team, reader))
      expect(yield* owns).toBe(false)
      expect(yield* outcome(as(admin)(teams.setMember(id, team, "unknown" as UserId, {})))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("show guests those that they are in, and themselves", () =>
    Effect.gen(function* () {
      const { id, admin, reader, guest, stranger, teams } = yield* staff
      const { id: team } = yield* as(admin)(teams.create(id, { title: "Writers", members: [reader, guest] }))
      const { id: second } = yield* as(admin)(teams.create(id, { title: "Others" }))
      for (const caller of [guest, stranger]) {
        expect(yield* outcome(as(caller)(teams.get(id, second)))).toBe("NotFound")
        expect(yield* outcome(as(caller)(teams.members(id, second, {})))).toBe("NotFound")
        expect(yield* outcome(as(caller)(teams.removeMember(id, second, reader)))).toBe("ok")
      }
      expect(yield* as(guest)(teams.get(id, team))).toMatchObject({ members: 1, permissions: { view: true } })
      const seen = yield* walk((query) => as(guest)(teams.members(id, team, query)), 1)
      expect(seen.items.map((each) => each.organization.id)).toEqual([guest])
      expect([...seen.counts]).toEqual([1])
      expect(yield* outcome(as(guest)(teams.removeMember(id, team, reader)))).toBe("ok")
      expect(yield* outcome(as(guest)(teams.removeMember(id, team, guest)))).toBe("Forbidden")
      yield* as(admin)(teams.setMember(id, team, guest, { role: "owner" }))
      expect((yield* as(guest)(teams.members(id, team, {}))).count).toBe(2)
      expect(yield* outcome(as(guest)(teams.setMember(id, team, admin, {})))).toBe("NotFound")
      expect(yield* outcome(as(guest)(teams.updateMembers(id, team, { remove: [reader] })))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed of a member, for the member and administrators", () =>
    Effect.gen(function* () {
      const { id, admin, reader, other, guest, stranger, teams } = yield* staff
      const made = yield* Effect.forEach(["A", "B", "Ab"], (title) =>
        as(admin)(teams.create(id, { title, members: [reader, guest] }))
      )
      yield* as(admin)(teams.setMember(id, made[1]!.id, reader, { role: "owner" }))
      for (const caller of [reader, admin]) {
        const own = yield* walk((query) => as(caller)(teams.ofMember(id, reader, query)), 2)
        expect(own.items.map(({ team, member }) => [team.title, member.role])).toEqual([
          ["A", "member"],
          ["B", "owner"],
          ["Ab", "member"]
        ])
        expect([...own.counts]).toEqual([3])
        expect((yield* as(caller)((yield* Members).get(id, reader))).teams).toBe(3)
      }
      expect((yield* as(admin)(teams.ofMember(id, guest, { title: "b", limit: 1 }))).count).toBe(2)
      expect((yield* as(guest)(teams.ofMember(id, guest, {}))).count).toBe(3)
      expect(yield* outcome(as(other)(teams.ofMember(id, reader, {})))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(teams.ofMember(id, reader, {})))).toBe("NotFound")
      expect(yield* outcome(as(admin)(teams.ofMember(id, stranger, {})))).toBe("NotFound")
      yield* as(admin)((yield* Members).remove(id, reader))
      expect((yield* as(admin)(teams.get(id, made[0]!.id))).members).toBe(1)
    }).pipe(Effect.provide(live))
  )

  it.effect("count the spaces that they were given access to, as far as the caller sees them", () =>
    Effect.gen(function* () {
      const { id, admin, reader, guest, teams } = yield* staff
      const spaces = yield* Spaces
      const grants = yield* GrantRepository
      const open = yield* as(admin)(spaces.create(id, {}))
      const shut = yield* as(admin)(spaces.create(id, {}))
      yield* as(admin)(spaces.update(shut.id, { defaultLevel: null }))
      const { id: team } = yield* as(admin)(teams.create(id, { title: "Writers" }))
      const give = (target: string, level: "edit" | null) =>
        Effect.flatMap(Storage, (port) => port.transaction(grants.teams.set({ target, team, organization: id, level })))
      const counts = Effect.forEach([admin, reader], (caller) =>
        Effect.map(as(caller)(teams.get(id, team)), (each) => each.spaces)
      )
      expect(yield* counts).toEqual([0, 0])
      yield* give(open.id, "edit")
      yield* give(shut.id, "edit")
      expect(yield* counts).toEqual([2, 1])
      expect(yield* outcome(as(guest)(spaces.get(shut.id)))).toBe("NotFound")
      yield* as(admin)(teams.updateMembers(id, team, { add: [reader, guest] }))
      expect(yield* counts).toEqual([2, 2])
      expect((yield* as(guest)(spaces.get(shut.id))).permissions.edit).toBe(true)
      expect((yield* asSystem((yield* Members).get(id, guest))).spaces).toBe(2)
      yield* give(shut.id, null)
      expect(yield* counts).toEqual([1, 1])
      yield* as(admin)(teams.removeMember(id, team, guest))
      expect(yield* outcome(as(guest)(spaces.get(open.id)))).toBe("NotFound")
      yield* as(admin)(teams.remove(id, team))
      expect(yield* grants.teams.inOrganization(id)).toEqual([])
    }).pipe(Effect.provide(live))
  )
})
