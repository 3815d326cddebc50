import { describe, expect, it } from "@effect/vitest"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import { ServiceTokens } from "@lectern/core/api-tokens/ServiceTokens"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import { Effect, Redacted, TestClock } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, member, organization, outcome, walk, workspace } from "../../workspace.js"

const authenticate = (token: string) => Effect.flatMap(ApiTokens, (tokens) => tokens.authenticate(Redacted.make(token)))

describe.each(everyStorage)("tokens of organizations over $name", (storage) => {
  const live = workspace(storage)

  it.effect("act as a member of their own, whom nobody can sign in as, until they are revoked", () =>
    Effect.gen(function* () {
      const services = yield* ServiceTokens
      const members = yield* Members
      const { admin, id } = yield* organization()
      const { token, apiToken } = yield* as(admin)(services.create(id, { label: "Builds", scopes: ["write"] }))
      expect(apiToken).toMatchObject({ label: "Builds", scopes: ["read", "write"], organization: id })
      expect(apiToken.user.displayName).toBe("Builds")
      expect(apiToken.user).not.toHaveProperty("email")
      const bearer = yield* authenticate(token)
      expect((yield* as(bearer)((yield* Users).current)).id).toBe(apiToken.user.id)
      expect(yield* outcome(as(bearer)((yield* Spaces).create(id, { title: "Made" })))).toBe("ok")
      expect((yield* as(admin)(members.get(id, apiToken.user.id))).role).toBe("create")
      expect(yield* outcome(as(bearer)((yield* Organizations).create({ title: "Own" })))).toBe("Forbidden")
      expect((yield* as(bearer)((yield* Organizations).list({}))).items.map((each) => each.id)).toEqual([id])
      yield* as(admin)(services.remove(id, apiToken.id))
      yield* as(admin)(services.remove(id, apiToken.id))
      expect(yield* outcome(authenticate(token))).toBe("Unauthenticated")
      expect(yield* outcome(as(admin)(members.get(id, apiToken.user.id)))).toBe("NotFound")
      expect((yield* asSystem((yield* Users).get(apiToken.user.id))).displayName).toBe("Builds")
    }).pipe(Effect.provide(live))
  )

  it.effect("revoke themselves, and their user leaves with the last one", () =>
    Effect.gen(function* () {
      const services = yield* ServiceTokens
      const members = yield* Members
      const { revoke } = yield* ApiTokens
      const { admin, id } = yield* organization()
      const first = yield* as(admin)(services.create(id, { label: "Builds" }))
      const second = yield* as(admin)(services.rotate(id, first.apiToken.id))
      const user = first.apiToken.user.id
      for (const [{ apiToken, token }, left] of [
        [first, "ok"],
        [second, "NotFound"]
      ] as const) {
        yield* as(yield* authenticate(token))(revoke(user, apiToken.id))
        expect(yield* outcome(authenticate(token))).toBe("Unauthenticated")
        expect(yield* outcome(as(admin)(members.get(id, user)))).toBe(left)
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("are for administrators of the organization", () =>
    Effect.gen(function* () {
      const services = yield* ServiceTokens
      const { admin, id } = yield* organization()
      const other = yield* organization("Other")
      const creator = yield* member(id, "Creator", "create")
      const made = yield* as(admin)(services.create(id, { label: "a" }))
      for (const [caller, ends] of [
        [creator, "Forbidden"],
        [other.admin, "NotFound"]
      ] as const) {
        expect(yield* outcome(as(caller)(services.list(id, {})))).toBe(ends)
        expect(yield* outcome(as(caller)(services.create(id, { label: "b" })))).toBe(ends)
        expect(yield* outcome(as(caller)(services.update(id, made.apiToken.id, {})))).toBe(ends)
      }
      expect(yield* outcome(as(other.admin)(services.update(other.id, made.apiToken.id, {})))).toBe("NotFound")
      yield* as(other.admin)(services.remove(other.id, made.apiToken.id))
      expect(yield* outcome(authenticate(made.token))).toBe("ok")
      for (const label of ["b", "c"]) yield* as(admin)(services.create(id, { label }))
      yield* as(other.admin)(services.create(other.id, { label: "theirs" }))
      for (const [caller, of, labels] of [
        [admin, id, ["a", "b", "c"]],
        [other.admin, other.id, ["theirs"]]
      ] as const) {
        const { counts, items } = yield* walk((query) => as(caller)(services.list(of, query)), 2)
        expect(items.map(({ label }) => label)).toEqual(labels)
        expect(counts).toEqual(new Set([labels.length]))
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("are changed with the name and role of their user, at the next call", () =>
    Effect.gen(function* () {
      const services = yield* ServiceTokens
      const spaces = yield* Spaces
      const { admin, id } = yield* organization()
      const { id: one } = yield* as(admin)(spaces.create(id, { title: "One" }))
      const { id: two } = yield* as(admin)(spaces.create(id, { title: "Two" }))
      const { token, apiToken } = yield* as(admin)(services.create(id, { label: "Bot" }))
      const rename = (space: typeof one) =>
        Effect.flatMap(authenticate(token), (bearer) => outcome(as(bearer)(spaces.update(space, { title: "Renamed" }))))
      expect([yield* rename(one), yield* rename(two)]).toEqual(["Forbidden", "Forbidden"])
      const changed = yield* as(admin)(
        services.update(id, apiToken.id, { label: "Robot", scopes: ["write"], spaces: [one] })
      )
      expect(changed).toMatchObject({ label: "Robot", spaces: [one], user: { displayName: "Robot" } })
      expect([yield* rename(one), yield* rename(two)]).toEqual(["ok", "NotFound"])
      yield* as(admin)(services.update(id, apiToken.id, { spaces: null }))
      expect(yield* rename(two)).toBe("ok")
      expect(yield* outcome(as(admin)(services.update(id, apiToken.id, { spaces: [one, "x" as typeof one] })))).toBe(
        "NotFound"
      )
    }).pipe(Effect.provide(live))
  )

  it.effect("are exempt from single sign-on, as tokens of the command line and of administrators are", () =>
    Effect.gen(function* () {
      const services = yield* ServiceTokens
      const tokens = yield* ApiTokens
      const { admin, id } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const organizations = yield* Organizations
      yield* asSystem(tokens.createFixed(reader, "fixed", "fixed-token-of-the-configuration"))
      const made = {
        service: (yield* as(admin)(services.create(id, { label: "Bot" }))).token,
        "command line": (yield* asSystem(tokens.create(reader, { label: "x" }, { exempt: true }))).token,
        fixed: "fixed-token-of-the-configuration",
        administrator: (yield* as(admin)(tokens.create(admin, { label: "x" }))).token,
        "in process": (yield* asSystem(tokens.create(reader, { label: "x" }))).token,
        personal: (yield* as(reader)(tokens.create(reader, { label: "x" }, { exempt: true }))).token
      }
      const child = (token: string) =>
        Effect.gen(function* () {
          const caller = yield* authenticate(token)
          if (caller.kind !== "user") throw new Error("no user")
          return (yield* as(caller)(tokens.create(caller.user, { label: "child" }))).token
        })
      const children = yield* Effect.all({
        "made by that of the command line": child(made["command line"]),
        "made by a personal one": child(made.personal)
      })
      const line = yield* asSystem(tokens.create(reader, { label: "x" }, { exempt: true }))
      const rotations = {
        "rotated by a person": (yield* as(reader)(tokens.rotate(reader, line.apiToken.id))).token,
        "rotated by the program": (yield* asSystem(tokens.rotate(reader, line.apiToken.id))).token
      }
      const all = { ...made, ...children, ...rotations }
      const ends = Effect.all(
        Object.fromEntries(
          Object.entries(all).map(([name, token]) => [
            name,
            Effect.flatMap(authenticate(token), (bearer) => outcome(as(bearer)(organizations.get(id))))
          ])
        )
      )
      expect(new Set(Object.values(yield* ends))).toEqual(new Set(["ok"]))
      yield* as(admin)(organizations.update(id, { sso: true }))
      expect(yield* ends).toEqual({
        service: "ok",
        "command line": "ok",
        fixed: "ok",
        administrator: "ok",
        "in process": "Forbidden",
        personal: "Forbidden",
        "made by that of the command line": "ok",
        "made by a personal one": "Forbidden",
        "rotated by a person": "Forbidden",
        "rotated by the program": "ok"
      })
      expect(yield* outcome(as(reader)(organizations.get(id)))).toBe("ok")
      const listed = yield* as(yield* authenticate(made.personal))(organizations.list({}))
      expect(listed.items.map(({ permissions }) => permissions.view)).toEqual([false])
    }).pipe(Effect.provide(live))
  )

  it.effect("are rotated: the new one acts as the same user, the old one works as long as the overlap", () =>
    Effect.gen(function* () {
      const services = yield* ServiceTokens
      const spaces = yield* Spaces
      const { admin, id } = yield* organization()
      const first = yield* as(admin)(
        services.create(id, { label: "Builds", scopes: ["write"], expires: "1970-01-03T00:00:00Z" })
      )
      const second = yield* as(admin)(services.rotate(id, first.apiToken.id, { overlap: 60 }))
      expect(second.apiToken).toEqual({ ...first.apiToken, id: second.apiToken.id })
      for (const [title, { token }] of Object.entries({ first, second })) {
        const bearer = yield* authenticate(token)
        expect(bearer).toMatchObject({ kind: "user", user: first.apiToken.user.id, token: { service: true } })
        expect(yield* outcome(as(bearer)(spaces.create(id, { title })))).toBe("ok")
      }
      yield* TestClock.adjust(59_999)
      expect(yield* outcome(authenticate(first.token))).toBe("ok")
      yield* TestClock.adjust(1)
      expect(yield* outcome(authenticate(first.token))).toBe("Unauthenticated")

      const third = yield* as(admin)(services.rotate(id, second.apiToken.id, { overlap: 0 }))
      expect(yield* outcome(authenticate(second.token))).toBe("Unauthenticated")
      const fourth = yield* as(admin)(services.rotate(id, third.apiToken.id))
      yield* TestClock.adjust(86_399_999)
      expect(yield* outcome(authenticate(third.token))).toBe("ok")
      yield* TestClock.adjust(1)
      expect(yield* outcome(authenticate(third.token))).toBe("Unauthenticated")
      const bearer = yield* authenticate(fourth.token)
      expect((yield* as(bearer)((yield* Users).current)).id).toBe(first.apiToken.user.id)
      yield* TestClock.adjust("1 day")
      expect(yield* outcome(authenticate(fourth.token))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.effect("do not count as the administrator that an organization keeps", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { admin, id } = yield* organization()
      const bot = yield* as(admin)((yield* ServiceTokens).create(id, { label: "Bot", scopes: ["admin"] }))
      expect(yield* outcome(as(admin)(members.update(id, admin, { role: "read" })))).toBe("Conflict")
      expect(yield* outcome(as(admin)(members.remove(id, admin)))).toBe("Conflict")
      expect(yield* outcome(as(admin)(members.update(id, bot.apiToken.user.id, { role: "read" })))).toBe("ok")
    }).pipe(Effect.provide(live))
  )
})
