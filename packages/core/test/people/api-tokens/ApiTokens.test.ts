import { describe, expect, it } from "@effect/vitest"
import { Accounts } from "@lectern/core/accounts/Accounts"
import type { CreateApiToken } from "@lectern/core/api-tokens/ApiToken"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { ApiTokenRepository } from "@lectern/core/people/api-tokens/ApiTokenRepository"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Redacted, TestClock } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, failure, outcome, person, walk, workspace } from "../../workspace.js"

describe.each(everyStorage)("API tokens over $name", (storage) => {
  const live = workspace(storage)
  const authenticate = (token: string) =>
    Effect.flatMap(ApiTokens, (tokens) => tokens.authenticate(Redacted.make(token)))

  it.effect("say who bears them, and are stored as hashes", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const { token, apiToken } = yield* as(ada)(tokens.create(ada, { label: "laptop" }))
      expect(token).toMatch(/^lct_[0-9A-Za-z]{49}$/)
      expect(apiToken).toEqual({
        object: "api-token",
        id: apiToken.id,
        label: "laptop",
        createdAt: "1970-01-01T00:00:00.000Z",
        scopes: ["read", "write", "admin"]
      })
      expect(yield* authenticate(token)).toMatchObject({ kind: "user", user: ada })
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
      const expiring = yield* as(ada)(tokens.create(ada, { label: "brief", expires: "1970-01-01T01:00:01+01:00" }))
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
      // A token reaches itself, but under no other name.
      const itself = yield* authenticate(token)
      const { id } = apiToken
      const calls = [tokens.revoke(eve, id), tokens.rotate(eve, id), tokens.revoke(ada, id)]
      expect(yield* Effect.forEach(calls, (call) => outcome(as(itself)(call)))).toEqual([
        "Forbidden",
        "Forbidden",
        "ok"
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("need a label and an expiry to come", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const bad = [{ label: "" }, { label: "x", expires: "soon" }, { label: "x", expires: "1970-01-01T00:00:00Z" }]
      const failures = yield* Effect.forEach(bad, (input) => failure(as(ada)(tokens.create(ada, input))))
      expect(failures.map((error) => (error._tag === "Invalid" ? error.field : error._tag))).toEqual([
        "label",
        "expires",
        "expires"
      ])
    }).pipe(Effect.provide(live))
  )

  it.effect("say when they were last used, to the minute, once that is recorded", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const { token, apiToken } = yield* as(ada)(tokens.create(ada, { label: "used" }))
      yield* as(ada)(tokens.create(ada, { label: "unused" }))
      const lastUses = Effect.map(as(ada)(tokens.list(ada)), ({ items }) => items.map((each) => each.lastUsedAt))
      yield* TestClock.adjust(90_000)
      yield* authenticate(token)
      expect(yield* lastUses).toEqual([undefined, undefined])
      expect(yield* asSystem(tokens.recordUses)).toBe(1)
      expect(yield* lastUses).toEqual(["1970-01-01T00:01:00.000Z", undefined])
      yield* authenticate(token)
      expect(yield* asSystem(tokens.recordUses)).toBe(0)
      yield* TestClock.adjust(60_000)
      yield* authenticate(token)
      yield* as(ada)(tokens.revoke(ada, apiToken.id))
      yield* asSystem(tokens.recordUses)
      expect(yield* lastUses).toEqual([undefined])
      expect(yield* (yield* ApiTokenRepository).lastUse(apiToken.id)).toBeUndefined()
      expect(yield* outcome(as(ada)(tokens.recordUses))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )

  it.effect("are rotated: the new one lasts as long, the old one as long as the overlap", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const first = yield* as(ada)(
        tokens.create(ada, { label: "job", scopes: ["read"], expires: "1970-01-01T01:00:00Z" })
      )
      const second = yield* as(ada)(tokens.rotate(ada, first.apiToken.id, { overlap: 60 }))
      expect(second.apiToken).toEqual({ ...first.apiToken, id: second.apiToken.id })
      expect(yield* authenticate(second.token)).toMatchObject({ token: { limits: { scope: "read" } } })
      yield* TestClock.adjust(59_999)
      expect(yield* outcome(authenticate(first.token))).toBe("ok")
      yield* TestClock.adjust(1)
      expect(yield* outcome(authenticate(first.token))).toBe("Unauthenticated")
      const bearer = yield* authenticate(second.token)
      const third = yield* as(bearer)(tokens.rotate(ada, second.apiToken.id, { overlap: 0 }))
      expect(yield* outcome(authenticate(second.token))).toBe("Unauthenticated")
      expect(yield* outcome(as(bearer)(tokens.rotate(ada, third.apiToken.id)))).toBe("Forbidden")
      yield* as(yield* authenticate(third.token))(tokens.revoke(ada, third.apiToken.id))
      expect(yield* outcome(authenticate(third.token))).toBe("Unauthenticated")
      yield* asSystem(tokens.createFixed(ada, "fixed", "fixed-token"))
      const fixed = (yield* as(ada)(tokens.list(ada))).items.find(({ label }) => label === "fixed")!
      expect(yield* outcome(as(ada)(tokens.rotate(ada, fixed.id)))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("make no token that is stronger than they are", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const bearer = (input: Omit<CreateApiToken, "label">) =>
        Effect.flatMap(as(ada)(tokens.create(ada, { label: "x", ...input })), ({ token }) => authenticate(token))
      const { id } = yield* as(ada)((yield* Organizations).create({ title: "Acme" }))
      for (const scope of ["read", "write"] as const) {
        expect(yield* outcome(as(yield* bearer({ scopes: [scope] }))(tokens.create(ada, { label: "y" })))).toBe(
          "Forbidden"
        )
      }
      expect(yield* outcome(as(yield* bearer({ organization: id }))(tokens.create(ada, { label: "y" })))).toBe(
        "Forbidden"
      )
      const brief = as(yield* bearer({ expires: "1970-01-01T01:00:00Z" }))
      expect((yield* brief(tokens.create(ada, { label: "y" }))).apiToken.expiresAt).toBe("1970-01-01T01:00:00.000Z")
      const sooner = yield* brief(tokens.create(ada, { label: "y", expires: "1970-01-01T00:59:59Z" }))
      expect(sooner.apiToken.expiresAt).toBe("1970-01-01T00:59:59.000Z")
      expect(yield* outcome(brief(tokens.create(ada, { label: "y", expires: "1970-01-01T01:00:01Z" })))).toBe(
        "Forbidden"
      )
    }).pipe(Effect.provide(live))
  )

  it.effect("are limited to what their user can see only", () =>
    Effect.gen(function* () {
      const tokens = yield* ApiTokens
      const ada = yield* person("Ada")
      const eve = yield* person("Eve")
      const { id } = yield* as(ada)((yield* Organizations).create({ title: "Acme" }))
      const space = yield* as(ada)((yield* Spaces).create(id, {}))
      for (const limits of [{ organization: id }, { spaces: [space.id] }]) {
        expect(yield* outcome(as(ada)(tokens.create(ada, { label: "x", ...limits })))).toBe("ok")
        expect(yield* outcome(as(eve)(tokens.create(eve, { label: "x", ...limits })))).toBe("NotFound")
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("are refused while the account of their user is disabled", () =>
    Effect.gen(function* () {
      const ada = yield* person("Ada")
      const { token } = yield* as(ada)((yield* ApiTokens).create(ada, { label: "x" }))
      const disable = (disabled: boolean) =>
        Effect.flatMap(Accounts, ({ update }) => asSystem(update(ada, { disabled })))
      yield* disable(true)
      expect(yield* outcome(authenticate(token))).toBe("Unauthenticated")
      yield* disable(false)
      expect(yield* outcome(authenticate(token))).toBe("ok")
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
      expect(yield* authenticate("first-token")).toMatchObject({ kind: "user", user: ada })
      yield* fix(ada, "second-token")
      expect(yield* outcome(authenticate("first-token"))).toBe("Unauthenticated")
      yield* fix(bob, "second-token")
      expect(yield* authenticate("second-token")).toMatchObject({ kind: "user", user: bob })
      expect((yield* as(ada)(tokens.list(ada))).count).toBe(0)
      const { token } = yield* as(ada)(tokens.create(ada, { label: "mine" }))
      expect(yield* outcome(fix(bob, token))).toBe("Conflict")
      expect(yield* outcome(authenticate("second-token"))).toBe("ok")
      expect(yield* outcome(fix(bob, ""))).toBe("Invalid")
      expect(yield* outcome(as(ada)(tokens.createFixed(ada, "administrator", "third-token")))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )
})
