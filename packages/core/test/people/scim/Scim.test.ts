import { describe, expect, it } from "@effect/vitest"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { Integrity } from "@lectern/core/integrity/Integrity"
import { Invites } from "@lectern/core/invites/Invites"
import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { TeamId } from "@lectern/core/people/teams/TeamId"
import { make, Quotas } from "@lectern/core/quotas/Quotas"
import { Scim } from "@lectern/core/scim/Scim"
import { Teams } from "@lectern/core/teams/Teams"
import { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import { Effect, Layer, Redacted } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, person, workspace } from "../../workspace.js"

/** Who calls with a token of an organization. */
const directory = (id: OrganizationId, scopes: ReadonlyArray<"read" | "write" | "admin"> = ["admin"]) =>
  Effect.gen(function* () {
    const { token } = yield* asSystem((yield* ServiceTokens).create(id, { label: "Directory", scopes }))
    return yield* (yield* ApiTokens).authenticate(Redacted.make(token))
  })

describe.each(everyStorage)("provisioning by SCIM over $name", (storage) => {
  const live = workspace(storage)

  it.effect("is for tokens of the organization itself with the scope admin", () =>
    Effect.gen(function* () {
      const scim = yield* Scim
      const { id, admin } = yield* organization()
      const { id: other } = yield* organization("Other")
      const list = scim.users(id, {})
      const callers = [
        yield* directory(id),
        yield* directory(id, ["write"]),
        yield* directory(other),
        admin,
        yield* member(id, "Reader", "read"),
        yield* person("Stranger")
      ]
      expect(yield* Effect.forEach(callers, (caller) => outcome(as(caller)(list)))).toEqual([
        "ok",
        "Forbidden",
        "NotFound",
        "Forbidden",
        "Forbidden",
        "NotFound"
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("makes persons whom nobody else knows, whether or not the server knows the address", () =>
    Effect.gen(function* () {
      const scim = yield* Scim
      const { id } = yield* organization()
      const caller = yield* directory(id)
      const ada = yield* person("Ada")
      const create = (userName: string) => as(caller)(scim.createUser(id, { userName, displayName: "Given" }))
      const [known, unknown] = [yield* create("ada@example.com"), yield* create("new@example.com")]
      expect(known.id).not.toBe(ada)
      const members = yield* Members
      const seen = yield* Effect.forEach([known, unknown], (each) => as(caller)(members.get(id, UserId.make(each.id))))
      expect(seen.map(({ user: { displayName, email }, role, sso }) => ({ displayName, email, role, sso }))).toEqual(
        seen.map(() => ({ displayName: "Given", email: undefined, role: "read", sso: true }))
      )
      expect((yield* asSystem((yield* Users).get(ada))).displayName).toBe("Ada")
      const { id: elsewhere } = yield* organization("Elsewhere")
      const joins = asSystem(members.add(elsewhere, UserId.make(unknown.id), "read"))
      expect(yield* outcome(joins)).toBe("NotFound")
      expect(yield* outcome(asSystem((yield* Accounts).reset(UserId.make(unknown.id))))).toBe("Conflict")
      expect((yield* asSystem((yield* Integrity).check())).findings).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("takes in who has an address of a verified domain, and never changes their account", () =>
    Effect.gen(function* () {
      const scim = yield* Scim
      const { id, admin } = yield* organization()
      yield* as(admin)((yield* Organizations).update(id, { emailDomains: ["example.com"] }))
      const ada = yield* person("Ada")
      yield* as(admin)((yield* Invites).inviteUsers(id, { emails: ["ada@example.com"] }))
      const caller = yield* directory(id)
      const create = (body: object) => as(caller)(scim.createUser(id, body))
      expect((yield* create({ userName: "ada@example.com" })).id).not.toBe(ada)
      yield* asSystem((yield* Organizations).update(id, { emailDomains: ["example.com"] }))
      const made = yield* create({ userName: "ada", emails: [{ value: "ADA@example.com" }], displayName: "Countess" })
      expect(made).toMatchObject({ id: ada, userName: "ada", displayName: "Countess", active: true })
      expect(yield* asSystem((yield* Users).get(ada))).toMatchObject({ displayName: "Ada", email: "ada@example.com" })
      expect((yield* as(ada)((yield* UserInvites).list({}))).count).toBe(0)
      const { id: fresh } = yield* create({
        userName: "new@example.com",
        name: { givenName: "Grace", familyName: "H" }
      })
      expect(yield* asSystem((yield* Users).findByEmail("new@example.com"))).toMatchObject({
        id: fresh,
        displayName: "Grace H"
      })
    }).pipe(Effect.provide(live))
  )

  it.effect("disables, enables and removes members, and keeps an administrator", () =>
    Effect.gen(function* () {
      const scim = yield* Scim
      const { id, admin } = yield* organization()
      const caller = yield* directory(id)
      const user = yield* member(id, "Ada", "edit")
      const { token } = yield* as(user)((yield* ApiTokens).create(user, { label: "x" }))
      const bearer = yield* (yield* ApiTokens).authenticate(Redacted.make(token))
      const reads = outcome(as(bearer)((yield* Organizations).get(id)))
      const activate = (of: UserId, active: boolean) =>
        as(caller)(scim.patchUser(id, of, { Operations: [{ op: "replace", path: "active", value: active }] }))
      expect((yield* activate(user, false)).active).toBe(false)
      expect(yield* reads).not.toBe("ok")
      expect((yield* activate(user, true)).active).toBe(true)
      expect(yield* reads).toBe("ok")
      const refused = [activate(admin, false), as(caller)(scim.removeUser(id, admin))]
      expect(yield* Effect.forEach(refused, outcome)).toEqual(["Conflict", "Conflict"])
      yield* as(caller)(scim.removeUser(id, user))
      expect(yield* outcome(as(caller)(scim.removeUser(id, user)))).toBe("NotFound")
      expect(yield* outcome(asSystem((yield* Users).get(user)))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("sees all members but service users, and gives every user name once", () =>
    Effect.gen(function* () {
      const scim = yield* Scim
      const { id } = yield* organization()
      const caller = yield* directory(id)
      const user = yield* member(id, "Ada", "edit")
      yield* as(caller)(scim.createUser(id, { userName: "Bob", externalId: "00ub" }))
      const names = (query: object) =>
        Effect.map(as(caller)(scim.users(id, query)), ({ Resources }) => Resources.map(({ userName }) => userName))
      expect(yield* names({})).toEqual(["acme-admin@example.com", "ada@example.com", "Bob"])
      const ids = caller.kind === "user" ? [caller.user, user] : []
      const found = yield* Effect.forEach(ids, (each) => outcome(as(caller)(scim.user(id, each, {}))))
      expect(found).toEqual(["NotFound", "ok"])
      expect(yield* names({ filter: 'userName eq "bob"' })).toEqual(["Bob"])
      expect(yield* names({ filter: 'userName eq "ADA@example.com"' })).toEqual(["ada@example.com"])
      expect(yield* names({ filter: 'externalId eq "00ub"' })).toEqual(["Bob"])
      expect(yield* names({ filter: 'externalId eq "00UB"' })).toEqual([])
      const taken = [
        scim.createUser(id, { userName: "BOB" }),
        scim.createUser(id, { userName: "ada@example.com" }),
        scim.replaceUser(id, user, { userName: "bob" })
      ]
      expect(yield* Effect.forEach(taken, (each) => outcome(as(caller)(each)))).toEqual(taken.map(() => "Conflict"))
      yield* as(caller)(scim.replaceUser(id, user, { userName: "ada.l" }))
      expect(yield* names({ filter: 'userName eq "ada@example.com"' })).toEqual([])
      expect(yield* outcome(as(caller)(scim.createUser(id, { userName: "ada@example.com" })))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("manages teams, with members of the organization alone", () =>
    Effect.gen(function* () {
      const scim = yield* Scim
      const teams = yield* Teams
      const { id, admin } = yield* organization()
      const caller = yield* directory(id)
      const [ada, bob] = [yield* member(id, "Ada", "edit"), yield* member(id, "Bob", "edit")]
      const eve = yield* person("Eve")
      const create = (members: ReadonlyArray<string>) =>
        as(caller)(
          scim.createGroup(id, {
            displayName: "Writers",
            externalId: "g1",
            members: members.map((value) => ({ value }))
          })
        )
      expect((yield* failure(create([ada, eve]))).message).toBe(`members: the organization has no user ${eve}`)
      expect((yield* as(admin)(teams.list(id, {}))).count).toBe(0)
      const made = yield* create([ada])
      const team = TeamId.make(made.id)
      yield* as(admin)(teams.setMember(id, team, ada, { role: "owner" }))
      yield* as(caller)(
        scim.replaceGroup(id, team, { displayName: "Authors", members: [{ value: ada }, { value: bob }] })
      )
      expect((yield* as(admin)(teams.get(id, team))).title).toBe("Authors")
      const places = (yield* as(admin)(teams.members(id, team, {}))).items
      expect(places.map(({ organization: { user }, team: { role } }) => [user.displayName, role]).sort()).toEqual([
        ["Ada", "owner"],
        ["Bob", "member"]
      ])
      expect((yield* as(caller)(scim.user(id, ada, {}))).groups).toMatchObject([{ value: team, display: "Authors" }])
      yield* as(caller)(scim.removeGroup(id, team))
      expect(yield* outcome(as(admin)(teams.get(id, team)))).toBe("NotFound")
      expect((yield* asSystem((yield* Integrity).check())).findings).toEqual([])
    }).pipe(Effect.provide(live))
  )

  it.effect("changes what the client has seen, or nothing", () =>
    Effect.gen(function* () {
      const scim = yield* Scim
      const { id } = yield* organization()
      const caller = yield* directory(id)
      const user = yield* member(id, "Ada", "edit")
      const { meta } = yield* as(caller)(scim.user(id, user, {}))
      const rename = (title: string, ifMatch: string | undefined) =>
        outcome(
          as(caller)(
            scim.patchUser(id, user, { Operations: [{ op: "add", path: "title", value: title }] }, { ifMatch })
          )
        )
      expect(yield* rename("One", meta?.version)).toBe("ok")
      expect(yield* rename("Two", meta?.version)).toBe("PreconditionFailed")
      expect(yield* rename("Two", "*")).toBe("ok")
      expect((yield* as(caller)(scim.user(id, user, {}))).title).toBe("Two")
    }).pipe(Effect.provide(live))
  )

  it.effect("respects how many members an organization may have", () =>
    Effect.gen(function* () {
      const { id } = yield* organization()
      const caller = yield* directory(id)
      const create = as(caller)((yield* Scim).createUser(id, { userName: "one" }))
      expect((yield* failure(create)).message).toBe("the organization may have at most 2 members, and has 2 already")
    }).pipe(Effect.provide(Layer.provide(live, Layer.succeed(Quotas, make({ membersPerOrganization: 2 })))))
  )
})
