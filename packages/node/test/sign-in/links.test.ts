/** Signing in by a link, which is handed on or mailed. */
import { describe, expect, it } from "@effect/vitest"
import type { Actor } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import type { LecternError } from "@lectern/core/errors/Errors"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Effect, Queue, Redacted, TestClock } from "effect"
import { everyStorage } from "../../../core/test/storages.js"
import {
  addCodes,
  asSession,
  asSystem,
  callerOf,
  engine,
  laptop,
  outbox,
  outcome,
  password,
  person,
  secretOf,
  signIn
} from "./workspace.js"

describe.each(everyStorage)("signing in by a link over $name", ({ layer }) => {
  const live = engine(layer)

  it.effect("works once, in its time, and ends the sessions before", () =>
    Effect.gen(function* () {
      const service = yield* SignIn
      const accounts = yield* Accounts
      const ada = yield* person("Ada")
      const earlier = yield* asSystem(accounts.createLink(ada.id, { administrator: false }))
      const link = yield* asSystem(accounts.createLink(ada.id, { administrator: false }))
      expect(link.url).toMatch(/^https:\/\/docs\.example\/login\/link\/[\w-]{43}$/)
      const table = { name: "one_time_links", columns: { hash: "text" }, key: ["hash"], indexes: {} } as const
      const stored = JSON.stringify(yield* (yield* Storage).scan(table, {}))
      expect(stored).toContain(ada.id)
      expect(stored).not.toContain(Redacted.value(secretOf(link)))
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

  it.effect("still asks for the second factor", () =>
    Effect.gen(function* () {
      const ada = yield* person("Ada")
      yield* addCodes(ada.session)
      const link = yield* asSystem((yield* Accounts).createLink(ada.id, { administrator: false }))
      const { redeem } = yield* SignIn
      expect(yield* asSystem(redeem(secretOf(link), { password }, laptop))).toMatchObject({ waiting: true })
    }).pipe(Effect.provide(live))
  )

  it.effect("takes passwords of 12 to 256 characters", () =>
    Effect.gen(function* () {
      const { createLink } = yield* Accounts
      const { redeem } = yield* SignIn
      const ada = yield* person("Ada")
      const link = yield* asSystem(createLink(ada.id, { administrator: false }))
      const choose = (chosen: string, from = link) =>
        outcome(asSystem(redeem(secretOf(from), { password: chosen }, laptop)))
      const characters = ["a", "\u{1f98a}"]
      for (const each of characters) {
        for (const length of [11, 257])
          expect([length, yield* choose(each.repeat(length))]).toEqual([length, "Invalid"])
      }
      expect(yield* outcome(signIn(ada.email, password))).toBe("ok")
      for (const each of characters) {
        for (const length of [12, 256]) {
          const chosen = each.repeat(length)
          const next = yield* asSystem(createLink(ada.id, { administrator: false }))
          expect([length, yield* choose(chosen, next)]).toEqual([length, "ok"])
          expect(yield* outcome(signIn(ada.email, chosen))).toBe("ok")
        }
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("leaves the link that somebody was given to the person who asks for another where no mail is sent", () =>
    Effect.gen(function* () {
      const { redeem, requestReset } = yield* SignIn
      const ada = yield* person("Ada")
      const link = yield* asSystem((yield* Accounts).createLink(ada.id, { administrator: false }))
      yield* TestClock.adjust("1 minute")
      yield* asSystem(requestReset({ email: ada.email }))
      const chosen = "another long password"
      expect(yield* outcome(asSystem(redeem(secretOf(link), { password: chosen }, laptop)))).toBe("ok")
      expect(yield* outcome(signIn(ada.email, chosen))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("mails a link to reset the password to whoever has an account, once in ten minutes", () =>
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
      yield* TestClock.adjust("10 minutes")
      yield* asSystem(requestReset({ email: ada.email }))
      expect(yield* Queue.take(outbox)).toMatchObject({ to: ada.email })
      expect(yield* Queue.size(outbox)).toBe(0)
    }).pipe(Effect.provide(engine(layer, { mails: true })))
  )

  type Act = Effect.Effect<unknown, LecternError, Actor | Accounts | Credentials>
  const voiding: Readonly<Record<string, (ada: UserId) => Act>> = {
    "a reset by an administrator": (ada) => Effect.flatMap(Accounts, ({ reset }) => reset(ada)),
    disabling: (ada) => Effect.flatMap(Accounts, ({ update }) => update(ada, { disabled: true })),
    "a new password": () =>
      Effect.flatMap(Credentials, ({ setPassword }) => setPassword({ password: "one more password" }))
  }

  it.effect.each(Object.keys(voiding))(
    "leaves the links that were mailed before, three at most, until %s voids them all",
    (act) =>
      Effect.gen(function* () {
        const accounts = yield* Accounts
        const { link, requestReset } = yield* SignIn
        const root = yield* person("Root", { administrator: true })
        const ada = yield* person("Ada")
        const ask = asSystem(requestReset({ email: ada.email }))
        const mailed = Effect.map(Queue.take(outbox), ({ text }) =>
          secretOf({ url: /https:\S+/.exec(text)?.[0] ?? "" })
        )
        const works = (secret: ReturnType<typeof secretOf>) => outcome(asSystem(link(secret)))
        const given = secretOf(yield* asSystem(accounts.createLink(ada.id, { administrator: false })))
        const secrets = []
        for (let each = 0; each < 3; each++) {
          yield* ask
          secrets.push(yield* mailed)
          yield* TestClock.adjust("10 minutes")
        }
        yield* ask
        yield* TestClock.adjust("1 minute")
        expect(yield* Queue.size(outbox)).toBe(0)
        expect(yield* Effect.forEach([given, ...secrets], works)).toEqual(["ok", "ok", "ok", "ok"])
        const by = act === "a new password" ? ada : root
        const again = yield* asSystem((yield* SignIn).confirmPassword(by.session.secret, { password }, laptop))
        yield* asSession(again)(voiding[act]!(ada.id))
        if (act === "a reset by an administrator") yield* Queue.take(outbox)
        expect(yield* Effect.forEach([given, ...secrets], works)).toEqual(Array(4).fill("NotFound"))
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
})
