import { describe, expect, it } from "@effect/vitest"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { Invites } from "@lectern/core/invites/Invites"
import { LinkInvite, LinkInviteId } from "@lectern/core/invites/LinkInvite"
import { Members } from "@lectern/core/members/Members"
import { EmailDomains } from "@lectern/core/organizations/EmailDomains"
import { Organizations } from "@lectern/core/organizations/Organizations"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import { Effect, Schema } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, person, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(LinkInvite, { onExcessProperty: "error" })

describe.each(storages)("invites over $name", (storage) => {
  const live = workspace(storage)

  it.effect("by link are made, changed and removed by administrators, and not there for others", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const { id, admin } = yield* organization()
      const { id: elsewhere, admin: stranger } = yield* organization("Other")
      const made = yield* as(admin)(invites.create(id, { role: "edit" }))
      expect(parse(made)).toMatchObject({ object: "invite", role: "edit", redundant: true })
      expect(made.id.length).toBeGreaterThan(40)
      expect(yield* as(admin)(invites.update(id, made.id, { role: null }))).toEqual({ ...made, role: null })
      const creator = yield* member(id, "Creator", "create")
      const outcomes = (caller: UserId, target: LinkInviteId) =>
        Effect.map(
          Effect.forEach(
            [
              invites.list(id, {}),
              invites.create(id, { role: "read" }),
              invites.inviteUsers(id, { emails: [] }),
              invites.get(id, target),
              invites.update(id, target, { role: "read" }),
              invites.remove(id, target)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.join(" ")
        )
      for (const target of [made.id, LinkInviteId.make("nothing")]) {
        expect(yield* outcomes(creator, target)).toBe("ok Forbidden Forbidden NotFound NotFound ok")
        expect(yield* outcomes(stranger, target)).toBe("NotFound NotFound NotFound NotFound NotFound ok")
      }
      expect(yield* outcome(as(stranger)(invites.get(elsewhere, made.id)))).toBe("NotFound")
      expect(yield* outcomes(admin, made.id)).toBe("ok ok ok ok ok ok")
      expect(yield* outcome(as(admin)(invites.get(id, made.id)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("by link let everybody in who has one, and never weaken a role", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const organizations = yield* Organizations
      const { id, admin } = yield* organization()
      const invite = yield* as(admin)(invites.create(id, { role: "edit" }))
      const eve = yield* person("Eve")
      const join = (caller: UserId, target = invite.id) => outcome(as(caller)(invites.joinWith(id, target)))
      const roleOf = (user: UserId) => Effect.map(as(admin)(members.get(id, user)), ({ role }) => role)
      expect(yield* join(eve, LinkInviteId.make("nothing"))).toBe("NotFound")
      expect(yield* join(eve)).toBe("ok")
      expect(yield* roleOf(eve)).toBe("edit")
      const reader = yield* member(id, "Reader", "read")
      expect(yield* join(reader)).toBe("ok")
      expect(yield* roleOf(reader)).toBe("edit")
      expect(yield* join(admin)).toBe("ok")
      expect(yield* roleOf(admin)).toBe("admin")
      expect(yield* outcome(asSystem(invites.joinWith(id, invite.id)))).toBe("Unauthenticated")
      yield* as(admin)(organizations.update(id, { inviteLinks: false }))
      expect(yield* join(yield* person("Late"))).toBe("Conflict")
      expect(yield* outcome(as(admin)(invites.create(id, { role: "read" })))).toBe("Conflict")
      yield* as(admin)(invites.remove(id, invite.id))
      expect(yield* join(yield* person("Later"))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("by address of an administrator of the server make members at once, and users of those who are none", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const eve = yield* person("Eve")
      const emails = ["EVE@example.com", "eve@example.com", "reader@example.com", { email: "new@x.dev", role: null }]
      expect(yield* asSystem(invites.inviteUsers(id, { emails, role: "review", sso: true }))).toEqual({
        users: [],
        invited: 2
      })
      expect(yield* as(admin)(members.get(id, eve))).toMatchObject({ role: "review", sso: true })
      expect(yield* as(admin)(members.get(id, reader))).toMatchObject({ role: "read", sso: false })
      const made = yield* asSystem((yield* Users).findByEmail("new@x.dev"))
      expect(made).toMatchObject({ displayName: "new" })
      expect((yield* as(admin)(members.get(id, made!.id))).role).toBe(null)
      yield* asSystem(invites.inviteUsers(id, { emails: ["other@x.dev"] }))
      const other = yield* asSystem((yield* Users).findByEmail("other@x.dev"))
      expect((yield* as(admin)(members.get(id, other!.id))).role).toBe("read")
      const before = (yield* as(admin)(members.list(id, {}))).count
      const bad = { emails: ["fine@x.dev", "not an address"] }
      expect(yield* outcome(as(admin)(invites.inviteUsers(id, bad)))).toBe("Invalid")
      expect((yield* as(admin)(members.list(id, {}))).count).toBe(before)
    }).pipe(Effect.provide(live))
  )

  it.effect("are not needed by those whose address has a verified domain of the organization", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const members = yield* Members
      const organizations = yield* Organizations
      const { id, admin } = yield* organization()
      const joined = (name: string, defaultRole: RoleOrGuest) =>
        Effect.gen(function* () {
          yield* as(admin)(organizations.update(id, { defaultRole }))
          const user = yield* person(name, "acme.dev")
          yield* as(user)(invites.join(id))
          expect(yield* outcome(as(user)(invites.join(id)))).toBe("Conflict")
          return (yield* as(user)(members.get(id, user))).role
        })
      expect(yield* outcome(as(yield* person("Early", "acme.dev"))(invites.join(id)))).toBe("NotFound")
      yield* as(admin)(organizations.update(id, { emailDomains: ["acme.dev"] }))
      expect(yield* outcome(as(yield* person("Hasty", "acme.dev"))(invites.join(id)))).toBe("NotFound")
      yield* asSystem((yield* EmailDomains).verify(id, "acme.dev"))
      expect(yield* joined("First", "comment")).toBe("comment")
      expect(yield* joined("Second", null)).toBe(null)
      expect(yield* outcome(as(yield* person("Sub", "x.acme.dev"))(invites.join(id)))).toBe("NotFound")
      expect(yield* outcome(as(admin)(invites.join(id)))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("by link are listed in the order of creation", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const { id, admin } = yield* organization()
      const roles = ["read", "edit", null, "admin", "review"] as const
      for (const role of roles) yield* as(admin)(invites.create(id, { role }))
      const { items, counts } = yield* walk((query) => as(admin)(invites.list(id, query)), 2)
      expect(items.map((item) => "role" in item && item.role)).toEqual(roles)
      expect([...counts]).toEqual([5])
    }).pipe(Effect.provide(live))
  )
})
