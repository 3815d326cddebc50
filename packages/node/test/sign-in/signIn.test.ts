/** Signing in by e-mail address and password, and with codes. */
import { describe, expect, it } from "@effect/vitest"
import type { Asked } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { AccountRepository, service as accountRepository } from "@lectern/core/people/accounts/AccountRepository"
import { delayAfter } from "@lectern/core/people/rate-limits/Delays"
import { ownRule } from "@lectern/core/people/sign-in/Attempts"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Storage } from "@lectern/core/storage/Storage"
import type { UserId } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Redacted, TestClock } from "effect"
import { everyStorage } from "../../../core/test/storages.js"
import {
  addCodes,
  asSession,
  asSystem,
  callerOf,
  codeOf,
  engine,
  laptop,
  outcome,
  password,
  person,
  secretOf,
  signIn
} from "./workspace.js"

/** The password whose hash is compared where there is none. */
const decoy = "no password has this hash"

/** Takes the password from an account, as one has none whose person signs in by other means. */
const withoutPassword = (user: UserId) =>
  Effect.gen(function* () {
    const accounts = yield* AccountRepository
    yield* (yield* Storage).transaction(
      Effect.flatMap(accounts.find(user), (read) => {
        const { password: _, ...others } = read?.value ?? expect.unreachable()
        return accounts.put(read, others)
      })
    )
  }).pipe(Effect.provide(accountRepository.layer))

const elsewhere = { ...laptop, address: "198.51.100.7" }

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
      const dan = yield* person("Dan")
      yield* withoutPassword(dan.id)
      const refusals = yield* Effect.forEach(
        [
          [ada.email, "wrong"],
          [bob.email, password],
          [carol.email, password],
          ["nobody@example.com", password],
          ["nobody@example.com", decoy],
          [dan.email, password],
          [dan.email, decoy]
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
          const typed = failures % 2 === 0 ? email.toUpperCase() : email
          expect(yield* outcome(signIn(typed, "wrong"))).toBe("Unauthenticated")
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
})

it.effect("everything but the embedding program is refused, whatever it asks", () =>
  Effect.gen(function* () {
    const service = yield* SignIn
    const { email, session } = yield* person("Ada")
    const { secret } = session
    const link = yield* asSystem((yield* Accounts).createLink(session.user, { administrator: false }))
    const calls: { readonly [Name in keyof typeof service]: Asked<unknown> } = {
      password: service.password({ email, password }, laptop),
      passkeyOptions: service.passkeyOptions(),
      passkey: service.passkey({}, laptop),
      means: service.means(secret),
      code: service.code(secret, { code: "000000" }, laptop),
      confirmPassword: service.confirmPassword(secret, { password }, laptop),
      link: service.link(secretOf(link)),
      redeem: service.redeem(secretOf(link), { password }, laptop),
      requestReset: service.requestReset({ email }),
      clean: service.clean()
    }
    for (const [name, call] of Object.entries(calls)) {
      expect([name, yield* outcome(asSession(session)(call))]).toEqual([name, "Forbidden"])
    }
  }).pipe(Effect.provide(engine(MemoryStorage.layer())))
)
