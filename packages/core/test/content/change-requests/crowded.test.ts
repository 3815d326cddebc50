/** A change request with many changes: reading and editing one of its pages costs as much as in a small one. */
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import * as Requests from "@lectern/core/content/change-requests/ChangeRequestRepository"
import { viewOf } from "@lectern/core/content/drafts/ChangeRequestLines"
import { makeDraft } from "@lectern/core/content/drafts/Draft"
import * as Items from "@lectern/core/content/items/ItemRepository"
import type { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { counting } from "../../counting.js"
import { type StorageUnderTest, storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"
import { changeOf, rows, step } from "./steps.js"

const live = (storage: StorageUnderTest) =>
  Layer.mergeAll(Items.service.layer, Requests.service.layer).pipe(Layer.provideMerge(workspace(storage)))

const inBatches = (changes: ReadonlyArray<ContentChange>): ReadonlyArray<ReadonlyArray<ContentChange>> =>
  Array.from({ length: Math.ceil(changes.length / 50) }, (_, i) => changes.slice(50 * i, 50 * i + 50))

const applyAll = Effect.fnUntraced(function* (
  space: SpaceId,
  changes: ReadonlyArray<ContentChange>,
  at?: { readonly changeRequest: ChangeRequestId }
) {
  const made: Array<PageId> = []
  for (const batch of inBatches(changes)) {
    for (const change of (yield* (yield* ContentEdits).apply(space, { changes: batch }, at)).changes) {
      if (change.object === "created_page") made.push(change.page.id)
    }
  }
  return made
})

/** Two sections with so many pages in each, and a change request. */
const prepared = Effect.fnUntraced(function* (count: number) {
  const { id, admin } = yield* organization()
  const own = as(admin)
  const space = (yield* own((yield* Spaces).create(id, {}))).id
  const tops = yield* own(
    applyAll(
      space,
      ["One", "Two"].map((title) => ({ operation: "insert_page", title }))
    )
  )
  const pages = yield* own(
    applyAll(
      space,
      Array.from({ length: 2 * count }, (_, i) => ({
        operation: "insert_page",
        title: `Page ${i}`,
        into: tops[i % 2] ?? null
      }))
    )
  )
  const { id: changeRequest } = yield* own((yield* ChangeRequests).create(space, {}))
  return { own, space, tops, pages, at: { changeRequest } }
})

describe.each(storages)("a change request that has changed much, $name", (storage) => {
  it(
    "has the children of each page, and the place at each index, as if all of it were read",
    { timeout: 120_000 + 1_000 * runs(3) },
    () =>
      fc.assert(
        fc.asyncProperty(fc.nat(90), fc.array(step, { maxLength: 12 }), (changed, steps) =>
          Effect.gen(function* () {
            const { at, own, pages, space, tops } = yield* prepared(14)
            const contents = yield* Contents
            const touched = Array.from({ length: changed }, (_, i): ContentChange => {
              const page = pages[i % pages.length]
              if (i % 7 === 0 || page === undefined) {
                return { operation: "insert_page", title: `New ${i}`, into: tops[i % 2] ?? null }
              }
              return i % 5 === 0
                ? { operation: "update_page", page, into: tops[(i + 1) % 2] ?? null, at: i % 4 }
                : { operation: "update_page", page, title: `Changed ${i}` }
            })
            yield* own(applyAll(space, touched, at))
            const gone: Array<PageId> = []
            for (const each of steps) {
              const there = each.side === "main" ? undefined : at
              const change = changeOf(each, rows((yield* own(contents.pages(space, there))).pages), gone)
              if (change !== undefined) yield* own(Effect.ignore(applyAll(space, [change], there)))
            }
            const request = yield* (yield* Requests.ChangeRequestRepository).find(space, at.changeRequest)
            if (request === undefined) return yield* Effect.dieMessage("no change request")
            const items = yield* Items.ItemRepository
            const view = viewOf(request.value)
            const all = (yield* items.all(view, "page")).map(({ value }) => value)
            const { all: childrenOf, allOf } = yield* items.children(view)
            const parents = ["", ...all.map(({ id }) => id)].filter((_, i) => i % 3 !== 1)
            const below = (yield* allOf(parents)).map(({ value }) => value.value.id)
            expect(below.sort()).toEqual(
              all.flatMap(({ id, parent }) => (parents.includes(parent) ? [id as string] : [])).sort()
            )
            const draft = makeDraft(items, view)
            for (const parent of ["", ...all.map(({ id }) => id)]) {
              const expected = all.filter((page) => page.parent === parent)
              expect((yield* childrenOf(parent)).map(({ value }) => value.value)).toEqual(expected)
              for (const index of [
                undefined,
                0,
                expected.length >> 1,
                expected.length - 1,
                expected.length,
                expected.length + 2
              ]) {
                if (index === -1) continue
                const place = index === undefined ? expected.length : Math.min(index, expected.length)
                const gap = yield* draft.gap(parent, index)
                expect([gap.before?.id, gap.after?.id]).toEqual([expected[place - 1]?.id, expected[place]?.id])
              }
            }
          }).pipe(Effect.provide(live(storage)), Effect.runPromise)
        ),
        { numRuns: storage.name === "memory" ? runs(3) : Math.ceil(runs(3) / 3) }
      )
  )

  it("is read and edited page by page for as much as one that has changed little", async () => {
    const costOf = (changed: number) => {
      const { taken, under } = counting(storage)
      return Effect.gen(function* () {
        const { at, own, pages, space, tops } = yield* prepared(30)
        const [first, second] = pages
        if (first === undefined || second === undefined) return yield* Effect.dieMessage("no pages")
        const touch = pages
          .slice(2, 2 + changed)
          .map((page): ContentChange => ({ operation: "update_page", page, title: "Changed" }))
        yield* own(applyAll(space, touch, at))
        const cost = Effect.fnUntraced(function* <E, R>(call: Effect.Effect<unknown, E, R>) {
          taken()
          yield* call
          return taken().rows
        })
        const edit = (change: ContentChange) => cost(own(applyAll(space, [change], at)))
        const contents = yield* Contents
        /** Of several times, since what is kept for a moment only may have to be read again in between. */
        const least = <E, R>(call: Effect.Effect<unknown, E, R>) =>
          Effect.map(Effect.all([cost(call), cost(call), cost(call)]), (costs) => Math.min(...costs))
        return {
          retitled: yield* edit({ operation: "update_page", page: first, title: "Renamed", slug: "renamed" }),
          inserted: yield* edit({ operation: "insert_page", title: "New" }),
          insertedBelow: yield* edit({ operation: "insert_page", title: "New", into: second }),
          moved: yield* edit({ operation: "update_page", page: second, into: first }),
          read: yield* least(own(contents.page(space, first, at))),
          readTop: (yield* cost(own(contents.page(space, tops[0] ?? first, at)))) > 0,
          files: yield* least(own(contents.files(space, at, { limit: 1 })))
        }
      }).pipe(Effect.provide(live(under)), Effect.runPromise)
    }
    expect(await costOf(56)).toEqual(await costOf(20))
  })
})
