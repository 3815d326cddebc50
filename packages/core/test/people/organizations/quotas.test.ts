import { describe, expect, it } from "@effect/vitest"
import { Collections } from "@lectern/core/collections/Collections"
import { Invites } from "@lectern/core/invites/Invites"
import { UserInvites } from "@lectern/core/invites/UserInvites"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { make, Quotas } from "@lectern/core/quotas/Quotas"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Layer } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, person, workspace } from "../../workspace.js"

describe.each(storages)("quotas over $name", (storage) => {
  const limited = (quotas: Parameters<typeof make>[0]) =>
    Layer.provide(workspace(storage), Layer.succeed(Quotas, make(quotas)))

  it.effect("limit how many organizations a user makes", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const [ada, bob] = [yield* person("Ada"), yield* person("Bob")]
      const create = (user: typeof ada) => as(user)(organizations.create({ title: "Made" }))
      const { id } = yield* create(ada)
      yield* create(ada)
      expect((yield* failure(create(ada))).message).toBe(
        "a user may have at most 2 organizations of their own, and has 2 already"
      )
      yield* asSystem((yield* Members).add(id, bob, "admin"))
      expect([yield* outcome(create(bob)), yield* outcome(create(bob)), yield* outcome(create(bob))]).toEqual([
        "ok",
        "ok",
        "Conflict"
      ])
      yield* asSystem(organizations.createFor(ada, { title: "Given" }))
    }).pipe(Effect.provide(limited({ organizationsPerUser: 2 })))
  )

  it.effect("leave organizations to the administrators of the server", () =>
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const ada = yield* person("Ada")
      expect((yield* failure(as(ada)(organizations.create({ title: "Made" })))).message).toBe(
        "only administrators of the server may make organizations"
      )
      expect(yield* outcome(asSystem(organizations.createFor(ada, { title: "Made" })))).toBe("ok")
    }).pipe(Effect.provide(limited({ organizationCreators: "administrators" })))
  )

  it.effect("limit the members of an organization, whatever lets them in", () =>
    Effect.gen(function* () {
      const invites = yield* Invites
      const { id, admin } = yield* organization()
      const link = yield* as(admin)(invites.create(id, { role: "read" }))
      yield* member(id, "Second", "read")
      const eve = yield* person("Eve")
      yield* as(admin)(invites.inviteUsers(id, { emails: ["eve@example.com"] }))
      const [pending] = (yield* as(eve)((yield* UserInvites).list({}))).items
      yield* asSystem((yield* Organizations).update(id, { emailDomains: ["example.com"] }))
      const refused = [
        yield* failure(as(eve)((yield* UserInvites).accept(pending!.id))),
        yield* failure(as(eve)(invites.joinWith(id, link.id))),
        yield* failure(as(eve)(invites.join(id))),
        yield* failure(asSystem((yield* Members).add(id, eve, null))),
        yield* failure(asSystem(invites.inviteUsers(id, { emails: ["eve@example.com"] })))
      ]
      const message = "the organization may have at most 2 members, and has 2 already"
      expect(refused.map(({ _tag, message: said }) => [_tag, said])).toEqual(refused.map(() => ["Conflict", message]))
      expect((yield* as(eve)((yield* UserInvites).list({}))).count).toBe(1)
    }).pipe(Effect.provide(limited({ membersPerOrganization: 2 })))
  )

  it.effect("limit the spaces of an organization, whatever brings them there", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const elsewhere = yield* as(admin)((yield* Organizations).create({ title: "Elsewhere" }))
      const create = (at = id) => as(admin)(spaces.create(at, {}))
      const [first] = [yield* create(), yield* create()]
      const shelf = yield* as(admin)(collections.create(elsewhere.id, {}))
      yield* as(admin)(spaces.create(elsewhere.id, { parent: shelf.id }))
      const loose = yield* create(elsewhere.id)
      const refusals = Effect.all([
        outcome(create()),
        outcome(as(admin)(spaces.duplicate(first.id))),
        outcome(as(admin)(spaces.transfer(loose.id, { organization: id }))),
        outcome(as(admin)(collections.transfer(shelf.id, { organization: id })))
      ])
      expect(yield* refusals).toEqual(["Conflict", "Conflict", "Conflict", "Conflict"])
      expect((yield* as(admin)(spaces.get(loose.id))).organization).toBe(elsewhere.id)
      yield* as(admin)(spaces.remove(first.id))
      yield* create()
      expect(yield* outcome(as(admin)(spaces.restore(first.id)))).toBe("Conflict")
      expect(yield* outcome(as(admin)(spaces.update(loose.id, { title: "Still there" })))).toBe("ok")
    }).pipe(Effect.provide(limited({ spacesPerOrganization: 2 })))
  )
})
