import { createHmac } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { Collections } from "@lectern/core/collections/Collections"
import { organizationKeyPlace } from "@lectern/core/foundation/encryption/Places"
import { Member } from "@lectern/core/members/Member"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { GrantRepository } from "@lectern/core/people/access/GrantRepository"
import { MemberRepository } from "@lectern/core/people/members/MemberRepository"
import { unkeyed } from "@lectern/core/secrets/Keyring"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Schema, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, outcome, person, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(Member, { onExcessProperty: "error" })

describe.each(storages)("members over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are added by the embedding program, once", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const new1 = yield* person("New")
      expect(yield* outcome(as(reader)(members.add(id, new1, "read")))).toBe("Forbidden")
      expect(yield* outcome(as(new1)(members.add(id, new1, "read")))).toBe("NotFound")
      expect(yield* outcome(as(admin)(members.add(id, new1, "read")))).toBe("Forbidden")
      expect(yield* outcome(asSystem(members.add(id, "nobody" as typeof admin, "read")))).toBe("NotFound")
      const made = yield* asSystem(members.add(id, new1, "edit"))
      expect(parse(made)).toMatchObject({ id: new1, role: "edit", disabled: false, sso: false, spaces: 0, teams: 0 })
      expect(yield* as(new1)(members.get(id, new1))).toEqual(made)
      expect(yield* outcome(asSystem(members.add(id, new1, "read")))).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("are set to sign in through SAML by administrators, as often as they like", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { id, admin } = yield* organization()
      const { admin: stranger } = yield* organization("Other")
      const reader = yield* member(id, "Reader", "read")
      const guest = yield* member(id, "Guest", null)
      const before = yield* as(admin)(members.get(id, reader))
      expect(yield* outcome(as(reader)(members.setSso(id, reader)))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(members.setSso(id, reader)))).toBe("NotFound")
      expect(yield* outcome(as(stranger)(members.setSso(id, reader)))).toBe("NotFound")
      expect(yield* outcome(as(admin)(members.setSso(id, stranger)))).toBe("NotFound")
      for (const _ of [1, 2]) expect(yield* as(admin)(members.setSso(id, reader))).toEqual({ ...before, sso: true })
      expect((yield* as(reader)(members.get(id, reader))).sso).toBe(true)
    }).pipe(Effect.provide(live))
  )

  it.effect("keep at least one administrator who is not disabled", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { id, admin } = yield* organization()
      expect(yield* outcome(as(admin)(members.update(id, admin, { role: "create" })))).toBe("Conflict")
      expect(yield* outcome(as(admin)(members.remove(id, admin)))).toBe("Conflict")
      expect(yield* outcome(asSystem(members.remove(id, admin)))).toBe("Conflict")
      expect(yield* outcome(as(admin)(members.update(id, admin, { disabled: true })))).toBe("Conflict")
      expect(yield* outcome(asSystem(members.update(id, admin, { disabled: true })))).toBe("Conflict")
      expect(yield* as(admin)(members.get(id, admin))).toMatchObject({ role: "admin", disabled: false })
      const second = yield* member(id, "Second", "admin")
      yield* as(admin)(members.update(id, second, { disabled: true }))
      for (const change of [{ disabled: true }, { role: "read" }, { role: null }] as const) {
        expect(yield* outcome(as(admin)(members.update(id, admin, change)))).toBe("Conflict")
      }
      expect(yield* outcome(as(admin)(members.remove(id, admin)))).toBe("Conflict")
      yield* as(admin)(members.update(id, second, { disabled: false }))
      expect(yield* as(admin)(members.update(id, admin, { role: "create" }))).toMatchObject({ role: "create" })
      expect(yield* outcome(as(admin)(members.update(id, admin, { role: "admin" })))).toBe("Forbidden")
      expect(yield* outcome(as(second)(members.update(id, second, { role: null })))).toBe("Conflict")
      expect(yield* outcome(as(second)(members.update(id, admin, {})))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("keep one even when all administrators leave at the same time", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { id, admin } = yield* organization()
      const others = yield* Effect.forEach(["B", "C", "D"], (name) => member(id, name, "admin"))
      const left = yield* Effect.forEach([admin, ...others], (each) => outcome(as(each)(members.remove(id, each))), {
        concurrency: "unbounded"
      })
      expect(left.toSorted()).toEqual(["Conflict", "ok", "ok", "ok"])
      expect((yield* asSystem(members.list(id, { role: "admin" }))).count).toBe(1)
    }).pipe(Effect.provide(live))
  )

  it.effect("leave on their own, are removed by administrators, and take their grants with them", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const organizations = yield* Organizations
      const grants = yield* GrantRepository
      const { id, admin } = yield* organization()
      const { admin: stranger } = yield* organization("Other")
      const [first, second, guest] = [
        yield* member(id, "First", "create"),
        yield* member(id, "Second", "read"),
        yield* member(id, "Guest", null)
      ]
      const space = yield* as(admin)((yield* Spaces).create(id, {}))
      yield* (yield* Storage).transaction(
        grants.insert({ target: space.id, user: first, organization: id, level: "edit" })
      )
      expect(yield* outcome(as(second)(members.remove(id, first)))).toBe("Forbidden")
      expect(yield* outcome(as(second)(members.remove(id, stranger)))).toBe("ok")
      expect(yield* outcome(as(stranger)(members.remove(id, first)))).toBe("ok")
      expect(yield* outcome(as(guest)(members.remove(id, first)))).toBe("ok")
      expect(yield* outcome(as(admin)(members.get(id, first)))).toBe("ok")
      yield* as(first)(members.remove(id, first))
      expect(yield* outcome(as(first)(organizations.get(id)))).toBe("NotFound")
      expect(yield* grants.on(space.id)).toEqual([])
      yield* as(admin)(members.remove(id, second))
      expect(yield* outcome(as(admin)(members.get(id, second)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("see each other unless they are guests", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const guest = yield* member(id, "Guest", null)
      expect(yield* outcome(as(reader)(members.list(id, {})))).toBe("ok")
      expect(yield* outcome(as(guest)(members.list(id, {})))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(members.get(id, admin)))).toBe("NotFound")
      expect(yield* outcome(as(guest)(members.get(id, guest)))).toBe("ok")
      expect(yield* outcome(as(guest)(members.update(id, admin, { role: null })))).toBe("NotFound")
      expect(yield* outcome(as(reader)(members.update(id, guest, { role: "read" })))).toBe("Forbidden")
    }).pipe(Effect.provide(live))
  )

  it.effect("are nobody to an organization that disabled them", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const organizations = yield* Organizations
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const { id: elsewhere } = yield* organization("Other")
      const reader = yield* member(id, "Reader", "read")
      yield* asSystem(members.add(elsewhere, reader, "read"))
      const space = yield* as(admin)(spaces.create(id, {}))
      expect(yield* outcome(as(reader)(spaces.get(space.id)))).toBe("ok")
      const repository = yield* MemberRepository
      const read = (yield* repository.find(id, reader))!
      yield* (yield* Storage).transaction(repository.replace(read, { ...read.value, disabled: true }))
      const calls = [organizations.get(id), spaces.get(space.id), spaces.list(id, {}), spaces.remove(space.id)]
      for (const call of calls) expect(yield* outcome<unknown, never>(as(reader)(call))).toBe("Unauthenticated")
      expect((yield* as(reader)(organizations.list({}))).items.map((each) => each.id)).toEqual([elsewhere])
      expect(yield* outcome(as(reader)(organizations.get(elsewhere)))).toBe("ok")
      expect((yield* as(admin)(members.get(id, reader))).disabled).toBe(true)
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed by when they joined or were seen, filtered by role and by name or address", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { id, admin } = yield* organization()
      const people = []
      for (const [name, role] of [
        ["Änne", "read"],
        ["Bob", "edit"],
        ["Cem", "read"],
        ["Dora", null]
      ] as const) {
        yield* TestClock.adjust(1000)
        people.push(yield* member(id, name, role))
      }
      const [anne, bob, cem, dora] = people
      const names = (query: Parameters<typeof members.list>[1]) =>
        Effect.map(
          walk((page) => as(admin)(members.list(id, { ...query, ...page })), 2),
          ({ items, counts }) => [items.map(({ user }) => user.displayName), ...counts]
        )
      expect(yield* names({})).toEqual([["Dora", "Cem", "Bob", "Änne", "Acme-admin"], 5])
      expect(yield* names({ order: "asc" })).toEqual([["Acme-admin", "Änne", "Bob", "Cem", "Dora"], 5])
      expect(yield* names({ role: "read" })).toEqual([["Cem", "Änne"], 2])
      expect(yield* names({ role: "guest" })).toEqual([["Dora"], 1])
      expect(yield* names({ search: "ÄNN" })).toEqual([["Änne"], 1])
      expect(yield* names({ search: "@EXAMPLE", role: "edit" })).toEqual([["Bob"], 1])
      expect(yield* names({ search: "o", order: "asc" })).toEqual([["Acme-admin", "Änne", "Bob", "Cem", "Dora"], 5])
      expect(yield* names({ search: "o", sort: "lastSeenAt" })).toEqual([[], 0])
      expect(yield* names({ search: "zzz" })).toEqual([[], 0])
      expect(yield* names({ sort: "lastSeenAt" })).toEqual([[], 0])
      for (const id2 of [cem!, anne!, dora!]) {
        yield* TestClock.adjust(1000)
        yield* as(id2)(members.ping(id))
      }
      expect(yield* names({ sort: "lastSeenAt" })).toEqual([["Dora", "Änne", "Cem"], 3])
      expect(yield* names({ sort: "lastSeenAt", order: "asc", role: "read" })).toEqual([["Cem", "Änne"], 2])
      expect((yield* as(admin)(members.get(id, dora!))).lastSeenAt).toBe("1970-01-01T00:00:07.000Z")
      const { next } = yield* as(admin)(members.list(id, { limit: 1 }))
      expect(yield* outcome(as(admin)(members.list(id, { limit: 1, page: next!.page, role: "read" })))).toBe("Invalid")
      expect(yield* outcome(as(bob!)(members.list(id, { limit: 1001 })))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("get claims that the organization's key signs", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const { id } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      yield* TestClock.adjust(5_500)
      const { serviceVisitorClaims = "" } = yield* as(reader)(members.ping(id))
      const [header = "", claims = "", signature] = serviceVisitorClaims.split(".")
      const json = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString("utf8"))
      expect(json(header)).toEqual({ alg: "HS256", typ: "JWT" })
      expect(json(claims)).toEqual({
        sub: reader,
        email: "reader@example.com",
        name: "Reader",
        organization: id,
        iat: 5,
        exp: 3605
      })
      const { OrganizationRepository } = yield* Effect.promise(
        () => import("@lectern/core/people/organizations/OrganizationRepository")
      )
      const { sealedKey } = (yield* (yield* OrganizationRepository).find(id))!.value
      const key = yield* unkeyed.unseal(organizationKeyPlace(id), sealedKey)
      expect(createHmac("sha256", key).update(`${header}.${claims}`).digest("base64url")).toBe(signature)
      expect(yield* outcome(asSystem(members.ping(id)))).toBe("Unauthenticated")
      expect(yield* outcome(as(yield* person("Stranger"))(members.ping(id)))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("have spaces: those that they may read, newest first, with their level", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const guest = yield* member(id, "Guest", null)
      const own = as(admin)
      const closed = yield* own(collections.create(id, { title: "Closed" }))
      yield* own(collections.update(closed.id, { defaultLevel: null }))
      yield* own(spaces.create(id, { title: "one" }))
      yield* own(spaces.create(id, { title: "hidden", parent: closed.id }))
      const two = yield* own(spaces.create(id, { title: "two" }))
      yield* own(spaces.update(two.id, { defaultLevel: "edit" }))
      yield* own(spaces.create(id, { title: "three" }))
      const gone = yield* own(spaces.create(id, { title: "gone" }))
      yield* own(spaces.remove(gone.id))
      const of = (caller: typeof admin, target: typeof admin, order?: "asc" | "desc") =>
        Effect.map(
          walk((page) => as(caller)(members.spaces(id, target, { ...page, ...(order && { order }) })), 2),
          ({ items, counts }) => [items.map(({ permission, space }) => `${space.title} ${permission}`), ...counts]
        )
      expect(yield* of(reader, reader)).toEqual([["three read", "two edit", "one read"], 3])
      expect(yield* of(admin, reader, "asc")).toEqual([["one read", "two edit", "three read"], 3])
      expect(yield* of(guest, guest)).toEqual([[], 0])
      expect(yield* of(admin, admin)).toEqual([["three admin", "two admin", "hidden admin", "one admin"], 4])
      expect(yield* outcome(as(reader)(members.spaces(id, admin, {})))).toBe("Forbidden")
      expect(yield* outcome(as(guest)(members.spaces(id, admin, {})))).toBe("NotFound")
      const counts = (yield* own(members.list(id, { order: "asc" }))).items.map((each) => each.spaces)
      expect(counts).toEqual([4, 3, 0])
    }).pipe(Effect.provide(live))
  )
})
