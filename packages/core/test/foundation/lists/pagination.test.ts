import { describe, expect, it } from "@effect/vitest"
import { Collections } from "@lectern/core/collections/Collections"
import { pageOf } from "@lectern/core/foundation/lists/PageOf"
import { visibleScan } from "@lectern/core/foundation/lists/VisibleScan"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { storages } from "../../storages.js"
import { as, member, organization, walk, workspace } from "../../workspace.js"

const numbers = (count: number) => (after: ReadonlyArray<unknown> | undefined, limit: number) => {
  const from = after === undefined ? 0 : Number(after[0]) + 1
  const to = Math.min(from + limit, count)
  return Effect.succeed([...Array(Math.max(to - from, 0)).keys()].map((n) => ({ n: from + n, cursor: [from + n] })))
}

it("a filtered walk gives each visible item once, in order, whatever the page size", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 500 }), fc.integer({ min: 1, max: 40 }), (shown, limit) =>
      Effect.gen(function* () {
        const visible = shown.flatMap((each, n) => (each ? [n] : []))
        const scan = visibleScan(
          numbers(shown.length),
          ({ n }: { n: number; cursor: Array<number> }) => shown[n] === true
        )
        const { items, counts } = yield* walk(
          (query) =>
            pageOf({
              binding: "numbers",
              query,
              count: Effect.succeed(visible.length),
              scan,
              render: ({ n }) => Effect.succeed(n)
            }),
          limit
        )
        expect(items).toEqual(visible)
        expect([...counts]).toEqual([visible.length])
      }).pipe(Effect.runPromise)
    ),
    { numRuns: runs(100) }
  ))

const step = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), inside: fc.boolean() }),
  fc.record({
    kind: fc.constantFrom("remove" as const, "hide" as const, "move" as const, "restore" as const),
    at: fc.nat(30)
  })
)

describe.each(storages)("a walk over $name while others write", (storage) => {
  it("neither skips nor repeats what was there throughout and stayed where it was", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 12 }),
        (limit, rounds) =>
          Effect.gen(function* () {
            const spaces = yield* Spaces
            const { id, admin } = yield* organization()
            const reader = yield* member(id, "Reader", "read")
            const shelf = yield* as(admin)((yield* Collections).create(id, {}))
            const made: Array<SpaceId> = []
            const create = (inside: boolean) =>
              Effect.map(as(admin)(spaces.create(id, inside ? { parent: shelf.id } : {})), (space) => {
                made.push(space.id)
              })
            for (let n = 0; n < 10; n++) yield* create(n % 3 === 0)
            const touched = new Set<SpaceId>()
            const there = [...made]
            const seen: Array<SpaceId> = []
            let page: string | undefined
            for (let round = 0; ; round++) {
              const found = yield* as(reader)(spaces.list(id, { limit, ...(page !== undefined && { page }) }))
              const fresh = yield* as(reader)(spaces.list(id, { limit: 1000 }))
              expect(found.count).toBe(fresh.items.length)
              seen.push(...found.items.map((space) => space.id))
              page = found.next?.page
              if (page === undefined) break
              for (const each of rounds[round] ?? []) {
                if (each.kind === "create") {
                  yield* create(each.inside)
                  continue
                }
                const target = made[each.at % made.length]!
                touched.add(target)
                const call = {
                  remove: spaces.remove(target),
                  hide: spaces.update(target, { defaultLevel: null }),
                  move: spaces.move(target, { parent: null }),
                  restore: spaces.restore(target)
                }[each.kind]
                yield* Effect.ignore(as(admin)(call))
              }
            }
            const stayed = there.filter((space) => !touched.has(space))
            expect(seen.filter((space) => stayed.includes(space)).sort()).toEqual([...stayed].sort())
          }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
      ),
      { numRuns: runs(24, storage.name === "memory" ? 1 : 0.1) }
    ))
})
