/** Sessions: how long they last, who ends them, and their reach. */
import { describe, expect, it } from "@effect/vitest"
import type { Asked } from "@lectern/core/access/Actor"
import { Accounts } from "@lectern/core/accounts/Accounts"
import { Credentials } from "@lectern/core/accounts/Credentials"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, TestClock } from "effect"
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
  outcome,
  password,
  person,
  signIn
} from "./workspace.js"

const provider = {
  kind: "provider",
  organization: "organization",
  issuer: "https://login.example",
  subject: "ada"
}

describe.each(everyStorage)("sessions over $name", ({ layer }) => {
  const live = engine(layer)

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
      expect(yield* outcome(sessions.signOut(phone.secret))).toBe("ok")
      expect(yield* outcome(callerOf(bob.session))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("ends a session that is idle for a week, and every one after a month, whatever it proves", () =>
    Effect.gen(function* () {
      const { clean, confirmPassword } = yield* SignIn
      const ada = yield* person("Ada")
      let session: Pick<typeof ada.session, "secret"> = ada.session
      const idle = yield* signIn(ada.email, password)
      for (let day = 0; day < 29; day++) {
        yield* TestClock.adjust("1 day")
        expect(yield* outcome(callerOf(session))).toBe("ok")
        session = yield* asSystem(confirmPassword(session.secret, { password }, laptop))
        if (day === 6) expect(yield* outcome(callerOf(idle))).toBe("Unauthenticated")
      }
      yield* TestClock.adjust("1 day")
      expect(yield* outcome(callerOf(session))).toBe("Unauthenticated")
      yield* TestClock.adjust("1 millis")
      yield* asSystem(clean())
      const table = { name: "sessions", columns: { id: "text" }, key: ["id"], indexes: {} } as const
      expect(yield* (yield* Storage).count(table, {})).toBe(0)
    }).pipe(Effect.provide(live))
  )
})

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
      const { code } = yield* SignIn
      const earlier = yield* signIn(ada.email, password)
      expect(yield* callerOf(ada.session)).toMatchObject({ session: { lacksSecondFactor: true } })
      expect(yield* outcome(asSession(ada.session)(accounts.list({})))).toBe("Forbidden")
      const secret = yield* addCodes(ada.session)
      expect(yield* outcome(asSession(ada.session)(accounts.list({})))).toBe("ok")
      expect(yield* callerOf(earlier)).toMatchObject({ session: { lacksSecondFactor: true, secondFactor: false } })
      expect(yield* outcome(asSession(earlier)(accounts.list({})))).toBe("Forbidden")
      yield* TestClock.adjust("30 seconds")
      const confirmed = yield* asSystem(code(earlier.secret, { code: yield* codeOf(secret) }, laptop))
      expect(yield* outcome(asSession(confirmed)(accounts.list({})))).toBe("ok")
      const { removeTotp } = yield* Credentials
      expect(yield* outcome(asSession(ada.session)(removeTotp()))).toBe("Conflict")
    }).pipe(Effect.provide(engine(layer, { rules: { secondFactor: "required" } })))
  )
})
