import { describe, expect, it } from "@effect/vitest"
import { Collections } from "@lectern/core/collections/Collections"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { GrantRepository } from "@lectern/core/people/access/GrantRepository"
import { SpaceRepository } from "@lectern/core/people/places/SpaceRepository"
import { Space, SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Schema, TestClock } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, walk, workspace } from "../../workspace.js"

const parse = Schema.decodeUnknownSync(Space, { onExcessProperty: "error" })
const week = 7 * 24 * 60 * 60 * 1000

describe.each(storages)("spaces over $name", (storage) => {
  const live = workspace(storage)

  it.effect("begin empty, live, private and last in order", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const first = yield* as(admin)(spaces.create(id, { title: "Handbook", emoji: "📘" }))
      expect(parse(first)).toEqual({
        object: "space",
        id: first.id,
        title: "Handbook",
        emoji: "📘",
        visibility: "private",
        createdAt: "1970-01-01T00:00:00.000Z",
        updatedAt: "1970-01-01T00:00:00.000Z",
        editMode: "live",
        mergeRules: { type: "inherit" },
        protected: false,
        organization: id,
        revision: first.revision,
        defaultLevel: "read",
        comments: 0,
        changeRequests: 0,
        changeRequestsOpen: 0,
        changeRequestsDraft: 0,
        urls: {
          location: `https://docs.example/v1/spaces/${first.id}`,
          app: `https://docs.example/app/s/${first.id}`
        },
        permissions: {
          view: true,
          access: true,
          admin: true,
          viewInviteLinks: true,
          edit: true,
          triggerGitSync: false,
          comment: true,
          merge: true,
          review: true
        }
      })
      const second = yield* asSystem(spaces.create(id, {}))
      expect(second).toMatchObject({ title: "Untitled", emoji: "1f4d6" })
      expect(yield* as(admin)(spaces.get(first.id))).toEqual(first)
      const listed = yield* as(admin)(spaces.list(id, {}))
      expect(listed.items).toEqual([first, yield* as(admin)(spaces.get(second.id))])
    }).pipe(Effect.provide(live))
  )

  it.effect("are answered with the same frozen object until they or the caller's rights change", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const members = yield* Members
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const space = yield* as(admin)(spaces.create(id, { title: "One" }))
      const get = (caller: typeof admin) => as(caller)(spaces.get(space.id))
      const first = yield* get(admin)
      expect(Object.isFrozen(first) && Object.isFrozen(first.urls)).toBe(true)
      expect(yield* get(admin)).toBe(first)
      expect((yield* as(admin)(spaces.list(id, {}))).items[0]).toBe(first)
      const read = yield* get(reader)
      expect([read.permissions.edit, first.permissions.edit]).toEqual([false, true])
      expect(yield* get(reader)).toBe(read)
      yield* as(admin)(members.update(id, reader, { role: "edit" }))
      expect((yield* get(reader)).permissions.edit).toBe(true)
      yield* as(admin)(spaces.update(space.id, { title: "Two" }))
      expect([yield* get(admin), yield* get(reader)]).toMatchObject([{ title: "Two" }, { title: "Two" }])
      expect(first.title).toBe("One")
    }).pipe(Effect.provide(live))
  )

  it.effect("need the level that each operation states, and are not there below read", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const { admin: stranger } = yield* organization("Other")
      const space = yield* as(admin)(spaces.create(id, {}))
      const calls = {
        get: spaces.get(space.id),
        update: spaces.update(space.id, { title: "x" }),
        move: spaces.move(space.id, { parent: null }),
        restore: spaces.restore(space.id),
        duplicate: spaces.duplicate(space.id),
        remove: spaces.remove(space.id),
        create: spaces.create(id, {})
      }
      const outcomes = (caller: typeof admin) =>
        Effect.map(
          Effect.forEach(Object.values(calls), (call) => outcome<unknown, never>(as(caller)(call))),
          (all) => all.join(" ")
        )
      const reviewer = yield* member(id, "Reviewer", "review")
      const guest = yield* member(id, "Guest", null)
      expect(yield* outcomes(reviewer)).toBe("ok Forbidden Forbidden Forbidden Forbidden Forbidden Forbidden")
      expect(yield* outcomes(guest)).toBe("NotFound NotFound NotFound NotFound NotFound ok Forbidden")
      expect(yield* outcomes(stranger)).toBe("NotFound NotFound NotFound NotFound NotFound ok NotFound")
      const creator = yield* member(id, "Creator", "create")
      expect(yield* outcomes(creator)).toBe("ok ok Conflict Conflict ok ok ok")
      const messages = yield* Effect.forEach([space.id, SpaceId.make("nothing")], (each) =>
        Effect.map(failure(as(stranger)(spaces.get(each))), ({ message }) => message)
      )
      expect(messages).toEqual(["space not found", "space not found"])
    }).pipe(Effect.provide(live))
  )

  it.effect("have an emoji or an icon", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const space = yield* as(admin)(spaces.create(id, { emoji: "1f4d8" }))
      const shown = (patch: Parameters<typeof spaces.update>[1]) =>
        Effect.map(as(admin)(spaces.update(space.id, patch)), ({ emoji, urls }) => [emoji, urls.icon])
      const icon = "https://acme.example/icon.png"
      expect(yield* shown({ icon: null })).toEqual(["1f4d8", undefined])
      expect(yield* shown({ icon })).toEqual(["1f4d6", icon])
      expect(yield* shown({ emoji: null })).toEqual(["1f4d6", icon])
      expect(yield* shown({ emoji: "📗" })).toEqual(["📗", undefined])
      expect(yield* shown({ emoji: null, icon })).toEqual(["1f4d6", icon])
      expect(yield* shown({ emoji: null, icon: null })).toEqual(["1f4d6", undefined])
      expect(yield* outcome(as(admin)(spaces.update(space.id, { emoji: "📗", icon })))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("take settings apart from each other and answer the default level in force", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const collections = yield* Collections
      const organizations = yield* Organizations
      const { id, admin } = yield* organization()
      const own = as(admin)
      const shelf = yield* own(collections.create(id, {}))
      const space = yield* own(spaces.create(id, { parent: shelf.id }))
      const state = Effect.map(own(spaces.get(space.id)), (each) => [each.visibility, each.defaultLevel])
      expect(yield* state).toEqual(["in-collection", "read"])
      yield* own(organizations.update(id, { defaultRole: "comment" }))
      expect(yield* state).toEqual(["in-collection", "comment"])
      yield* own(collections.update(shelf.id, { defaultLevel: "edit" }))
      expect(yield* state).toEqual(["in-collection", "edit"])
      yield* own(spaces.update(space.id, { defaultLevel: null }))
      expect(yield* state).toEqual(["private", null])
      yield* TestClock.adjust(1000)
      const changed = yield* own(spaces.update(space.id, { defaultLevel: "inherit", title: "New", editMode: "locked" }))
      expect(changed).toMatchObject({
        title: "New",
        editMode: "locked",
        visibility: "in-collection",
        parent: shelf.id,
        updatedAt: "1970-01-01T00:00:01.000Z"
      })
      expect(yield* outcome(own(spaces.update(space.id, { title: "x".repeat(51) })))).toBe("Invalid")
    }).pipe(Effect.provide(live))
  )

  it.effect("stay with their creator when the default becomes no access", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const grants = yield* GrantRepository
      const { id, admin } = yield* organization()
      const creator = yield* member(id, "Creator", "create")
      const other = yield* member(id, "Other", "create")
      const space = yield* as(creator)(spaces.create(id, {}))
      yield* as(other)(spaces.update(space.id, { defaultLevel: null }))
      expect(yield* outcome(as(creator)(spaces.update(space.id, { title: "Mine" })))).toBe("ok")
      expect(yield* outcome(as(other)(spaces.get(space.id)))).toBe("NotFound")
      expect(yield* outcome(as(admin)(spaces.get(space.id)))).toBe("ok")
      expect((yield* as(other)(spaces.list(id, {}))).count).toBe(0)
      yield* as(admin)(spaces.update(space.id, { defaultLevel: null }))
      expect(yield* grants.on(space.id)).toEqual([
        { target: space.id, user: creator, organization: id, level: "create" }
      ])
      const copy = yield* as(admin)(spaces.duplicate(space.id))
      expect(yield* outcome(as(other)(spaces.get(copy.id)))).toBe("NotFound")
      expect((yield* as(creator)(spaces.get(copy.id))).permissions.admin).toBe(true)
    }).pipe(Effect.provide(live))
  )

  it.effect("go into collections of their organization where the caller may create", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const other = yield* organization("Other")
      const foreign = yield* as(other.admin)(collections.create(other.id, {}))
      yield* asSystem((yield* Members).add(other.id, admin, "admin"))
      const reader = yield* member(id, "Reader", "read")
      const open = yield* as(admin)(collections.create(id, {}))
      yield* as(admin)(collections.update(open.id, { defaultLevel: "create" }))
      const closed = yield* as(admin)(collections.create(id, {}))
      yield* as(admin)(collections.update(closed.id, { defaultLevel: null }))
      expect(yield* outcome(as(reader)(spaces.create(id, {})))).toBe("Forbidden")
      expect(yield* as(reader)(spaces.create(id, { parent: open.id }))).toMatchObject({
        parent: open.id,
        visibility: "in-collection",
        permissions: { admin: true }
      })
      expect(yield* outcome(as(reader)(spaces.create(id, { parent: closed.id })))).toBe("NotFound")
      expect(yield* outcome(as(admin)(spaces.create(id, { parent: foreign.id })))).toBe("NotFound")
      const space = yield* as(admin)(spaces.create(id, {}))
      expect(yield* outcome(as(admin)(spaces.move(space.id, { parent: foreign.id })))).toBe("NotFound")
    }).pipe(Effect.provide(live))
  )

  it.effect("vanish when deleted, can be restored for 7 days, and are gone to the millisecond", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "review")
      const space = yield* as(admin)(spaces.create(id, {}))
      expect(yield* outcome(as(admin)(spaces.restore(space.id)))).toBe("Conflict")
      yield* TestClock.adjust(1000)
      yield* as(admin)(spaces.remove(space.id))
      yield* TestClock.adjust(1000)
      yield* as(admin)(spaces.remove(space.id))
      const deleted = yield* as(admin)(spaces.get(space.id))
      expect(parse(deleted)).toMatchObject({
        deletedAt: "1970-01-01T00:00:01.000Z",
        permissions: { view: true, access: true, admin: false, edit: false, comment: false }
      })
      expect(yield* as(admin)(spaces.list(id, {}))).toEqual({ count: 0, items: [] })
      expect(yield* outcome(as(admin)(spaces.update(space.id, { title: "x" })))).toBe("NotFound")
      expect(yield* outcome(as(admin)(spaces.duplicate(space.id)))).toBe("NotFound")
      expect(yield* outcome(as(reader)(spaces.get(space.id)))).toBe("NotFound")
      expect(yield* outcome(as(reader)(spaces.restore(space.id)))).toBe("NotFound")
      expect(yield* outcome(as(reader)(spaces.remove(space.id)))).toBe("ok")
      const { deletedAt: _, ...restored } = yield* as(admin)(spaces.restore(space.id))
      expect(restored).toEqual(space)
      expect((yield* as(admin)(spaces.list(id, {}))).count).toBe(1)

      yield* as(admin)(spaces.remove(space.id))
      yield* TestClock.adjust(week - 1)
      expect(yield* asSystem(spaces.purge)).toHaveLength(0)
      expect(yield* outcome(as(admin)(spaces.get(space.id)))).toBe("ok")
      yield* TestClock.adjust(1)
      for (const call of [spaces.get(space.id), spaces.restore(space.id)]) {
        expect(yield* outcome(as(admin)(call))).toBe("NotFound")
      }
      expect(yield* outcome(as(admin)(spaces.remove(space.id)))).toBe("ok")
      expect(yield* outcome(as(admin)(spaces.purge))).toBe("Forbidden")
      expect(yield* asSystem(spaces.purge)).toHaveLength(1)
      expect(yield* (yield* SpaceRepository).find(space.id)).toBeUndefined()
      expect(yield* asSystem(spaces.purge)).toHaveLength(0)
    }).pipe(Effect.provide(live))
  )

  it.effect("return to their collection and place, or to the end of the root", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const own = as(admin)
      const shelf = yield* own(collections.create(id, {}))
      const [a, b, c] = [
        yield* own(spaces.create(id, { title: "a", parent: shelf.id })),
        yield* own(spaces.create(id, { title: "b", parent: shelf.id })),
        yield* own(spaces.create(id, { title: "c", parent: shelf.id }))
      ]
      const titles = Effect.map(own(spaces.list(id, {})), ({ items }) => items.map(({ title }) => title).join(""))
      yield* own(spaces.remove(b.id))
      const between = { after: { type: "space", space: a.id }, before: { type: "space", space: c.id } } as const
      const d = yield* own(spaces.create(id, { title: "d", parent: shelf.id }))
      yield* own(spaces.move(d.id, { position: between }))
      expect(yield* titles).toBe("adc")
      yield* own(spaces.restore(b.id))
      expect(yield* titles).toBe("abdc")
      yield* own(spaces.create(id, { title: "r" }))
      yield* own(collections.update(shelf.id, { defaultLevel: null }))
      yield* own(collections.remove(shelf.id))
      expect(yield* titles).toBe("r")
      const deleted = yield* own(spaces.get(a.id))
      expect(deleted).not.toHaveProperty("parent")
      expect(yield* own(spaces.restore(a.id))).toMatchObject({ visibility: "private", defaultLevel: null })
      expect(yield* titles).toBe("ra")
    }).pipe(Effect.provide(live))
  )

  it.effect("have a place of their own when many are made and moved at the same time", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const made = yield* Effect.forEach([...Array(12).keys()], () => as(admin)(spaces.create(id, {})), {
        concurrency: "unbounded"
      })
      const [first] = made
      const position = { before: { type: "space", space: first!.id } } as const
      yield* Effect.forEach(made.slice(1), (space) => Effect.either(as(admin)(spaces.move(space.id, { position }))), {
        concurrency: "unbounded"
      })
      const stored = yield* (yield* SpaceRepository).list(id)
      expect(new Set(stored.map(({ value }) => value.position)).size).toBe(12)
      expect(stored.at(-1)?.value.id).toBe(first!.id)
      expect((yield* as(admin)(spaces.list(id, {}))).count).toBe(12)
    }).pipe(Effect.provide(live))
  )

  it.effect("are copied right after the original", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const own = as(admin)
      const first = yield* own(spaces.create(id, { title: "😀".repeat(45), emoji: "📘" }))
      yield* own(spaces.create(id, { title: "last" }))
      yield* own(spaces.update(first.id, { editMode: "locked", defaultLevel: "comment" }))
      const copy = yield* own(spaces.duplicate(first.id))
      expect(copy).toMatchObject({
        title: `Copy of ${"😀".repeat(42)}`,
        emoji: "📘",
        editMode: "live",
        defaultLevel: "comment"
      })
      expect(copy.revision).not.toBe(first.revision)
      expect((yield* own(spaces.list(id, {}))).items.map((each) => each.id)[1]).toBe(copy.id)
    }).pipe(Effect.provide(live))
  )

  it.effect("share one order with the collections of their parent", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const own = as(admin)
      const a = yield* own(spaces.create(id, { title: "a" }))
      const shelf = yield* own(collections.create(id, { title: "shelf" }))
      const b = yield* own(spaces.create(id, { title: "b" }))
      const inside = yield* own(spaces.create(id, { title: "inside", parent: shelf.id }))
      const at = (each: { readonly id: SpaceId }) => ({ type: "space", space: each.id }) as const
      const atShelf = { type: "collection", collection: shelf.id } as const
      const move = (each: { readonly id: SpaceId }, input: Parameters<typeof spaces.move>[1]) =>
        outcome(own(spaces.move(each.id, input)))
      const titles = Effect.map(own(spaces.list(id, {})), ({ items }) => items.map(({ title }) => title).join(" "))

      expect(yield* move(b, { position: { after: atShelf } })).toBe("Conflict")
      expect(yield* move(b, { position: { before: at(b) } })).toBe("Conflict")
      expect(yield* move(b, { position: {} })).toBe("Conflict")
      expect(yield* move(a, { position: { before: atShelf } })).toBe("Conflict")
      expect(yield* move(b, {})).toBe("Invalid")
      expect(yield* move(b, { position: { after: at(a), before: atShelf } })).toBe("ok")
      expect(yield* titles).toBe("a b inside")
      expect(yield* move(a, { position: { after: at(b), before: atShelf } })).toBe("ok")
      expect(yield* titles).toBe("b a inside")
      expect(yield* move(b, { position: { after: atShelf, before: at(a) } })).toBe("Invalid")
      expect(yield* move(a, { position: { before: at(inside) } })).toBe("Invalid")
      expect(yield* move(a, { position: { before: { type: "space", space: SpaceId.make("nothing") } } })).toBe(
        "NotFound"
      )
      expect(yield* move(a, { parent: shelf.id, position: { before: at(inside) } })).toBe("ok")
      expect(yield* titles).toBe("b a inside")
      expect((yield* own(spaces.get(a.id))).parent).toBe(shelf.id)
      expect(yield* move(a, { parent: null })).toBe("ok")
      expect(yield* own(spaces.get(a.id))).not.toHaveProperty("parent")
      expect(yield* outcome(own(collections.move(shelf.id, { position: { after: at(a) } })))).toBe("ok")
      expect(yield* move(a, { position: { before: atShelf } })).toBe("Conflict")
    }).pipe(Effect.provide(live))
  )

  it.effect("move where the caller may create; what the caller cannot see does not count as a neighbour", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const collections = yield* Collections
      const { id, admin } = yield* organization()
      const creator = yield* member(id, "Creator", "create")
      const reader = yield* member(id, "Reader", "read")
      const a = yield* as(admin)(spaces.create(id, { title: "a" }))
      const hidden = yield* as(admin)(spaces.create(id, { title: "hidden" }))
      const b = yield* as(admin)(spaces.create(id, { title: "b" }))
      const c = yield* as(admin)(spaces.create(id, { title: "c" }))
      yield* as(admin)(spaces.update(hidden.id, { defaultLevel: null }))
      const at = (each: { readonly id: SpaceId }) => ({ type: "space", space: each.id }) as const
      const own = as(creator)
      expect(yield* outcome(own(spaces.move(c.id, { position: { before: at(hidden) } })))).toBe("NotFound")
      expect(yield* outcome(own(spaces.move(b.id, { position: { after: at(a) } })))).toBe("Conflict")
      expect(yield* outcome(own(spaces.move(c.id, { position: { after: at(a), before: at(b) } })))).toBe("ok")
      const titles = (yield* own(spaces.list(id, {}))).items.map(({ title }) => title)
      expect(titles).toEqual(["a", "c", "b"])
      const shelf = yield* as(admin)(collections.create(id, {}))
      yield* as(admin)(spaces.update(a.id, { defaultLevel: "create" }))
      expect(yield* outcome(as(reader)(spaces.move(a.id, { parent: shelf.id })))).toBe("Forbidden")
      expect(yield* outcome(as(reader)(spaces.move(a.id, { position: {} })))).toBe("ok")
    }).pipe(Effect.provide(live))
  )

  it.effect("are listed as each caller may see them, page by page, with exact counts", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const guest = yield* member(id, "Guest", null)
      const made = yield* Effect.forEach([...Array(23).keys()], (n) =>
        as(admin)(spaces.create(id, { title: `space ${n}` }))
      )
      for (const [n, space] of made.entries()) {
        if (n % 3 === 0) yield* as(admin)(spaces.update(space.id, { defaultLevel: null }))
        if (n % 5 === 0) yield* as(admin)(spaces.remove(space.id))
      }
      const titlesOf = (caller: typeof admin, limit: number) =>
        Effect.map(
          walk((query) => as(caller)(spaces.list(id, query)), limit),
          ({ items, counts }) => ({ titles: items.map(({ title }) => title), counts: [...counts] })
        )
      const all = [...Array(23).keys()].filter((n) => n % 5 !== 0)
      for (const limit of [1, 2, 7, 1000]) {
        expect(yield* titlesOf(admin, limit)).toEqual({ titles: all.map((n) => `space ${n}`), counts: [all.length] })
        const seen = all.filter((n) => n % 3 !== 0)
        expect(yield* titlesOf(reader, limit)).toEqual({ titles: seen.map((n) => `space ${n}`), counts: [seen.length] })
        expect(yield* titlesOf(guest, limit)).toEqual({ titles: [], counts: [0] })
      }
      expect(yield* as(reader)(spaces.list(id, { limit: 0 }))).toEqual({ count: 12, items: [] })
      const { next } = yield* as(reader)(spaces.list(id, { limit: 1 }))
      const other = yield* organization("Other")
      expect(yield* outcome(as(other.admin)(spaces.list(other.id, next!)))).toBe("Invalid")
      for (const query of [{ limit: -1 }, { limit: 1.5 }, { limit: 1001 }, { page: "x" }]) {
        expect(yield* outcome(as(reader)(spaces.list(id, query)))).toBe("Invalid")
      }
    }).pipe(Effect.provide(live))
  )
})
