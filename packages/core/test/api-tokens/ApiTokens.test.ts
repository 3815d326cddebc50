import { describe, expect, it } from "@effect/vitest"
import { ApiTokenRepository } from "@lectern/core/api-tokens/ApiTokenRepository"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { Effect, Redacted, TestClock } from "effect"
import { storages } from "../storages.js"
import { as, asSystem, failure, outcome, person, walk, workspace } from "../workspace.js"

describe.each(storages)("API tokens over $name", (storage) => {
  const live = workspace(storage)
  const authenticate = (token: string) =>
    Effect.flatMap(ApiTokens, (tokens) => tokens.authenticate(Redacted.make(token)))

  it.effect("say who bears them, and are stored as hashes", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const { token, apiToken } = yield* as(ada)(tokens.create(ada, { label: "laptop" }))
      expect(token).toMatch(/^lct_[\w-]{43}$/)
      expect(apiToken).toEqual({
        object: "api-token",
        id: apiToken.id,
        label: "laptop",
        createdAt: "1970-01-01T00:00:00.000Z"
      })
      expect(yield* authenticate(token)).toEqual({ kind: "user", user: ada })
      const stored = yield* (yield* ApiTokenRepository).find(apiToken.id)
      expect(stored?.value.hash).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(stored)).not.toContain(token)
    }).pipe(Effect.provide(live))
  )

  it.effect("are refused alike when unknown, revoked or expired, to the millisecond", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const revoked = yield* as(ada)(tokens.create(ada, { label: "revoked" }))
      const expiring = yield* as(ada)(tokens.create(ada, { label: "brief", expiresAt: "1970-01-01T01:00:01+01:00" }))
      expect(expiring.apiToken.expiresAt).toBe("1970-01-01T00:00:01.000Z")
      expect(yield* outcome(authenticate(revoked.token))).toBe("ok")
      yield* as(ada)(tokens.revoke(ada, revoked.apiToken.id))
      yield* as(ada)(tokens.revoke(ada, revoked.apiToken.id))
      yield* TestClock.adjust(999)
      expect(yield* outcome(authenticate(expiring.token))).toBe("ok")
      yield* TestClock.adjust(1)
      const failures = yield* Effect.forEach(
        [expiring.token, revoked.token, "lct_unknown", "", `${revoked.token} `],
        (token) => failure(authenticate(token))
      )
      expect(new Set(failures.map(({ _tag, message }) => `${_tag}: ${message}`))).toEqual(
        new Set(["Unauthenticated: the token is not valid"])
      )
    }).pipe(Effect.provide(live))
  )

  it.effect("belong to their user: others may neither make, list nor revoke them", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const eve = yield* person("Eve")
      const { token, apiToken } = yield* asSystem(tokens.create(ada, { label: "from outside" }))
      expect(yield* outcome(as(eve)(tokens.create(ada, { label: "x" })))).toBe("Forbidden")
      expect(yield* outcome(as(eve)(tokens.list(ada)))).toBe("Forbidden")
      expect(yield* outcome(as(eve)(tokens.revoke(ada, apiToken.id)))).toBe("Forbidden")
      yield* as(eve)(tokens.revoke(eve, apiToken.id))
      expect(yield* outcome(authenticate(token))).toBe("ok")
      expect(yield* outcome(asSystem(tokens.create("nobody" as typeof ada, { label: "x" })))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("need a label and an expiry to come", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const bad = [{ label: "" }, { label: "x", expiresAt: "soon" }, { label: "x", expiresAt: "1970-01-01T00:00:00Z" }]
      const failures = yield* Effect.forEach(bad, (input) => failure(as(ada)(tokens.create(ada, input))))
      expect(failures.map((error) => (error._tag === "Invalid" ? error.field : error._tag))).toEqual([
        "label",
        "expiresAt",
        "expiresAt"
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed oldest first", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const other = yield* person("Other")
      for (const label of ["a", "b", "c"]) yield* as(ada)(tokens.create(ada, { label }))
      yield* as(other)(tokens.create(other, { label: "not mine" }))
      const { items, counts } = yield* walk((query) => as(ada)(tokens.list(ada, query)), 2)
      expect(items.map(({ label }) => label)).toEqual(["a", "b", "c"])
      expect([...counts]).toEqual([3])
    }).pipe(Effect.provide(live))
  )

  it.effect("can be fixed by configuration, one for each label", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const bob = yield* person("Bob")
      const fix = (owner: typeof ada, token: string) => asSystem(tokens.createFixed(owner, "administrator", token))
      yield* fix(ada, "first-token")
      yield* fix(ada, "first-token")
      expect(yield* authenticate("first-token")).toEqual({ kind: "user", user: ada })
      yield* fix(ada, "second-token")
      expect(yield* outcome(authenticate("first-token"))).toBe("Unauthenticated")
      yield* fix(bob, "second-token")
      expect(yield* authenticate("second-token")).toEqual({ kind: "user", user: bob })
      expect((yield* as(ada)(tokens.list(ada))).count).toBe(0)
      const { token } = yield* as(ada)(tokens.create(ada, { label: "mine" }))
      expect(yield* outcome(fix(bob, token))).toBe("Conflict")
      expect(yield* outcome(authenticate("second-token"))).toBe("ok")
      expect(yield* outcome(fix(bob, ""))).toBe("Invalid")
      expect(yield* outcome(as(ada)(tokens.createFixed(ada, "administrator", "third-token")))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )
})
