/** A new person whom a provider vouches for, where an organization may have no more members. */
import { describe, expect, it } from "@effect/vitest"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import type { IdentityKind } from "@lectern/core/identities/Identity"
import { Members } from "@lectern/core/members/Members"
import { IdentityRepository } from "@lectern/core/people/identities/IdentityRepository"
import { make, Quotas } from "@lectern/core/quotas/Quotas"
import { Users } from "@lectern/core/users/Users"
import { Effect, Layer } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, failure, outcome } from "../../workspace.js"
import { admit, issuer, live, said, world } from "./world.js"

/** The administrator of Acme, Ada and Bob. */
const full = 3

describe.each(everyStorage)("a full organization over $name", (storage) => {
  const limited = Layer.provide(live(storage), Layer.succeed(Quotas, make({ membersPerOrganization: full })))

  it.effect.each<IdentityKind>(["oidc", "saml"])("takes in nobody new by %s, and keeps nothing of them", (kind) =>
    Effect.gen(function* () {
      const { acme, bob } = yield* world
      const members = yield* Members
      const users = yield* Users
      const identities = yield* IdentityRepository
      const word = said(acme.id, "new@acme.com", { kind, defaultRole: "read" })
      const key = { kind, organization: acme.id, issuer, subject: word.subject }
      const events = Effect.map(asSystem((yield* AuditEvents).after(0, 1000)), (all) => all.length)
      const before = yield* events
      const refused = yield* failure(admit(word))
      expect([refused._tag, refused.message]).toEqual([
        "Conflict",
        `the organization may have at most ${full} members, and has ${full} already`
      ])
      expect(yield* asSystem(users.findByEmail("new@acme.com"))).toBeUndefined()
      expect(yield* identities.find(key)).toBeUndefined()
      expect((yield* as(acme.admin)(members.list(acme.id, {}))).count).toBe(full)
      expect(yield* events).toBe(before)

      expect(yield* outcome(admit(said(acme.id, "bob@acme.com")))).toBe("ok")
      yield* asSystem(members.remove(acme.id, bob))
      const { user } = yield* admit(word)
      expect(yield* as(acme.admin)(members.get(acme.id, user))).toMatchObject({ role: "read", sso: true })
    }).pipe(Effect.provide(limited))
  )
})
