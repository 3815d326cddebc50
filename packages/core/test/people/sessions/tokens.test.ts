/** The token with which pages of a session call the API: it is the session, without what needs a fresh proof. */
import { describe, expect, it } from "@effect/vitest"
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { SessionsTable } from "@lectern/core/people/sessions/SessionRepository"
import { Sessions } from "@lectern/core/sessions/Sessions"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Redacted, TestClock } from "effect"
import { storages } from "../../storages.js"
import { outcome, person } from "../../workspace.js"
import { account, live, ownSession } from "../identities/world.js"

const world = Effect.gen(function* () {
  const ada = yield* person("Ada")
  yield* account(ada)
  const secret = yield* ownSession(ada)
  const sessions = yield* Sessions
  return { ada, secret, sessions, token: yield* sessions.token(secret) }
})

const as = (actor: ActorValue) => Effect.provideService(Actor, actor)

describe.each(storages)("$name", (storage) => {
  const inWorld = (name: string, test: Effect.Effect<void, unknown, never>) => it.effect(name, () => test)
  const provided = Effect.provide(live(storage))

  inWorld(
    "a session has one token, which calls as the session does and makes no credentials",
    Effect.gen(function* () {
      const { ada, secret, sessions, token } = yield* world
      yield* TestClock.adjust("1 minute")
      expect(Redacted.value(token)).toMatch(/^lst_[0-9a-z]+\.[0-9a-f]{64}$/)
      expect(Redacted.value(yield* sessions.token(secret))).toBe(Redacted.value(token))
      const caller = yield* sessions.authenticateToken(token)
      const byCookie = yield* sessions.authenticate(secret)
      expect(caller).toMatchObject({ kind: "user", user: ada })
      expect({ ...caller, session: undefined }).toEqual({ ...byCookie, session: undefined })
      const tokens = yield* ApiTokens
      const make = outcome(tokens.create(ada, { label: "Laptop" }))
      expect(yield* as(byCookie)(make)).toBe("ok")
      expect(yield* as(caller)(make)).toBe("Forbidden")
      expect((yield* as(byCookie)(tokens.list(ada))).items.map(({ label }) => label)).toEqual(["Laptop"])
    }).pipe(provided)
  )

  inWorld(
    "the token ends with the session, and only its hash is stored",
    Effect.gen(function* () {
      const { secret, sessions, token } = yield* world
      const rows = yield* (yield* Storage).scan(SessionsTable, { index: "user" })
      expect(JSON.stringify(rows)).not.toContain(Redacted.value(token).slice(-64))
      const other = Redacted.make(`${Redacted.value(token).slice(0, -1)}${Redacted.value(token).endsWith("0") ? 1 : 0}`)
      expect(yield* outcome(sessions.authenticateToken(other))).toBe("Unauthenticated")
      expect(yield* outcome(sessions.authenticateToken(Redacted.make("lct_x")))).toBe("Unauthenticated")
      yield* sessions.signOut(secret)
      expect(yield* outcome(sessions.authenticateToken(token))).toBe("Unauthenticated")
      expect(yield* outcome(sessions.token(secret))).toBe("Unauthenticated")
    }).pipe(provided)
  )
})
