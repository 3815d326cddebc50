import { describe, expect, it } from "@effect/vitest"
import type { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import type { ContentBatch } from "@lectern/core/content/ContentChange"
import { arrange } from "@lectern/core/content/drafts/Positions"
import * as Items from "@lectern/core/content/items/ItemRepository"
import { ItemRepository } from "@lectern/core/content/items/ItemRepository"
import { longestKey, rebalanceGap } from "@lectern/core/foundation/order-keys/GapRebalancing"
import type { Position } from "@lectern/core/ordering/Position"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { CollectionRepository } from "@lectern/core/people/places/CollectionRepository"
import { SpaceRepository } from "@lectern/core/people/places/SpaceRepository"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer } from "effect"
import { storages } from "../../storages.js"
import { as, organization, walk, workspace } from "../../workspace.js"

const gap = (by: "before" | "after", space: SpaceId): { readonly position: Position } => ({
  position: { [by]: { type: "space", space } }
})

/** Ten spaces at the root. */
const ten = Effect.gen(function* () {
  const spaces = yield* Spaces
  const { id, admin } = yield* organization()
  const made = yield* Effect.forEach([...Array(10).keys()], () => as(admin)(spaces.create(id, {})))
  return { spaces, id, admin, all: made.map((space) => space.id) }
})

const stored = (id: OrganizationId) =>
  Effect.flatMap(SpaceRepository, (spaces) => Effect.map(spaces.list(id), (found) => found.map(({ value }) => value)))

describe.each(storages)("moves over $name", (storage) => {
  const live = workspace(storage)

  it.effect.each([
    ["before", "before", 330],
    ["after", "after", 390],
    ["before", "after", 640]
  ] as const)(
    "as many into one gap, %s and %s, as make room there, leave keys short and the order right",
    ([first, second, moves]) =>
      Effect.gen(function* () {
        const { spaces, id, admin, all } = yield* ten
        const anchor = all[5]!
        const positions = Effect.map(stored(id), (found) =>
          found.filter((space) => all.indexOf(space.id) > 2).map(({ position }) => position)
        )
        const before = yield* positions
        let model = all
        let longest = 0
        for (let n = 0; n < Math.max(moves, runs(moves)); n++) {
          const movable = all.slice(0, 3)
          const moved = movable[n % 3]!
          const by = n % 2 === 0 ? first : second
          const rest = model.filter((each) => each !== moved)
          const expected = rest.toSpliced(rest.indexOf(anchor) + (by === "after" ? 1 : 0), 0, moved)
          if (expected.join() === model.join()) continue
          yield* as(admin)(spaces.move(moved, gap(by, anchor)))
          model = expected
          if (n % 50 < 3) {
            const now = yield* stored(id)
            expect(now.map((space) => space.id)).toEqual(model)
            longest = Math.max(longest, ...now.map(({ position }) => position.length))
          }
        }
        expect(yield* positions).not.toEqual(before)
        expect(longest).toBeLessThanOrEqual(longestKey)
        expect((yield* stored(id)).map((space) => space.id)).toEqual(model)
      }).pipe(Effect.provide(live))
  )

  it.effect("that make room while a list is walked neither skip nor repeat what stays", () =>
    Effect.gen(function* () {
      const { spaces, id, admin, all } = yield* ten
      const own = as(admin)
      const [x, y, ...staying] = all as [SpaceId, SpaceId, ...Array<SpaceId>]
      for (const anchor of [staying[1]!, staying[6]!]) {
        const before = new Map((yield* stored(id)).map((space) => [space.id, space.position]))
        const seen: Array<SpaceId> = []
        yield* walk(
          (query) =>
            Effect.gen(function* () {
              for (let n = 0; n < 340; n++) yield* own(spaces.move(n % 2 === 0 ? x : y, gap("before", anchor)))
              const page = yield* own(spaces.list(id, query))
              seen.push(...page.items.map((space) => space.id))
              return page
            }),
          3
        )
        expect(seen.filter((each) => each !== x && each !== y)).toEqual(staying)
        const rekeyed = (yield* stored(id)).filter((space) => before.get(space.id) !== space.position)
        expect(rekeyed.length).toBeGreaterThan(2)
      }
    }).pipe(Effect.provide(live))
  )

  it.effect("of pages into one gap leave keys short and the order right", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const space = yield* as(admin)((yield* Spaces).create(id, {}))
      const apply = (changes: ContentBatch["changes"]) =>
        Effect.flatMap(ContentEdits, (edits) => as(admin)(edits.apply(space.id, { changes })))
      const children = Effect.flatMap(ItemRepository, (items) =>
        Effect.flatMap(items.children({ line: space.id }), ({ all }) =>
          Effect.map(all(""), (found) => found.map(({ value }) => value.value))
        )
      )
      yield* apply(["a", "b", "c", "d"].map((title) => ({ operation: "insert_page", title })))
      let model = (yield* children).map((page) => page.id)
      for (let batch = 0; batch < 60; batch++) {
        const changes = [...Array(10).keys()].map(() => {
          const page = model[2]!
          model = [model[0]!, page, model[1]!, model[3]!]
          return { operation: "update_page", page, at: 1 } as const
        })
        yield* apply(changes)
        const now = yield* children
        expect(now.map((page) => page.id)).toEqual(model)
        for (const { position } of now) expect(position.length).toBeLessThanOrEqual(longestKey)
      }
    }).pipe(Effect.provide(Layer.provideMerge(Items.service.layer, live)))
  )

  it.effect("of many at the same time neither lose nor double anything, and nest without cycles", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(5), fc.nat(6), fc.option(fc.nat(5))), { minLength: 4, maxLength: 16 }),
          (steps) =>
            Effect.gen(function* () {
              const collections = yield* Collections
              const repository = yield* CollectionRepository
              const { spaces, id, admin, all } = yield* ten
              const own = as(admin)
              const shelves = yield* Effect.forEach([...Array(6).keys()], () => own(collections.create(id, {})))
              yield* Effect.forEach(
                steps,
                ([moved, into, beside]) => {
                  const parent = shelves[into]?.id ?? null
                  const shelf = own(collections.move(shelves[moved]!.id, { parent }))
                  const space = own(
                    spaces.move(all[moved]!, beside === null ? { parent } : gap("before", all[beside]!))
                  )
                  return Effect.zip(Effect.either(shelf), Effect.either(space))
                },
                { concurrency: 4 }
              )
              expect((yield* stored(id)).map((space) => space.id).toSorted()).toEqual(all.toSorted())
              const found = new Map((yield* repository.list(id)).map(({ value }) => [value.id, value]))
              expect(found.size).toBe(6)
              for (const start of found.keys()) {
                const above = new Set<CollectionId>()
                for (let at: CollectionId | undefined = start; at !== undefined; at = found.get(at)?.parent) {
                  expect(above.has(at)).toBe(false)
                  above.add(at)
                }
              }
              const keys = [...(yield* stored(id)), ...found.values()].map(
                ({ parent = "", position }) => `${parent} ${position}`
              )
              expect(new Set(keys).size).toBe(16)
            }).pipe(Effect.provide(live), Effect.runPromise)
        ),
        { numRuns: runs(8) }
      )
    )
  )
})

it("what is arranged gets short keys, however often it was arranged before", () => {
  let pages = arrange([{}, {}, {}, {}]).map((position, id) => ({ id, position }))
  for (let n = 0; n < 1000; n++) {
    const next = [pages[0]!, pages[2]!, pages[1]!, pages[3]!]
    const positions = arrange(next)
    pages = next.map(({ id }, at) => ({ id, position: positions[at]! }))
    expect(positions.toSorted()).toEqual(positions)
    for (const position of positions) expect(position.length).toBeLessThanOrEqual(longestKey)
  }
})

it("openings give new keys to few of many siblings", () => {
  let siblings = arrange(Array(200).fill({})).map((position, at) => ({ id: `${at}`, position }))
  let given = 0
  for (let n = 0; n < 1000; n++) {
    const { position, rekeyed } = rebalanceGap(siblings, 100)
    const keys = new Map(rekeyed.map(({ sibling, position }) => [sibling.id, position]))
    given += keys.size
    siblings = siblings
      .map((each) => ({ ...each, position: keys.get(each.id) ?? each.position }))
      .toSpliced(100, 0, { id: `new-${n}`, position })
  }
  expect(siblings.map(({ position }) => position)).toEqual(siblings.map(({ position }) => position).toSorted())
  expect(given).toBeLessThan(3000)
})
