/** Signing in by e-mail address and password, with codes, and by links. */
import { describe, expect, it } from "@effect/vitest"
import type { Asked } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { delayAfter } from "@lectern/core/rate-limits/Delays"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { ownRule } from "@lectern/core/sign-in/Attempts"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Storage } from "@lectern/core/storage/Storage"
import { Users } from "@lectern/core/users/Users"
import { Effect, Queue, Redacted, TestClock } from "effect"
import { everyStorage } from "../../../core/test/storages.js"
import {
  addCodes,
  as,
  asSession,
  asSystem,
  callerOf,
  codeOf,
  engine,
  laptop,
  outbox,
  outcome,
  password,
  person,
  secretOf
} from "./workspace.js"

const elsewhere = { ...laptop, address: "198.51.100.7" }

const signIn = (email: string, typed: string, client = laptop) =>
  Effect.flatMap(SignIn, (service) => asSystem(service.password({ email, password: typed }, client)))

describe.each(everyStorage)("signing in over $name", ({ layer }) => {
  const live = engine(layer)

  it.effect("with a password gives a session, whose secret is stored as a hash", () =>
    Effect.gen(function* () {
      const ada = yield* person("Ada")
      const session = yield* signIn("ADA@example.com", password)
      expect(Redacted.value(session.secret)).toMatch(/^lcs_[\w-]{43}$/)
      expect(session).toMatchObject({ user: ada.id, waiting: false })
      expect(yield* callerOf(session)).toMatchObject({
        kind: "user",
        user: ada.id,
        session: { source: { kind: "account" } }
      })
      const rows = yield* (yield* Storage).scan(
        { name: "sessions", columns: { id: "text" }, key: ["id"], indexes: {} },
        {}
      )
      expect(rows.length).toBeGreaterThan(0)
      for (const { json } of rows) expect(json).not.toContain(Redacted.value(session.secret).slice(4))
    }).pipe(Effect.provide(live))
  )

  it.effect("is refused in the same words, whatever is wrong", () =>
    Effect.gen(function* () {
      const ada = yield* person("Ada")
      const bob = yield* person("Bob")
      const accounts = yield* Accounts
      const carol = yield* asSystem((yield* Users).create({ displayName: "Carol", email: "carol@example.com" }))
      yield* asSystem(accounts.update(bob.id, { disabled: true }))
      const refusals = yield* Effect.forEach(
        [
          [ada.email, "wrong"],
          [bob.email, password],
          [carol.email, password],
          ["nobody@example.com", password]
        ],
        ([email = "", typed = ""]) => Effect.flip(signIn(email, typed))
      )
      expect(new Set(refusals.map(({ _tag, message }) => `${_tag} ${message}`))).toEqual(
        new Set(["Unauthenticated the e-mail address or the password is wrong"])
      )
    }).pipe(Effect.provide(live))
  )

  it.effect("waits longer after each failure, for one address and one account, known or not", () =>
    Effect.gen(function* () {
      yield* person("Ada")
      for (const email of ["ada@example.com", "nobody@example.com"]) {
        for (let failures = 1; failures <= 6; failures++) {
          expect(yield* outcome(signIn(email, "wrong"))).toBe("Unauthenticated")
          const delay = delayAfter(failures, ownRule)
          if (delay === 0) continue
          yield* TestClock.adjust(delay - 1)
          expect(yield* outcome(signIn(email, password))).toBe("RateLimited")
          yield* TestClock.adjust(1)
        }
      }
      for (let i = 0; i < 4; i++) yield* outcome(signIn("ada@example.com", "wrong"))
      expect(yield* outcome(signIn("ada@example.com", password))).toBe("RateLimited")
      expect(yield* outcome(signIn("ada@example.com", password, elsewhere))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("counts attempts that are made at once", () =>
    Effect.gen(function* () {
      yield* person("Ada")
      const tries = Array.from({ length: 12 }, () => outcome(signIn("ada@example.com", "wrong")))
      const outcomes = yield* Effect.all(tries, { concurrency: "unbounded" })
      expect(outcomes.filter((each) => each === "Unauthenticated")).toHaveLength(4)
      expect(outcomes.filter((each) => each === "RateLimited")).toHaveLength(8)
    }).pipe(Effect.provide(live))
  )

  it.effect("asks for a code where the account has an app, and takes each code once", () =>
    Effect.gen(function* () {
      const service = yield* SignIn
      const ada = yield* person("Ada")
      const secret = yield* addCodes(ada.session)
      const first = yield* signIn(ada.email, password)
      expect(first.waiting).toBe(true)
      expect(yield* outcome(callerOf(first))).toBe("Unauthenticated")
      const tryCode = (session: typeof first, code: string) => asSystem(service.code(session.secret, { code }, laptop))
      expect(yield* outcome(tryCode(first, yield* codeOf(secret)))).toBe("Invalid")
      yield* TestClock.adjust("30 seconds")
      const code = yield* codeOf(secret)
      const open = yield* tryCode(first, code)
      expect(open.waiting).toBe(false)
      expect(yield* callerOf(open)).toMatchObject({ user: ada.id })
      expect(yield* outcome(callerOf(first))).toBe("Unauthenticated")
      expect(yield* outcome(tryCode(yield* signIn(ada.email, password), code))).toBe("Invalid")
      yield* TestClock.adjust("2 minutes")
      expect(yield* outcome(tryCode(yield* signIn(ada.email, password), yield* codeOf(secret, -2)))).toBe("Invalid")
      expect(yield* outcome(tryCode(yield* signIn(ada.email, password), yield* codeOf(secret, 1)))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("lets a session that waits end by itself", () =>
    Effect.gen(function* () {
      const ada = yield* person("Ada")
      const secret = yield* addCodes(ada.session)
      const session = yield* signIn(ada.email, password)
      yield* TestClock.adjust("10 minutes")
      const { code } = yield* SignIn
      expect(yield* outcome(asSystem(code(session.secret, { code: yield* codeOf(secret) }, laptop)))).toBe(
        "Unauthenticated"
      )
    }).pipe(Effect.provide(live))
  )

  it.effect("by a link works once, in its time, and ends the sessions before", () =>
    Effect.gen(function* () {
      const service = yield* SignIn
      const accounts = yield* Accounts
      const ada = yield* person("Ada")
      const earlier = yield* asSystem(accounts.createLink(ada.id, { administrator: false }))
      const link = yield* asSystem(accounts.createLink(ada.id, { administrator: false }))
      expect(link.url).toMatch(/^https:\/\/docs\.example\/login\/link\/[\w-]{43}$/)
      const redeem = (from: typeof link, chosen = "another long password") =>
        asSystem(service.redeem(secretOf(from), { password: chosen }, laptop))
      expect(yield* outcome(redeem(earlier))).toBe("NotFound")
      expect(yield* asSystem(service.link(secretOf(link)))).toEqual({
        purpose: "set-up",
        displayName: "Ada",
        email: ada.email
      })
      expect(yield* outcome(redeem(link, "too short"))).toBe("Invalid")
      expect(yield* outcome(redeem(link))).toBe("ok")
      expect(yield* outcome(redeem(link))).toBe("NotFound")
      expect(yield* outcome(callerOf(ada.session))).toBe("Unauthenticated")
      expect(yield* outcome(signIn(ada.email, password))).toBe("Unauthenticated")
      expect(yield* outcome(signIn(ada.email, "another long password"))).toBe("ok")
      const late = yield* asSystem(accounts.createLink(ada.id, { administrator: false }))
      yield* TestClock.adjust("24 hours")
      expect(yield* outcome(redeem(late))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("by a link still asks for the second factor", () =>
    Effect.gen(function* () {
      const ada = yield* person("Ada")
      yield* addCodes(ada.session)
      const link = yield* asSystem((yield* Accounts).createLink(ada.id, { administrator: false }))
      const { redeem } = yield* SignIn
      expect(yield* asSystem(redeem(secretOf(link), { password }, laptop))).toMatchObject({ waiting: true })
    }).pipe(Effect.provide(live))
  )

  it.effect("mails a link to reset the password to whoever has an account, once a minute", () =>
    Effect.gen(function* () {
      const { link, requestReset } = yield* SignIn
      const ada = yield* person("Ada")
      const bob = yield* person("Bob")
      for (const email of ["nobody@example.com", ada.email, ada.email, bob.email]) {
        yield* asSystem(requestReset({ email }))
      }
      const mails = [yield* Queue.take(outbox), yield* Queue.take(outbox)]
      expect(mails.map(({ to }) => to).sort()).toEqual([ada.email, bob.email])
      const [url = ""] = /https:\S+/.exec(mails[0]?.text ?? "") ?? []
      expect(yield* asSystem(link(secretOf({ url })))).toMatchObject({ purpose: "reset" })
      yield* TestClock.adjust("1 minute")
      yield* asSystem(requestReset({ email: ada.email }))
      expect(yield* Queue.take(outbox)).toMatchObject({ to: ada.email })
      expect(yield* Queue.size(outbox)).toBe(0)
    }).pipe(Effect.provide(engine(layer, { mails: true })))
  )

  it.effect("mails a link to whom an administrator invites or resets, and shows it to nobody else", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { link, redeem } = yield* SignIn
      const ada = yield* person("Ada", { administrator: true })
      const byAda = asSession(ada.session)
      const invited = yield* byAda(accounts.invite({ displayName: "Bob", email: "bob@example.com" }))
      expect(invited).toEqual({ account: expect.objectContaining({ state: "invited", email: "bob@example.com" }) })
      const mail = yield* Queue.take(outbox)
      const [url = ""] = /https:\S+/.exec(mail.text) ?? []
      expect(url).toMatch(/^https:\/\/docs\.example\/login\/link\/[\w-]{43}$/)
      expect(mail).toEqual({
        to: "bob@example.com",
        subject: "You are invited to Lectern",
        text: `Hello Bob,\n\nYou have been invited to Lectern. Set your password here:\n\n${url}\n\nThe link works once, until 1970-01-08 00:00 UTC.\n`
      })
      expect(yield* asSystem(link(secretOf({ url })))).toMatchObject({
        purpose: "invitation",
        email: "bob@example.com"
      })
      const secret = Redacted.value(secretOf({ url }))
      const { items } = yield* byAda((yield* AuditEvents).server({}))
      expect(items.map(({ action }) => action)).toContain("one-time-link.created")
      expect(JSON.stringify([invited, items])).not.toContain(secret)
      const { user } = yield* asSystem(redeem(secretOf({ url }), { password }, laptop))
      expect(user).toBe(invited.account.user)

      const reset = yield* byAda(accounts.reset(user))
      const again = yield* Queue.take(outbox)
      expect([reset.link, again.to, again.subject]).toEqual([undefined, "bob@example.com", "Set up your sign-in"])
      expect(yield* Queue.size(outbox)).toBe(0)
    }).pipe(Effect.provide(engine(layer, { mails: true })))
  )

  it.effect("leaves sessions that are seen and ended one by one or all at once", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const ada = yield* person("Ada")
      const bob = yield* person("Bob")
      const phone = yield* signIn(ada.email, password, { address: "192.0.2.2", device: "Safari on iOS" })
      const tablet = yield* signIn(ada.email, password)
      const seen = yield* asSession(phone)(sessions.list())
      expect(seen.map(({ current, device }) => [device, current])).toContainEqual(["Safari on iOS", true])
      expect(seen).toHaveLength(3)
      const { session } = yield* callerOf(tablet).pipe(Effect.map((caller) => ({ session: undefined, ...caller })))
      yield* asSession(bob.session)(sessions.revoke(session?.id ?? ("" as never)))
      expect(yield* outcome(callerOf(tablet))).toBe("ok")
      yield* asSession(phone)(sessions.revoke(session?.id ?? ("" as never)))
      expect(yield* outcome(callerOf(tablet))).toBe("Unauthenticated")
      yield* asSession(phone)(sessions.revokeOthers())
      expect(yield* outcome(callerOf(ada.session))).toBe("Unauthenticated")
      yield* sessions.signOut(phone.secret)
      expect(yield* outcome(callerOf(phone))).toBe("Unauthenticated")
      expect(yield* outcome(callerOf(bob.session))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("ends a session that is idle for a week, and every one after a month", () =>
    Effect.gen(function* () {
      const { clean } = yield* SignIn
      const ada = yield* person("Ada")
      const idle = yield* signIn(ada.email, password)
      for (let day = 0; day < 29; day++) {
        yield* TestClock.adjust("1 day")
        expect(yield* outcome(callerOf(ada.session))).toBe("ok")
        if (day === 6) expect(yield* outcome(callerOf(idle))).toBe("Unauthenticated")
      }
      yield* TestClock.adjust("1 day")
      expect(yield* outcome(callerOf(ada.session))).toBe("Unauthenticated")
      yield* TestClock.adjust("1 millis")
      yield* asSystem(clean())
      const table = { name: "sessions", columns: { id: "text" }, key: ["id"], indexes: {} } as const
      expect(yield* (yield* Storage).count(table, {})).toBe(0)
    }).pipe(Effect.provide(live))
  )
})

const provider = {
  kind: "provider",
  organization: "organization",
  issuer: "https://login.example",
  subject: "ada"
}

describe.each(everyStorage)("what a session reaches over $name", ({ layer }) => {
  it.effect("depends on how long ago who it is was proved", () =>
    Effect.gen(function* () {
      const { setPassword } = yield* Credentials
      const { confirmPassword } = yield* SignIn
      const ada = yield* person("Ada")
      const change = (session: typeof ada.session) => asSession(session)(setPassword({ password }))
      expect(yield* outcome(change(ada.session))).toBe("ok")
      yield* TestClock.adjust("10 minutes")
      expect(yield* outcome(change(ada.session))).toBe("ok")
      yield* TestClock.adjust("1 millis")
      expect(yield* outcome(change(ada.session))).toBe("Forbidden")
      expect(yield* outcome(asSystem(confirmPassword(ada.session.secret, { password: "wrong" }, laptop)))).toBe(
        "Invalid"
      )
      const again = yield* asSystem(confirmPassword(ada.session.secret, { password }, laptop))
      expect(yield* outcome(change(again))).toBe("ok")
      yield* addCodes(again)
      yield* TestClock.adjust("11 minutes")
      const weak = yield* asSystem(confirmPassword(again.secret, { password }, laptop))
      expect(yield* outcome(change(weak))).toBe("Forbidden")
    }).pipe(Effect.provide(engine(layer)))
  )

  it.effect("is only what the account itself has proved, never an organization's provider", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const { get } = yield* Credentials
      const { list } = yield* Sessions
      const ada = yield* person("Ada", { administrator: true })
      const caller = yield* callerOf(ada.session)
      expect(yield* outcome(as(caller)(accounts.list({})))).toBe("ok")
      if (caller.kind !== "user" || caller.session === undefined) throw new Error("no session")
      const foreign = { ...caller, session: { ...caller.session, source: provider as never } }
      const calls: ReadonlyArray<Asked<unknown>> = [accounts.list({}), accounts.reset(ada.id), get(), list()]
      for (const call of calls) {
        expect(yield* outcome(as(foreign)(call))).toBe("Forbidden")
        expect(yield* outcome(as({ kind: "user", user: ada.id })(call))).toBe("Forbidden")
      }
    }).pipe(Effect.provide(engine(layer)))
  )

  it.effect("is nothing but adding a second factor where the server asks for one", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const ada = yield* person("Ada", { administrator: true })
      expect(yield* callerOf(ada.session)).toMatchObject({ session: { lacksSecondFactor: true } })
      expect(yield* outcome(asSession(ada.session)(accounts.list({})))).toBe("Forbidden")
      yield* addCodes(ada.session)
      expect(yield* outcome(asSession(ada.session)(accounts.list({})))).toBe("ok")
      const { removeTotp } = yield* Credentials
      expect(yield* outcome(asSession(ada.session)(removeTotp()))).toBe("Conflict")
    }).pipe(Effect.provide(engine(layer, { rules: { secondFactor: "required" } })))
  )
})
