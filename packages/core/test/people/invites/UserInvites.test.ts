import { describe, expect, it } from "@effect/vitest"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { Invites } from "@lectern/core/invites/Invites"
import { UserInvite, UserInviteId } from "@lectern/core/invites/PendingMember"
import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Schema } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, person, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(UserInvite, { onExcessProperty: "error" })

describe.each(storages)("invites to a person over $name", (storage) => {
  const live = workspace(storage)

  const invite = (by: UserId, to: OrganizationId, email: string, role: RoleOrGuest = "edit") =>
    Effect.flatMap(Invites, (invites) => as(by)(invites.inviteUsers(to, { emails: [email], role })))
  const pending = (user: UserId) =>
    Effect.flatMap(UserInvites, (invites) => Effect.map(as(user)(invites.list({})), ({ items }) => items))

  it.effect("wait for an answer, and tell whoever sent them nothing", () =>
    Effect.gen(function* () {
      const invites = yield* UserInvites
      const members = yield* Members
      const { id, admin } = yield* organization()
      const eve = yield* person("Eve")
      const answers = [
        yield* invite(admin, id, "EVE@example.com"),
        yield* invite(admin, id, "eve@example.com", "review"),
        yield* invite(admin, id, "nobody@example.com")
      ]
      expect(answers).toEqual(answers.map(() => ({ users: [], invited: 1 })))
      expect((yield* as(admin)(members.list(id, {}))).items.map(({ id: user }) => user)).toEqual([admin])
      expect(yield* outcome(as(admin)(members.get(id, eve)))).toBe("NotFound")
      const [found, ...others] = yield* pending(eve)
      expect(others).toEqual([])
      expect(parse(found)).toMatchObject({ object: "invite", organization: { id, title: "Acme" }, role: "review" })
      expect(yield* outcome(as(admin)(invites.accept(found!.id)))).toBe("NotFound")
      yield* as(admin)(invites.decline(found!.id))
      yield* as(eve)(invites.accept(found!.id))
      expect((yield* as(admin)(members.get(id, eve))).role).toBe("review")
      expect(yield* pending(eve)).toEqual([])
      expect(yield* outcome(as(eve)(invites.accept(found!.id)))).toBe("NotFound")
      expect(yield* invite(admin, id, "eve@example.com")).toEqual({ users: [], invited: 0 })
      expect(yield* outcome(asSystem(invites.list({})))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.effect("are gone when they are declined, and can be sent again", () =>
    Effect.gen(function* () {
      const invites = yield* UserInvites
      const members = yield* Members
      const { id, admin } = yield* organization()
      const eve = yield* person("Eve")
      yield* invite(admin, id, "eve@example.com")
      const [first] = yield* pending(eve)
      yield* as(eve)(invites.decline(first!.id))
      yield* as(eve)(invites.decline(UserInviteId.make("unknown")))
      expect(yield* pending(eve)).toEqual([])
      expect(yield* outcome(as(eve)(invites.accept(first!.id)))).toBe("NotFound")
      expect(yield* outcome(as(eve)(members.get(id, eve)))).toBe("NotFound")
      yield* invite(admin, id, "eve@example.com", null)
      expect((yield* pending(eve)).map(({ role }) => role)).toEqual([null])
    }).pipe(Effect.provide(live))
  )

  it.effect("never weaken the role of somebody who has become a member in another way", () =>
    Effect.gen(function* () {
      const invites = yield* UserInvites
      const members = yield* Members
      const { id, admin } = yield* organization()
      const roles: ReadonlyArray<readonly [RoleOrGuest, RoleOrGuest, RoleOrGuest]> = [
        ["review", "read", "review"],
        ["read", "review", "review"],
        [null, "read", "read"]
      ]
      for (const [index, [own, invited, expected]] of roles.entries()) {
        const user = yield* person(`P${index}`)
        yield* invite(admin, id, `p${index}@example.com`, invited)
        yield* asSystem(members.add(id, user, own))
        const [found] = yield* pending(user)
        yield* as(user)(invites.accept(found!.id))
        expect((yield* as(admin)(members.get(id, user))).role).toBe(expected)
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("are not sent by those who are not administrators", () =>
    Effect.gen(function* () {
      const { id } = yield* organization()
      const creator = yield* member(id, "Creator", "create")
      const eve = yield* person("Eve")
      expect(yield* outcome(invite(creator, id, "eve@example.com"))).toBe("Forbidden")
      expect(yield* pending(eve)).toEqual([])
    }).pipe(Effect.provide(live))
  )
})
