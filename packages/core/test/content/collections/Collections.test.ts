import { describe, expect, it } from "@effect/vitest"
import { Collection, CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Schema } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, outcome, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(Collection, { onExcessProperty: "error" })

describe.each(storages)("collections over $name", (storage) => {
  const live = workspace(storage)

  it.effect("are made in each other, and changed", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const outer = yield* as(admin)(collections.create(id, { title: "Outer" }))
      expect(parse(outer)).toEqual({
        object: "collection",
        id: outer.id,
        title: "Outer",
        organization: id,
        defaultLevel: "read",
        urls: {
          location: `https://docs.example/v1/collections/${outer.id}`,
          app: `https://docs.example/app/c/${outer.id}`
        },
        permissions: { view: true, admin: true, viewInviteLinks: true, create: true }
      })
      const inner = yield* as(admin)(collections.create(id, { parent: outer.id }))
      expect(inner).toMatchObject({ title: "Untitled", parent: outer.id })
      const changed = yield* as(admin)(collections.update(outer.id, { description: "All", defaultLevel: "edit" }))
      expect(changed).toEqual({ ...outer, description: "All", defaultLevel: "edit" })
      expect((yield* as(admin)(collections.get(inner.id))).defaultLevel).toBe("edit")
      yield* as(admin)(collections.update(outer.id, { defaultLevel: "inherit" }))
      expect((yield* as(admin)(collections.get(inner.id))).defaultLevel).toBe("read")
      expect(yield* outcome(as(admin)(collections.update(outer.id, { title: "x".repeat(51) })))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("need the level that each operation states, and are not there below read", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const { admin: stranger } = yield* organization("Other")
      const shelf = yield* as(admin)(collections.create(id, {}))
      const outcomes = (caller: typeof admin, target: CollectionId) =>
        Effect.map(
          Effect.forEach(
            [
              collections.get(target),
              collections.spaces(target, {}),
              collections.update(target, { title: "x" }),
              collections.move(target, { parent: null }),
              collections.create(id, { parent: target }),
              collections.create(id, {}),
              collections.remove(target)
            ],
            (call) => outcome<unknown, never>(as(caller)(call))
          ),
          (all) => all.join(" ")
        )
      const reviewer = yield* member(id, "Reviewer", "review")
      const guest = yield* member(id, "Guest", null)
      const creator = yield* member(id, "Creator", "create")
      const nothing = CollectionId.make("nothing")
      const invisible = "NotFound NotFound NotFound NotFound NotFound"
      expect(yield* outcomes(reviewer, shelf.id)).toBe("ok ok Forbidden Forbidden Forbidden Forbidden Forbidden")
      expect(yield* outcomes(guest, shelf.id)).toBe(`${invisible} Forbidden ok`)
      expect(yield* outcomes(guest, nothing)).toBe(`${invisible} Forbidden ok`)
      expect(yield* outcomes(stranger, shelf.id)).toBe(`${invisible} NotFound ok`)
      expect(yield* outcomes(creator, shelf.id)).toBe("ok ok ok Conflict ok ok ok")
      expect(yield* outcomes(creator, shelf.id)).toBe(`${invisible} ok ok`)
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed in order, nested or not, as each caller may see them", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const own = as(admin)
      const create = (title: string, parent?: CollectionId) =>
        own(collections.create(id, { title, ...(parent !== undefined && { parent }) }))
      const a = yield* create("a")
      const b = yield* create("b")
      yield* create("c")
      yield* create("a1", a.id)
      const b1 = yield* create("b1", b.id)
      yield* create("b2", b.id)
      yield* own(collections.update(b.id, { defaultLevel: null }))
      yield* own(collections.update(b1.id, { defaultLevel: "read" }))
      yield* own(collections.move(a.id, { position: { after: { type: "collection", collection: b.id } } }))
      const titles = (caller: typeof admin, nested?: boolean) =>
        Effect.map(
          walk((query) => as(caller)(collections.list(id, { ...query, ...(nested !== undefined && { nested }) })), 2),
          ({ items, counts }) => [items.map(({ title }) => title).join(" "), ...counts]
        )
      expect(yield* titles(admin, false)).toEqual(["b a c", 3])
      expect(yield* titles(reader, false)).toEqual(["a c b1", 3])
      const [all, count] = yield* titles(admin)
      expect([String(all).split(" ").slice(0, 3).join(" "), count]).toEqual(["b a c", 6])
      expect(String(all)).toContain("b1 b2")
      const [seen, seenCount] = yield* titles(reader)
      expect([String(seen).split(" ").sort().join(" "), seenCount]).toEqual(["a a1 b1 c", 4])
      const { next } = yield* own(collections.list(id, { limit: 1 }))
      expect(yield* outcome(own(collections.list(id, { ...next, nested: false })))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("do not move into themselves or to where they are", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const own = as(admin)
      const a = yield* own(collections.create(id, { title: "a" }))
      const b = yield* own(collections.create(id, { title: "b", parent: a.id }))
      const c = yield* own(collections.create(id, { title: "c", parent: b.id }))
      const move = (target: CollectionId, input: Parameters<typeof collections.move>[1]) =>
        outcome(own(collections.move(target, input)))
      expect(yield* move(a.id, { parent: a.id })).toBe("Conflict")
      expect(yield* move(a.id, { parent: c.id })).toBe("Conflict")
      expect(yield* move(a.id, { parent: null })).toBe("Conflict")
      expect(yield* move(b.id, { parent: a.id })).toBe("Conflict")
      expect(yield* move(b.id, { parent: CollectionId.make("nothing") })).toBe("NotFound")
      expect(yield* move(c.id, { parent: null })).toBe("ok")
      expect(yield* move(a.id, { parent: c.id })).toBe("ok")
      expect((yield* own(collections.get(a.id))).parent).toBe(c.id)
      expect(yield* own(collections.get(c.id))).not.toHaveProperty("parent")
    }).pipe(Effect.provide(live))
  )

  it.effect("are removed with all that is in them", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const own = as(admin)
      const outer = yield* own(collections.create(id, {}))
      const inner = yield* own(collections.create(id, { parent: outer.id }))
      const beside = yield* own(collections.create(id, {}))
      const kept = yield* own(spaces.create(id, { parent: beside.id }))
      const deep = yield* own(spaces.create(id, { parent: inner.id }))
      expect((yield* own(collections.spaces(outer.id, {}))).count).toBe(0)
      expect((yield* own(collections.spaces(inner.id, {}))).items).toEqual([deep])
      yield* own(collections.remove(outer.id))
      expect(yield* outcome(own(collections.get(inner.id)))).toBe("NotFound")
      expect((yield* own(collections.list(id, {}))).items.map((each) => each.id)).toEqual([beside.id])
      expect((yield* own(spaces.list(id, {}))).items.map((each) => each.id)).toEqual([kept.id])
      expect(yield* own(spaces.get(deep.id))).toHaveProperty("deletedAt")
      expect((yield* own(spaces.restore(deep.id))).visibility).toBe("private")
      yield* own(collections.remove(outer.id))
    }).pipe(Effect.provide(live))
  )
})
