/** Passkeys: made by people who have just proved who they are, and refused where anything about them is wrong. */
import { describe, expect, it } from "@effect/vitest"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { delayAfter } from "@lectern/core/people/rate-limits/Delays"
import { ownRule } from "@lectern/core/people/sign-in/Attempts"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Effect, TestClock } from "effect"
import { everyStorage } from "../../../core/test/storages.js"
import { authenticator, type Tampering } from "./authenticator.js"
import { asSession, asSystem, callerOf, engine, laptop, origin, outcome, password, person } from "./workspace.js"

/** A user with a passkey, and the device that has it. */
const withPasskey = (name: string) =>
  Effect.gen(function* () {
    const someone = yield* person(name, { administrator: true })
    const device = authenticator(origin)
    const passkey = yield* asSession(someone.session)(
      Effect.gen(function* () {
        const credentials = yield* Credentials
        return yield* credentials.addPasskey(device.create(yield* credentials.passkeyOptions()), { label: "Laptop" })
      })
    )
    return { ...someone, device, passkey }
  })

const signIn = (device: ReturnType<typeof authenticator>, tampering: Tampering = {}, client = laptop) =>
  asSystem(
    Effect.gen(function* () {
      const service = yield* SignIn
      return yield* service.passkey(device.get(yield* service.passkeyOptions(), tampering), client)
    })
  )

describe.each(everyStorage)("passkeys over $name", ({ layer }) => {
  const live = engine(layer)

  it.effect("begin a session without a password, and prove both factors", () =>
    Effect.gen(function* () {
      const ada = yield* withPasskey("Ada")
      yield* TestClock.adjust("1 hour")
      const session = yield* signIn(ada.device)
      expect(session).toMatchObject({ user: ada.id, waiting: false })
      const credentials = yield* Credentials
      expect(yield* outcome(asSession(session)(credentials.setPassword({ password })))).toBe("ok")
      expect((yield* asSession(session)(credentials.get())).passkeys).toEqual([
        { ...ada.passkey, lastUsedAt: "1970-01-01T01:00:00.000Z" }
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("are the second factor after a password, of the same person only", () =>
    Effect.gen(function* () {
      const service = yield* SignIn
      const ada = yield* withPasskey("Ada")
      const bob = yield* withPasskey("Bob")
      const waiting = yield* asSystem(service.password({ email: ada.email, password }, laptop))
      expect(waiting.waiting).toBe(true)
      const prove = (device: typeof ada.device) =>
        Effect.flatMap(asSystem(service.passkeyOptions()), (options) =>
          asSystem(service.passkey(device.get(options), laptop, waiting.secret))
        )
      expect(yield* outcome(prove(bob.device))).toBe("Invalid")
      expect(yield* callerOf(yield* prove(ada.device))).toMatchObject({ user: ada.id })
    }).pipe(Effect.provide(live))
  )

  it.effect("are refused where anything is wrong", () =>
    Effect.gen(function* () {
      const ada = yield* withPasskey("Ada")
      const wrong: ReadonlyArray<Tampering> = [
        { origin: "https://evil.example" },
        { origin: "http://docs.example" },
        { rpId: "evil.example" },
        { verified: false },
        { forged: true },
        { counter: 1 },
        { challenge: "AAAA" }
      ]
      for (const tampering of wrong) {
        expect([tampering, yield* outcome(signIn(ada.device, tampering))]).toEqual([tampering, "Invalid"])
        yield* TestClock.adjust("15 minutes")
      }
      expect(yield* outcome(signIn(authenticator(origin)))).toBe("Unauthenticated")
      yield* asSystem((yield* Accounts).invite({ displayName: "B", email: "b@example.com", administrator: true }))
      expect(yield* outcome(signIn(ada.device))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("wait longer after each failure, for one address and one person, known or not", () =>
    Effect.gen(function* () {
      const ada = yield* withPasskey("Ada")
      const unknown = authenticator(origin)
      for (const [device, refusal] of [
        [ada.device, "Invalid"],
        [unknown, "Unauthenticated"]
      ] as const) {
        for (let failures = 1; failures <= 5; failures++) {
          expect(yield* outcome(signIn(device, { forged: true }))).toBe(refusal)
          const delay = delayAfter(failures, ownRule)
          if (delay === 0) continue
          yield* TestClock.adjust(delay - 1)
          expect(yield* outcome(signIn(device))).toBe("RateLimited")
          yield* TestClock.adjust(1)
        }
      }
      const others = Array.from({ length: 5 }, () => authenticator(origin))
      const ends = yield* Effect.forEach(others, (device) => outcome(signIn(device)))
      expect(ends).toEqual(others.map(() => "Unauthenticated"))
      expect(yield* outcome(signIn(ada.device))).toBe("ok")
      for (let i = 0; i < 4; i++) yield* outcome(signIn(ada.device, { forged: true }))
      expect(yield* outcome(signIn(ada.device))).toBe("RateLimited")
      expect(yield* outcome(signIn(ada.device, {}, { ...laptop, address: "198.51.100.7" }))).toBe("ok")
      expect(yield* outcome(asSystem((yield* SignIn).password({ email: ada.email, password }, laptop)))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("answer a challenge once, in its time, and for what it was made", () =>
    Effect.gen(function* () {
      const service = yield* SignIn
      const credentials = yield* Credentials
      const ada = yield* withPasskey("Ada")
      const use = (answer: unknown) => outcome(asSystem(service.passkey(answer, laptop)))
      const answer = ada.device.get(yield* asSystem(service.passkeyOptions()))
      expect(yield* use(answer)).toBe("ok")
      expect(yield* use(answer)).toBe("Invalid")
      const registering = yield* asSession(ada.session)(credentials.passkeyOptions())
      expect(yield* use(ada.device.get({ ...registering, rpId: "docs.example" }))).toBe("Invalid")
      const late = ada.device.get(yield* asSystem(service.passkeyOptions()))
      yield* TestClock.adjust("5 minutes")
      expect(yield* use(late)).toBe("Invalid")
      for (const malformed of [undefined, {}, { id: 1 }, { id: "a", response: { clientDataJSON: "%" } }]) {
        expect(yield* use(malformed)).toBe("Invalid")
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("end with a reset by an administrator, and are refused for who is disabled", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const ada = yield* withPasskey("Ada")
      const bob = yield* withPasskey("Bob")
      const carol = yield* withPasskey("Carol")
      const byAda = asSession(ada.session)
      yield* byAda(accounts.update(bob.id, { disabled: true }))
      expect(yield* outcome(signIn(bob.device))).toBe("Unauthenticated")
      expect(yield* outcome(callerOf(bob.session))).toBe("Unauthenticated")
      yield* byAda(accounts.update(bob.id, { disabled: false }))
      expect(yield* outcome(signIn(bob.device))).toBe("ok")
      const { account, link } = yield* byAda(accounts.reset(carol.id))
      expect(account).toMatchObject({ state: "invited", credentials: { password: false, totp: false, passkeys: 0 } })
      expect(link?.url).toContain("/login/link/")
      expect(yield* outcome(signIn(carol.device))).toBe("Unauthenticated")
      expect(yield* outcome(callerOf(carol.session))).toBe("Unauthenticated")
      yield* byAda(accounts.update(bob.id, { administrator: false }))
      for (const change of [{ administrator: false }, { disabled: true }]) {
        expect(yield* outcome(byAda(accounts.update(ada.id, change)))).toBe("Conflict")
      }
      expect(yield* outcome(byAda(accounts.reset(ada.id)))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("need a host name", () =>
    Effect.gen(function* () {
      const { passkeyOptions } = yield* SignIn
      expect(yield* outcome(asSystem(passkeyOptions()))).toBe("Conflict")
    }).pipe(Effect.provide(engine(layer, { baseUrl: "https://192.0.2.1" })))
  )
})
