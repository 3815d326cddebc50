import { describe, expect, it } from "@effect/vitest"
import { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { Comments } from "@lectern/core/comments/Comments"
import { Members } from "@lectern/core/members/Members"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { GrantRepository } from "@lectern/core/people/access/GrantRepository"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { TeamId } from "@lectern/core/teams/Team"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, failure, member, organization, outcome, workspace } from "../../workspace.js"

/** Two organizations with one administrator of the first, who has a role in the second. */
const both = Effect.fnUntraced(function* (role: "create" | "read" | "admin" = "create") {
  const from = yield* organization("From")
  const to = yield* organization("To")
  yield* asSystem((yield* Members).add(to.id, from.admin, role))
  return { from: from.id, to: to.id, me: from.admin, theirs: to.admin }
})

/** Collections, each in an earlier one or at the root, and spaces in them, some of them deleted. */
const plan = fc.record({
  collections: fc.array(fc.option(fc.nat(4)), { minLength: 1, maxLength: 5 }),
  spaces: fc.array(fc.record({ parent: fc.option(fc.nat(4)), deleted: fc.boolean() }), { maxLength: 6 }),
  moved: fc.nat(4)
})

describe.each(storages)("transfers over $name", (storage) => {
  const live = workspace(storage)

  it.effect("take a space along with its content, comments and the grants that still hold", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const search = yield* Search
      const grants = yield* GrantRepository
      const { from, to, me, theirs } = yield* both()
      const own = as(me)
      const stays = yield* member(from, "Stays", null)
      const shared = yield* member(from, "Shared", null)
      yield* asSystem((yield* Members).add(to, shared, null))
      const shelf = yield* own((yield* Collections).create(from, {}))
      const last = yield* as(theirs)(spaces.create(to, { title: "Last" }))
      const space = yield* own(spaces.create(from, { title: "Handbook", parent: shelf.id }))
      const insert = {
        operation: "insert_page",
        title: "Guide",
        document: { markdown: "Install zeppelins.\n" }
      } as const
      yield* own((yield* ContentEdits).apply(space.id, { changes: [insert] }))
      const comment = yield* own((yield* Comments).post({ space: space.id }, { body: { markdown: "?" } }))
      const given = { target: space.id, organization: from, level: "edit" } as const
      yield* (yield* Storage).transaction(
        Effect.all([
          grants.insert({ ...given, user: stays }),
          grants.insert({ ...given, user: shared }),
          grants.teams.insert({ ...given, team: TeamId.make("team") })
        ])
      )
      const found = (who: typeof me, where: typeof to) =>
        Effect.map(as(who)(search.organization(where, { query: "zeppelins" })), ({ count }) => count)
      const listed = (who: typeof me, where: typeof to) =>
        Effect.map(as(who)(spaces.list(where, {})), ({ count, items }) => [count, ...items.map(({ title }) => title)])
      expect(yield* found(me, from)).toBe(1)
      expect(yield* listed(me, from)).toEqual([1, "Handbook"])
      expect(yield* listed(theirs, to)).toEqual([1, "Last"])
      expect(yield* listed(shared, from)).toEqual([1, "Handbook"])
      const head = yield* own((yield* Contents).head(space.id))

      const moved = yield* own(spaces.transfer(space.id, { organization: to }))
      expect(moved).toEqual(yield* own(spaces.get(space.id)))
      expect(moved).toMatchObject({ id: space.id, organization: to, comments: 1, permissions: { admin: true } })
      expect(moved).not.toHaveProperty("parent")
      expect([yield* found(me, from), yield* found(me, to), yield* found(theirs, to)]).toEqual([0, 1, 1])
      expect([yield* listed(me, from), yield* listed(shared, from), yield* listed(stays, from)]).toEqual([
        [0],
        [0],
        [0]
      ])
      expect(yield* listed(theirs, to)).toEqual([2, "Last", "Handbook"])
      expect(yield* listed(shared, to)).toEqual([1, "Handbook"])
      expect(yield* outcome(as(stays)(spaces.get(space.id)))).toBe("NotFound")
      expect((yield* as(shared)(spaces.get(space.id))).permissions).toMatchObject({ edit: true, review: false })
      expect(yield* grants.on(space.id)).toEqual([{ ...given, organization: to, user: shared }])
      expect(yield* grants.teams.on(space.id)).toEqual([])
      expect(yield* own((yield* Contents).head(space.id))).toBe(head)
      expect(yield* as(shared)((yield* Comments).get({ space: space.id }, comment.id))).toMatchObject({
        id: comment.id
      })
      yield* as(theirs)(spaces.move(space.id, { position: { before: { type: "space", space: last.id } } }))
      expect(yield* listed(theirs, to)).toEqual([2, "Handbook", "Last"])
    }).pipe(Effect.provide(live))
  )

  it.effect("need create in both organizations, and a target that is another one", () =>
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const collections = yield* Collections
      const grants = yield* GrantRepository
      const { from, to, me } = yield* both("read")
      const strange = yield* organization("Strange")
      const space = yield* as(me)(spaces.create(from, {}))
      const shelf = yield* as(me)(collections.create(from, {}))
      const granted = yield* member(from, "Granted", "read")
      const reader = yield* member(from, "Reader", "read")
      const outsider = yield* member(to, "Outsider", "admin")
      yield* asSystem((yield* Members).add(to, granted, "create"))
      yield* (yield* Storage).transaction(
        Effect.forEach([space.id, shelf.id], (target) =>
          grants.insert({ target, organization: from, user: granted, level: "create" })
        )
      )
      const tries = (who: typeof me, target: string) =>
        Effect.gen(function* () {
          const input = { organization: OrganizationId.make(target) }
          const first = yield* outcome(as(who)(spaces.transfer(space.id, input)))
          const second = yield* outcome(as(who)(collections.transfer(shelf.id, input)))
          expect(second).toBe(first)
          return first
        })
      expect(yield* tries(me, to)).toBe("PreconditionFailed")
      expect(yield* tries(me, strange.id)).toBe("NotFound")
      expect(yield* tries(me, "nothing")).toBe("NotFound")
      expect(yield* tries(me, from)).toBe("Conflict")
      expect(yield* tries(reader, to)).toBe("Forbidden")
      expect(yield* tries(granted, to)).toBe("Forbidden")
      expect(yield* tries(outsider, to)).toBe("NotFound")
      const absent = yield* failure(as(me)(spaces.transfer(space.id, { organization: OrganizationId.make("nothing") })))
      expect(yield* failure(as(me)(spaces.transfer(space.id, { organization: strange.id })))).toEqual(absent)
      expect((yield* as(me)(spaces.get(space.id))).organization).toBe(from)
      expect((yield* as(me)(collections.get(shelf.id))).organization).toBe(from)
    }).pipe(Effect.provide(live))
  )

  it("take a collection along with everything inside, in its order", () =>
    fc.assert(
      fc.asyncProperty(plan, (given) =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const collections = yield* Collections
          const { from, to, me } = yield* both("admin")
          const own = as(me)
          const shelves: Array<{ id: CollectionId; parent: CollectionId | undefined }> = []
          const parentOf = (index: number | null) =>
            index === null || shelves.length === 0 ? undefined : shelves[index % shelves.length]?.id
          for (const within of given.collections) {
            const parent = parentOf(within)
            const { id } = yield* own(collections.create(from, parent === undefined ? {} : { parent }))
            shelves.push({ id, parent })
          }
          const books: Array<{ id: SpaceId; parent: CollectionId | undefined; deleted: boolean }> = []
          for (const { parent: within, deleted } of given.spaces) {
            const parent = parentOf(within)
            const { id } = yield* own(spaces.create(from, parent === undefined ? {} : { parent }))
            if (deleted) yield* own(spaces.remove(id))
            books.push({ id, parent, deleted })
          }
          const root = shelves[given.moved % shelves.length]!.id
          const inside = new Set<string>([root])
          for (const { id, parent } of shelves) if (parent !== undefined && inside.has(parent)) inside.add(id)
          const everything = Effect.fnUntraced(function* (where: OrganizationId) {
            const lists = [yield* own(collections.list(where, {})), yield* own(spaces.list(where, {}))]
            for (const { count, items } of lists) expect(count).toBe(items.length)
            return lists.flatMap(({ items }) =>
              items.map(({ id, parent, organization }) => ({ id, parent, organization }))
            )
          })
          const before = yield* everything(from)

          yield* own(collections.transfer(root, { organization: to }))
          const goes = ({ id, parent }: (typeof before)[number]) => inside.has(id) || inside.has(parent ?? "")
          const expected = before
            .filter(goes)
            .map(({ id, parent }) => ({ id, parent: id === root ? undefined : parent, organization: to }))
          const sorted = (all: typeof before) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1))
          expect(sorted(yield* everything(to))).toEqual(sorted(expected))
          expect(yield* everything(from)).toEqual(before.filter((each) => !goes(each)))
          for (const shelf of inside) {
            const { items } = yield* own(collections.spaces(CollectionId.make(shelf), {}))
            expect(items.map(({ id }) => id)).toEqual(
              books.filter((book) => book.parent === shelf && !book.deleted).map(({ id }) => id)
            )
          }
          for (const { id, parent, deleted } of books) {
            if (!deleted) continue
            const restored = yield* own(spaces.restore(id))
            expect(restored.parent).toBe(parent)
            expect(restored.organization).toBe(inside.has(parent ?? "") ? to : from)
          }
        }).pipe(Effect.provide(live), Effect.runPromise)
      ),
      { numRuns: runs(20, storage.name === "memory" ? 1 : 0.2) }
    ))
})
