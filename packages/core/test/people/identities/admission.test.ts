/** Who may sign in by the assertion of a provider, as what, and for how long. */
import { describe, expect, it } from "@effect/vitest"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import type { LecternError } from "@lectern/core/errors/Errors"
import type { ProviderAssertion } from "@lectern/core/identities/Identity"
import { ProviderSignIn } from "@lectern/core/identities/ProviderSignIn"
import { refusalOf } from "@lectern/core/identities/Refusals"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import * as AccountRepository from "@lectern/core/people/accounts/AccountRepository"
import { IdentityRepository } from "@lectern/core/people/identities/IdentityRepository"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { TeamId } from "@lectern/core/teams/Team"
import { Teams } from "@lectern/core/teams/Teams"
import { Users } from "@lectern/core/users/Users"
import { Effect, TestClock } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, failure, outcome, person } from "../../workspace.js"
import { account, admit, by, callerOf, issuer, live, ownSession, said, world } from "./world.js"

describe.each(everyStorage)("the word of a provider over $name", (storage) => {
  it.effect.each<[string, Partial<ProviderAssertion>, string | null]>([
    ["a guest without a default role", {}, null],
    ["a guest where that is the default", { defaultRole: null }, null],
    ["a member with the default role", { defaultRole: "edit" }, "edit"],
    ["a member alone where the default team is gone", { defaultRole: "read", defaultTeam: TeamId.make("gone") }, "read"]
  ])("makes somebody new %s", ([, more, role]) =>
    Effect.gen(function* () {
      const { acme } = yield* world
      const { user } = yield* admit(said(acme.id, "new@acme.com", { displayName: " New\n One ", ...more }))
      const found = yield* as(acme.admin)((yield* Members).get(acme.id, user))
      expect([found.role, found.sso, found.disabled, found.teams]).toEqual([role, true, false, 0])
      expect([found.user.displayName, found.user.email]).toEqual(["New One", "new@acme.com"])
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("puts somebody new into the default team", () =>
    Effect.gen(function* () {
      const { acme } = yield* world
      const team = yield* as(acme.admin)((yield* Teams).create(acme.id, { title: "Docs" }))
      const { user } = yield* admit(said(acme.id, "new@acme.com", { defaultTeam: team.id }))
      expect(
        (yield* as(acme.admin)((yield* Teams).members(acme.id, team.id, {}))).items.map(
          ({ organization }) => organization.id
        )
      ).toEqual([user])
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("is in the audit trail of the organization, and the word of the account in that of the server", () =>
    Effect.gen(function* () {
      const { acme, ada, bob } = yield* world
      const { list, server } = yield* AuditEvents
      yield* ownSession(ada)
      const action = "session.created"
      const [ofOrganization, ofServer] = [
        yield* as(acme.admin)(list(acme.id, { action })),
        yield* asSystem(server({ action }))
      ]
      expect(ofOrganization.items.map(({ after }) => after)).toMatchObject([
        { user: bob, source: { kind: "provider", issuer } }
      ])
      expect(JSON.stringify(ofOrganization)).not.toContain("subject")
      expect(ofServer.items.map(({ after }) => after)).toMatchObject([{ user: ada, source: { kind: "account" } }])
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("means the same person for ever, whatever becomes of the address", () =>
    Effect.gen(function* () {
      const { acme, bob } = yield* world
      const words = [said(acme.id, "bob@acme.com"), said(acme.id, "robert@new.example", { subject: "bob" })]
      const silent = { kind: "oidc" as const, organization: acme.id, issuer, subject: "bob" }
      for (const word of [...words, silent]) expect((yield* admit(word)).user).toBe(bob)
      expect((yield* asSystem((yield* Users).get(bob))).email).toBe("bob@acme.com")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("finds a member who is set to single sign-on", () =>
    Effect.gen(function* () {
      const { acme, ada } = yield* world
      const word = said(acme.id, "ADA@acme.com")
      expect(refusalOf(yield* failure(admit(word)))).toBe("ownCredentials")
      yield* as(acme.admin)((yield* Members).setSso(acme.id, ada))
      const { user, secret } = yield* admit(word)
      expect(user).toBe(ada)
      const caller = yield* callerOf(secret)
      expect(caller).toMatchObject({
        kind: "user",
        user: ada,
        session: {
          source: { kind: "provider", protocol: "oidc", organization: acme.id, issuer, subject: "ADA" },
          freshUntil: expect.any(Number),
          lacksSecondFactor: false
        }
      })
      expect((yield* as(acme.admin)((yield* Members).get(acme.id, ada))).role).toBe("edit")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("finds nobody whose account is disabled, whom it has not named before", () =>
    Effect.gen(function* () {
      const { acme, ada } = yield* world
      yield* as(acme.admin)((yield* Members).setSso(acme.id, ada))
      yield* account(ada, { state: "disabled" })
      expect(refusalOf(yield* failure(admit(said(acme.id, "ada@acme.com"))))).toBe("accountDisabled")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("of the server adds no proof to a session of an organization's provider", () =>
    Effect.gen(function* () {
      const { acme, ada } = yield* world
      const signIn = yield* ProviderSignIn
      yield* admit(said(undefined, "ada@acme.com"))
      yield* as(acme.admin)((yield* Members).setSso(acme.id, ada))
      const { secret } = yield* admit(said(acme.id, "ada@acme.com"))
      expect(yield* outcome(asSystem(signIn.confirm(said(undefined, "ada@acme.com"), secret)))).toBe("Unauthenticated")
      expect(yield* outcome(asSystem(signIn.connect(said(undefined, "ada@acme.com"), secret)))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("of the server connects nobody to the account of somebody else", () =>
    Effect.gen(function* () {
      const { root } = yield* world
      yield* admit(said(undefined, "ada@acme.com"))
      const connecting = (yield* ProviderSignIn).connect(said(undefined, "ada@acme.com"), yield* ownSession(root))
      expect(refusalOf(yield* failure(asSystem(connecting)))).toBe("otherAccount")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("and a password give nothing while the account is disabled, whatever sessions are left", () =>
    Effect.gen(function* () {
      const { acme, ada, bob } = yield* world
      const { secret } = yield* admit(said(acme.id, "bob@acme.com"))
      const own = yield* ownSession(ada)
      expect([yield* outcome(callerOf(secret)), yield* outcome(callerOf(own))]).toEqual(["ok", "ok"])
      for (const user of [ada, bob]) yield* account(user, { state: "disabled" })
      expect([yield* outcome(callerOf(secret)), yield* outcome(callerOf(own))]).toEqual([
        "Unauthenticated",
        "Unauthenticated"
      ])
    }).pipe(Effect.provide(live(storage)))
  )

  const ends: ReadonlyArray<
    readonly [
      string,
      string,
      (
        made: Effect.Effect.Success<typeof world>
      ) => Effect.Effect<unknown, LecternError, Effect.Effect.Context<typeof world> | Accounts>
    ]
  > = [
    [
      "the member is disabled",
      "memberDisabled",
      ({ acme, bob }) => Effect.flatMap(Members, ({ update }) => asSystem(update(acme.id, bob, { disabled: true })))
    ],
    [
      "the account is disabled",
      "accountDisabled",
      ({ bob }) => Effect.flatMap(Accounts, ({ update }) => asSystem(update(bob, { disabled: true })))
    ]
  ]
  it.effect.each(ends)("gives nothing any more once %s", ([, refused, end]) =>
    Effect.gen(function* () {
      const made = yield* world
      const { acme } = made
      const { secret } = yield* admit(said(acme.id, "bob@acme.com"))
      yield* end(made)
      expect(refusalOf(yield* failure(admit(said(acme.id, "bob@acme.com"))))).toBe(refused)
      expect(yield* outcome(by(secret)((yield* Spaces).list(acme.id, {})))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("gives nothing any more once the member has left, or the provider is forgotten", () =>
    Effect.gen(function* () {
      const { acme, bob } = yield* world
      const identities = yield* IdentityRepository
      const first = yield* admit(said(acme.id, "bob@acme.com"))
      yield* asSystem((yield* Members).remove(acme.id, bob))
      expect(yield* outcome(callerOf(first.secret))).toBe("Unauthenticated")
      expect(yield* identities.ofUser(bob, acme.id)).toEqual([])
      const second = yield* admit(said(acme.id, "bob@acme.com"))
      expect(second.user).toBe(bob)
      const forgotten = identities.removeOfIssuer({ kind: "oidc", organization: acme.id, issuer })
      yield* (yield* Storage).transaction(forgotten)
      expect(yield* outcome(callerOf(second.secret))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect(
    "opens an organization that enforces single sign-on, as own credentials do for its administrators only",
    () =>
      Effect.gen(function* () {
        const { acme, ada } = yield* world
        const organizations = yield* Organizations
        yield* asSystem(organizations.update(acme.id, { sso: true }))
        yield* account(acme.admin)
        const list = (yield* Spaces).list(acme.id, {})
        const provided = yield* admit(said(acme.id, "bob@acme.com"))
        expect([
          yield* outcome(by(provided.secret)(list)),
          yield* outcome(by(yield* ownSession(ada))(list)),
          yield* outcome(by(yield* ownSession(acme.admin))(list)),
          yield* outcome(as(ada)(list))
        ]).toEqual(["ok", "Forbidden", "ok", "ok"])
      }).pipe(Effect.provide(live(storage)))
  )

  it.effect("opens an organization that asks for a second factor, as own credentials do with one only", () =>
    Effect.gen(function* () {
      const { acme, ada, twin } = yield* world
      yield* asSystem((yield* Organizations).update(acme.id, { secondFactor: "required" }))
      yield* asSystem((yield* Members).add(twin.id, ada, "read"))
      const spaces = yield* Spaces
      const session = yield* ownSession(ada)
      const provided = yield* admit(said(acme.id, "bob@acme.com"))
      const before = yield* outcome(by(session)(spaces.list(acme.id, {})))
      const elsewhere = yield* outcome(by(session)(spaces.list(twin.id, {})))
      yield* account(ada, { totp: { sealed: "plain:secret", sealedBy: "", lastStep: 0 } })
      const after = yield* outcome(by(session)(spaces.list(acme.id, {})))
      const proved = yield* ownSession(ada, { method: "totp" })
      const proven = yield* outcome(by(proved)(spaces.list(acme.id, {})))
      expect([before, elsewhere, after, proven]).toEqual(["Forbidden", "ok", "Forbidden", "ok"])
      expect(yield* outcome(by(provided.secret)(spaces.list(acme.id, {})))).toBe("ok")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("of the server makes accounts, and finds those that are not an administrator's", () =>
    Effect.gen(function* () {
      const { ada } = yield* world
      const accounts = yield* AccountRepository.AccountRepository
      const invited = yield* person("Invited", "acme.com")
      yield* account(invited, { state: "invited" })
      const made = yield* admit(said(undefined, "new@acme.com"))
      expect((yield* accounts.find(made.user))?.value).toMatchObject({ state: "active", administrator: false })
      expect((yield* callerOf(made.secret)) as unknown).toMatchObject({ session: { source: { kind: "account" } } })
      expect((yield* admit(said(undefined, "ada@acme.com"))).user).toBe(ada)
      expect((yield* admit(said(undefined, "invited@acme.com"))).user).toBe(invited)
      expect((yield* accounts.find(invited))?.value.state).toBe("active")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("of the server waits for the second factor of an account", () =>
    Effect.gen(function* () {
      const { ada } = yield* world
      yield* account(ada, { totp: { sealed: "plain:secret", sealedBy: "", lastStep: 0 } })
      const { secret, waiting } = yield* admit(said(undefined, "ada@acme.com"))
      expect([waiting, yield* outcome(callerOf(secret))]).toEqual([true, "Unauthenticated"])
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("of the server signs an administrator in who has connected it, until the sign-in is reset", () =>
    Effect.gen(function* () {
      const { root } = yield* world
      const signIn = yield* ProviderSignIn
      const word = said(undefined, "root@elsewhere.example")
      yield* asSystem(signIn.connect(word, yield* ownSession(root)))
      const { secret, user } = yield* admit(word)
      expect(user).toBe(root)
      expect(yield* outcome(by(secret)((yield* Accounts).list({})))).toBe("ok")
      yield* account(yield* person("Other"), { administrator: true })
      yield* asSystem((yield* Accounts).reset(root))
      expect(refusalOf(yield* failure(admit(word)))).toBe("unboundDomain")
    }).pipe(Effect.provide(live(storage)))
  )

  it.effect("of the server proves again who somebody is, for ten minutes", () =>
    Effect.gen(function* () {
      yield* world
      const word = said(undefined, "new@acme.com")
      const { secret } = yield* admit(word)
      yield* TestClock.adjust("11 minutes")
      const confirmed = yield* asSystem((yield* ProviderSignIn).confirm(word, secret))
      const caller = yield* callerOf(confirmed.secret)
      expect(caller.kind === "user" && caller.session?.freshUntil).toBe(11 * 60_000 + 10 * 60_000)
    }).pipe(Effect.provide(live(storage)))
  )
})
