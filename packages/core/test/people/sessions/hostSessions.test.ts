/** People whom an embedding host has signed in: what counts of what it says about them. */
import { describe, expect, it } from "@effect/vitest"
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import type { HostSession } from "@lectern/core/sessions/Session"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { SignInRules, signInRules } from "@lectern/core/sessions/SignInRules"
import { Clock, Effect, Redacted, TestClock } from "effect"
import { storages } from "../../storages.js"
import { asSystem, member, organization, outcome, person } from "../../workspace.js"
import { account, live } from "../identities/world.js"

const as = (actor: ActorValue) => Effect.provideService(Actor, actor)

/** The caller whom a host names. */
const named = (session: HostSession) => Effect.flatMap(Sessions, ({ authenticateHost }) => authenticateHost(session))

/** An organization with an administrator, and a reader who has an account. */
const world = Effect.gen(function* () {
  const { admin, id } = yield* organization()
  const rex = yield* member(id, "rex", "read")
  yield* account(rex)
  const other = yield* organization("Other")
  yield* asSystem((yield* Members).add(other.id, rex, "read"))
  const organizations = yield* Organizations
  return { admin, id, organizations, other: other.id, rex }
})

describe.each(storages)("$name", (storage) => {
  const provided = Effect.provide(live(storage))

  it.effect("a session counts as one by password, unless the host says more", () =>
    Effect.gen(function* () {
      const { id, organizations, other, rex } = yield* world
      const says: ReadonlyArray<Omit<HostSession, "user">> = [
        {},
        { secondFactor: true },
        { organization: id },
        { organization: other }
      ]
      const rules = [{}, { secondFactor: "required" }, { sso: true }] as const
      const ends: Array<ReadonlyArray<string>> = []
      for (const rule of rules) {
        yield* asSystem(organizations.update(id, { secondFactor: "optional", sso: false, ...rule }))
        const row: Array<string> = []
        for (const said of says) {
          const caller = yield* named({ user: rex, ...said })
          row.push(yield* outcome(as(caller)(organizations.get(id))))
        }
        ends.push(row)
      }
      expect(ends).toEqual([
        ["ok", "ok", "ok", "NotFound"],
        ["Forbidden", "ok", "ok", "NotFound"],
        ["Forbidden", "Forbidden", "ok", "NotFound"]
      ])
    }).pipe(provided)
  )

  it.effect("tokens and credentials need a fresh proof, of which the host says until when it is one", () =>
    Effect.gen(function* () {
      const { id, organizations, rex } = yield* world
      const tokens = yield* ApiTokens
      const credentials = yield* Credentials
      yield* TestClock.adjust("1 hour")
      const now = yield* Clock.currentTimeMillis
      const ends: Array<ReadonlyArray<string>> = []
      const says: ReadonlyArray<Omit<HostSession, "user">> = [
        {},
        { freshUntil: now + 60_000 },
        { freshUntil: now + 60_000, organization: id },
        { freshUntil: now - 1 },
        { freshUntil: Number.NaN }
      ]
      for (const said of says) {
        const run = as(yield* named({ user: rex, ...said }))
        ends.push([
          yield* run(outcome(tokens.create(rex, { label: "Laptop" }))),
          yield* run(outcome(credentials.proposeTotp())),
          yield* run(outcome(credentials.get()))
        ])
      }
      expect(ends).toEqual([
        ["Forbidden", "Forbidden", "ok"],
        ["ok", "ok", "ok"],
        ["Forbidden", "Forbidden", "Forbidden"],
        ["Forbidden", "Forbidden", "ok"],
        ["Forbidden", "Forbidden", "ok"]
      ])
      const fresh = { user: rex, freshUntil: now + 60_000 }
      yield* asSystem(organizations.update(id, { secondFactor: "required" }))
      for (const secondFactor of [false, true]) {
        const made = yield* as(yield* named({ ...fresh, secondFactor }))(tokens.create(rex, { label: "Made" }))
        const caller = yield* tokens.authenticate(Redacted.make(made.token))
        expect(yield* outcome(as(caller)(organizations.get(id)))).toBe(secondFactor ? "ok" : "Forbidden")
      }
      const caller = yield* named(fresh)
      yield* TestClock.adjust("61 seconds")
      expect(yield* outcome(as(caller)(tokens.create(rex, { label: "Late" })))).toBe("Forbidden")
    }).pipe(provided)
  )

  it.effect("a server that requires a second factor requires it of the host, too", () =>
    Effect.gen(function* () {
      const { id, organizations, rex } = yield* world
      const of = (said: Omit<HostSession, "user">) =>
        Effect.flatMap(named({ user: rex, ...said }), (caller) => outcome(as(caller)(organizations.get(id))))
      expect([yield* of({}), yield* of({ secondFactor: true }), yield* of({ organization: id })]).toEqual([
        "Forbidden",
        "ok",
        "ok"
      ])
    }).pipe(provided, Effect.provideService(SignInRules, { ...signInRules, secondFactor: "required" }))
  )

  it.effect(
    "who does not exist, is no person, is disabled or was erased is nobody, at the next call and within it",
    () =>
      Effect.gen(function* () {
        const { admin, id, organizations, rex } = yield* world
        const accounts = yield* Accounts
        const made = yield* as({ kind: "user", user: admin })((yield* ServiceTokens).create(id, { label: "Robot" }))
        const robot = yield* (yield* ApiTokens).authenticate(Redacted.make(made.token))
        const service = robot.kind === "user" ? robot.user : ""
        const [gone, never] = [yield* person("Gone"), yield* person("Never")]
        const nobody = (user: string) => outcome(named({ user }))
        const before = yield* named({ user: rex, freshUntil: Number.MAX_SAFE_INTEGER })
        expect(yield* outcome(as(before)((yield* Sessions).list()))).toBe("ok")
        yield* account(rex, { state: "disabled" })
        yield* asSystem(accounts.erase(gone))
        for (const user of ["", "nosuch", service, gone, rex]) expect(yield* nobody(user)).toBe("Unauthenticated")
        // Who was never invited has no account, and needs none.
        expect(yield* nobody(never)).toBe("ok")
        yield* account(never, { state: "invited" })
        expect(yield* nobody(never)).toBe("ok")
        expect(yield* outcome(as(before)((yield* Sessions).list()))).toBe("Unauthenticated")
        expect(yield* outcome(as(before)((yield* ApiTokens).create(rex, { label: "Late" })))).toBe("Unauthenticated")
        expect(yield* outcome(as(before)(organizations.create({ title: "Late" })))).toBe("Unauthenticated")
      }).pipe(provided)
  )

  it.effect("the audit trail names the user, and no session", () =>
    Effect.gen(function* () {
      const { admin, id, organizations } = yield* world
      yield* as(yield* named({ user: admin }))(organizations.update(id, { title: "Renamed" }))
      const { items } = yield* as({ kind: "user", user: admin })((yield* AuditEvents).list(id, {}))
      const event = items.find(({ action }) => action === "organization.updated")
      expect(event?.actor).toMatchObject({ kind: "user" })
      expect(JSON.stringify(event?.actor)).toContain(admin)
      expect(event?.actor).not.toHaveProperty("session")
    }).pipe(provided)
  )
})
