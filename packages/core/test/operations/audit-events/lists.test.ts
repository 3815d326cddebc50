import { Accounts } from "@lectern/core/accounts/Accounts"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { makeAuditEventRepository } from "@lectern/core/operations/audit-events/AuditEventRepository"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { UserRepository } from "@lectern/core/people/users/UserRepository"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, asSystem, failure, member, organization, person, walk, workspace } from "../../workspace.js"

const day = 86_400_000

/** A possible event, and the filters of a list, out of few values so that they meet. */
const event = fc.record({
  organization: fc.constantFrom("acme", "other"),
  actor: fc.constantFrom("ada", "rex"),
  action: fc.constantFrom("space.created", "member.updated"),
  target: fc.constantFrom("one", "two"),
  time: fc.integer({ min: 0, max: 4 }).map((hours) => hours * 3_600_000)
})
const optionally = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: undefined })
const moment = fc.integer({ min: 0, max: 5 }).map((hours) => new Date(hours * 3_600_000).toISOString())
const filters = fc.record({
  actor: optionally(fc.constantFrom("ada", "rex", "nobody")),
  action: optionally(fc.constantFrom("space.created", "member.updated")),
  target: optionally(fc.constantFrom("one", "two")),
  from: optionally(moment),
  to: optionally(moment)
})

describe.each(everyStorage)("lists of audit events over $name", (storage) => {
  const live = workspace(storage)

  it("have what passes the filters, newest first, page by page", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 25 }),
        filters,
        async (made, { actor, action, target, from, to }) => {
          await Effect.gen(function* () {
            const { id } = yield* organization()
            const events = yield* makeAuditEventRepository
            const known = made.map((each, at) => ({
              ...each,
              at,
              organization: each.organization === "acme" ? id : "x"
            }))
            for (const each of known) {
              yield* events.add({
                organization: each.organization,
                time: each.time,
                action: each.action,
                actor: { kind: "user", user: each.actor },
                target: { kind: "thing", id: each.target, title: String(each.at) }
              })
            }
            const given = { actor, action, target, from, to: to ?? new Date(day).toISOString() }
            const expected = known
              .filter(
                (each) =>
                  each.organization === id &&
                  (actor ?? each.actor) === each.actor &&
                  (action ?? each.action) === each.action &&
                  (target ?? each.target) === each.target &&
                  (from === undefined || each.time >= Date.parse(from)) &&
                  each.time < Date.parse(given.to)
              )
              .sort((one, other) => other.time - one.time || other.at - one.at)
              .map(({ at }) => String(at))
            const { list } = yield* AuditEvents
            const { counts, items } = yield* walk((query) => asSystem(list(id, { ...defined(given), ...query })), 7)
            expect(items.map((each) => each.target.title)).toEqual(expected)
            expect(counts).toEqual(new Set([expected.length]))
          }).pipe(Effect.provide(live), Effect.runPromise)
        }
      ),
      { numRuns: runs(storage.name === "memory" ? 15 : 4) }
    ))

  it("are for administrators: of the organization, and of the server", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const creator = yield* member(id, "Creator", "create")
      const stranger = yield* person("Stranger")
      const { list, server } = yield* AuditEvents
      expect((yield* as(admin)(list(id, {}))).count).toBeGreaterThan(0)
      expect((yield* failure(as(creator)(list(id, {}))))._tag).toBe("Forbidden")
      expect((yield* failure(as(stranger)(list(id, {}))))._tag).toBe("NotFound")
      expect((yield* failure(as(admin)(server({}))))._tag).toBe("Forbidden")
      const { items } = yield* asSystem(server({}))
      expect(items.every((each) => each.organization === undefined)).toBe(true)
      expect(items.map(({ action }) => action)).toContain("organization.created")
      for (const query of [{ from: "yesterday" }, { actor: "" }, { limit: 1001 }, { page: "wrong" }]) {
        expect((yield* failure(as(admin)(list(id, query))))._tag).toBe("Invalid")
      }
    }).pipe(Effect.provide(live), Effect.runPromise))

  it("name people as they are called now, and nobody who is gone", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const rex = yield* member(id, "Rex", "read")
      const users = yield* UserRepository
      const { list } = yield* AuditEvents
      const joined = Effect.map(as(admin)(list(id, { target: rex, action: "member.created" })), ({ items }) => items[0])
      expect((yield* joined)?.target).toEqual({ kind: "member", id: rex, title: "Rex" })
      const found = yield* users.find(rex)
      if (found === undefined) return yield* Effect.dieMessage("Rex is gone")
      yield* users.replace(found, { ...found.value, displayName: "Regina" })
      expect((yield* joined)?.target.title).toBe("Regina")
      const unknown = { organization: id as OrganizationId, time: 0, action: "a.b", target: { kind: "x", id: "x" } }
      yield* (yield* makeAuditEventRepository).add({ ...unknown, actor: { kind: "user", user: "gone" } })
      const { items } = yield* as(admin)(list(id, { actor: "gone" }))
      expect(items[0]?.actor).toEqual({ kind: "user", user: "gone" })
    }).pipe(Effect.provide(live), Effect.runPromise))

  it("keep what an erased person did, and forget who that was", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const rex = yield* member(id, "Rex", "create")
      yield* as(rex)((yield* Spaces).create(id, { title: "Handbook" }))
      yield* asSystem((yield* Accounts).erase(rex))
      const events = yield* AuditEvents
      const { items } = yield* as(admin)(events.list(id, {}))
      const made = items.find(({ action }) => action === "space.created")
      expect(made?.actor).toEqual({ kind: "user", user: rex, displayName: "Deleted user" })
      expect(items[0]).toMatchObject({ action: "member.deleted", target: { id: rex, title: "Deleted user" } })
      const { items: ofServer } = yield* asSystem(events.server({ target: rex }))
      expect(ofServer.map(({ action }) => action)).toEqual(["user.erased", "user.created"])
      const stored = yield* asSystem(events.after(0, 1000))
      expect(JSON.stringify([items, ofServer, stored])).not.toMatch(/Rex|rex@/)
    }).pipe(Effect.provide(live), Effect.runPromise))

  it("have no event that is older than it may be, once it is cleaned away", () =>
    Effect.gen(function* () {
      const { id } = yield* organization()
      const events = yield* AuditEvents
      yield* TestClock.adjust("9 days")
      yield* member(id, "Rex", "read")
      yield* TestClock.adjust("2 days")
      expect(yield* asSystem(events.clean(10))).toBeGreaterThan(0)
      const { items } = yield* asSystem(events.list(id, {}))
      expect(items.map(({ action, time }) => [action, time])).toEqual([
        ["member.created", new Date(9 * day).toISOString()]
      ])
      expect(yield* asSystem(events.clean(10))).toBe(0)
    }).pipe(Effect.provide(Layer.provideMerge(live, TestContext.TestContext)), Effect.runPromise))
})

/** The fields of an object that are defined. */
const defined = <A extends object>(given: A) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
