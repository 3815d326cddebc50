import { describe, expect, it } from "@effect/vitest"
import { Users } from "@lectern/core/users/Users"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, person, workspace } from "../../workspace.js"

describe.each(storages)("users over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are made by the embedding program alone, one for each e-mail address", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const ada = yield* asSystem(users.create({ displayName: "Ada", email: "Ada@Example.com" }))
      expect(ada).toEqual({
        object: "user",
        id: ada.id,
        displayName: "Ada",
        email: "ada@example.com",
        urls: { location: `https://docs.example/v1/users/${ada.id}` }
      })
      expect(yield* outcome(asSystem(users.create({ displayName: "B", email: "ADA@example.com" })))).toBe("Conflict")
      expect(yield* outcome(as(ada.id)(users.create({ displayName: "B", email: "b@example.com" })))).toBe("Forbidden")
      const refused = yield* failure(asSystem(users.create({ displayName: "", email: "b@example.com" })))
      expect(refused).toMatchObject({ _tag: "Invalid", field: "displayName" })
      expect(yield* outcome(asSystem(users.create({ displayName: "B", email: "nowhere" })))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("are found by e-mail address by the embedding program alone", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const id = yield* person("Ada")
      expect((yield* asSystem(users.findByEmail("ADA@example.com")))?.id).toBe(id)
      expect(yield* asSystem(users.findByEmail("ada@example.co"))).toBeUndefined()
      expect(yield* outcome(as(id)(users.findByEmail("ada@example.com")))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )

  it.effect("know who they are", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const id = yield* person("Ada")
      expect((yield* as(id)(users.current)).id).toBe(id)
      expect(yield* outcome(asSystem(users.current))).toBe("Unauthenticated")
    }).pipe(Effect.provide(live))
  )

  it.effect("see themselves and those they share an organization with, guests nobody else", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const { id: acme, admin } = yield* organization("Acme")
      const { admin: stranger } = yield* organization("Other")
      const reader = yield* member(acme, "Reader", "read")
      const guest = yield* member(acme, "Guest", null)
      expect(yield* outcome(as(reader)(users.get(admin)))).toBe("ok")
      expect(yield* outcome(as(reader)(users.get(guest)))).toBe("ok")
      expect(yield* outcome(as(guest)(users.get(guest)))).toBe("ok")
      expect(yield* outcome(as(guest)(users.get(admin)))).toBe("NotFound")
      expect(yield* outcome(as(reader)(users.get(stranger)))).toBe("NotFound")
      expect(yield* outcome(asSystem(users.get(stranger)))).toBe("ok")
      const absent = yield* failure(as(reader)(users.get("nobody" as typeof admin)))
      expect(absent.message).toBe((yield* failure(as(reader)(users.get(stranger)))).message)
    }).pipe(Effect.provide(live))
  )
})
