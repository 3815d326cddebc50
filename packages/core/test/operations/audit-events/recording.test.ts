import type { Role } from "@lectern/core/access/Role"
import type { AuditEventRecord } from "@lectern/core/audit-events/AuditEvent"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { Members } from "@lectern/core/members/Members"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { requestOrigin } from "@lectern/core/storage/trail/RequestOrigin"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, asSystem, member, organization, workspace } from "../../workspace.js"

const trail = Effect.flatMap(AuditEvents, (events) => asSystem(events.after(0, 1000)))

/** A change of a member, and whether its transaction is rolled back. */
const step = fc.record({
  role: fc.constantFrom<Role>("read", "edit", "create"),
  title: fc.constantFrom("Handbook", "Manual"),
  outcome: fc.constantFrom("commits", "fails", "dies", "fails inside")
})

describe.each(everyStorage)("the audit trail over $name", (storage) => {
  const live = workspace(storage)

  it("has the changes that were committed, and only these, in order", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        await Effect.gen(function* () {
          const { admin, id } = yield* organization()
          const user = yield* member(id, "Rex", "read")
          const spaces = yield* Spaces
          const { id: space } = yield* as(admin)(spaces.create(id, { title: "Handbook" }))
          const storage = yield* Storage
          const before = (yield* trail).length
          const expected: Array<readonly [action: string, was: unknown, is: unknown]> = []
          const now = { role: "read", title: "Handbook" }
          for (const { outcome, role, title } of steps) {
            const rename = as(admin)(spaces.update(space, { title }))
            const changes = Effect.gen(function* () {
              yield* as(admin)((yield* Members).update(id, user, { role }))
              yield* outcome === "fails inside"
                ? Effect.ignore(storage.transaction(Effect.zipRight(rename, Effect.fail("no"))))
                : rename
            })
            const end = outcome === "fails" ? Effect.fail("no") : outcome === "dies" ? Effect.die("no") : Effect.void
            yield* Effect.exit(storage.transaction(Effect.zipRight(changes, end)))
            if (outcome === "fails" || outcome === "dies") continue
            if (now.role !== role) expected.push(["member.updated", { role: now.role }, { role }])
            now.role = role
            if (outcome === "fails inside") continue
            if (now.title !== title) expected.push(["space.updated", { title: now.title }, { title }])
            now.title = title
          }
          const events = yield* trail
          expect(events.slice(before).map((event) => [event.action, event.before, event.after])).toEqual(expected)
          expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
        }).pipe(Effect.provide(live), Effect.runPromise)
      }),
      { numRuns: runs(storage.name === "memory" ? 12 : 3) }
    ))

  it("tells who changed something, from where and in which request", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const origin = { address: "203.0.113.7", request: "request-1" }
      const { id: space } = yield* as(admin)((yield* Spaces).create(id, {})).pipe(Effect.locally(requestOrigin, origin))
      const last = (yield* trail).at(-1)
      expect(last).toEqual({
        sequence: expect.any(Number),
        organization: id,
        time: expect.any(Number),
        action: "space.created",
        actor: { kind: "user", user: admin },
        ...origin,
        target: { kind: "space", id: space, title: "Untitled" },
        after: expect.objectContaining({ title: "Untitled", organization: id, sealedDownloadKey: "[redacted]" })
      } satisfies AuditEventRecord)
    }).pipe(Effect.provide(live), Effect.runPromise))

  it("grows neither by reading nor by editing content", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* organization()
      const { id: space } = yield* as(admin)((yield* Spaces).create(id, {}))
      const before = (yield* trail).length
      const edits = yield* ContentEdits
      yield* as(admin)(edits.apply(space, { changes: [{ operation: "insert_page", title: "Guide" }] }))
      yield* as(admin)((yield* Members).ping(id))
      yield* as(admin)((yield* AuditEvents).list(id, {}))
      expect((yield* trail).length).toBe(before)
    }).pipe(Effect.provide(live), Effect.runPromise))

  it("remembers how far each copy got", () =>
    Effect.gen(function* () {
      const { position, setPosition } = yield* AuditEvents
      yield* asSystem(setPosition("file", 3))
      yield* asSystem(setPosition("file", 5))
      yield* asSystem(setPosition("url", 4))
      expect(yield* asSystem(Effect.all([position("file"), position("url"), position("other")]))).toEqual([5, 4, 0])
    }).pipe(Effect.provide(live), Effect.runPromise))
})
