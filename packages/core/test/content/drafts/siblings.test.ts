/** Gaps among siblings, with few of them read, compared with all of them. */

import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import * as Requests from "@lectern/core/content/change-requests/ChangeRequestRepository"
import { viewOf } from "@lectern/core/content/drafts/ChangeRequestLines"
import { makeDraft } from "@lectern/core/content/drafts/Draft"
import { positionAt } from "@lectern/core/content/drafts/PagePlacement"
import * as Items from "@lectern/core/content/items/ItemRepository"
import type { View } from "@lectern/core/content/items/View"
import { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { unique } from "@lectern/core/text/markdown/Slug"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"

const numRuns = runs(12)

const step = fc.record({
  action: fc.constantFrom("insert", "insert", "move", "move", "delete"),
  page: fc.nat(40),
  into: fc.boolean(),
  at: fc.option(fc.nat(40), { nil: undefined })
})

describe.each(storages)("siblings, $name", (storage) => {
  const live = Layer.mergeAll(Items.service.layer, Requests.service.layer).pipe(Layer.provideMerge(workspace(storage)))

  it("are found around every index as if all of them were read", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        fc.array(step, { maxLength: 6 }),
        fc.array(step, { maxLength: 6 }),
        fc.boolean(),
        (onMain, afterwards, drafted, inRequest) =>
          Effect.gen(function* () {
            const { id, admin } = yield* organization()
            const own = as(admin)
            const edits = yield* ContentEdits
            const space = (yield* own((yield* Spaces).create(id, {}))).id
            const first = yield* own(
              edits.apply(space, {
                changes: Array.from({ length: 50 }, (_, i) => ({
                  operation: "insert_page" as const,
                  title: `Page ${i}`,
                  ...(i === 0 ? { ref: "top" } : { into: PageId.make("./top") })
                }))
              })
            )
            const ids = first.changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []))
            const top = ids[0]!
            const changeOf = ({ action, at, into, page }: (typeof onMain)[number]): ContentChange => {
              const chosen = ids[1 + (page % (ids.length - 1))]!
              const place = { into: into ? top : null, ...(at !== undefined && { at }) }
              if (action === "insert") return { operation: "insert_page", title: `New ${page}`, ...place }
              if (action === "delete") return { operation: "delete_page", page: chosen }
              return { operation: "update_page", page: chosen, ...place }
            }
            for (const each of onMain) yield* own(Effect.either(edits.apply(space, { changes: [changeOf(each)] })))
            const request = yield* own((yield* ChangeRequests).create(space, {}))
            const at = inRequest ? { changeRequest: request.id } : {}
            for (const each of afterwards) {
              yield* own(Effect.either(edits.apply(space, { changes: [changeOf(each)] })))
              yield* own(
                Effect.either(edits.apply(space, { changes: [changeOf({ ...each, page: each.page + 1 })] }, at))
              )
            }
            const stored = yield* (yield* Requests.ChangeRequestRepository).find(space, request.id)
            const view: View = inRequest && stored !== undefined ? viewOf(stored.value) : { line: space }
            const draft = makeDraft(yield* Items.ItemRepository, view)
            for (const { action, at, page, into } of drafted) {
              const chosen = yield* draft.item(ids[1 + (page % (ids.length - 1))]!)
              if (chosen?.kind !== "page") continue
              const parent = into ? top : ""
              if (action === "delete") yield* draft.remove(chosen.id)
              else yield* draft.put({ ...chosen, parent, position: yield* positionAt(draft, parent, at, chosen.id) })
            }
            for (const parent of [top, ""]) {
              const all = yield* draft.children(parent)
              for (const self of [undefined, all[0]?.id, all.at(-1)?.id, ids[5]!]) {
                const others = all.filter((page) => page.id !== self)
                for (const index of [...others.keys(), others.length, others.length + 3, undefined]) {
                  const fresh = index === undefined ? others.length : Math.min(index, others.length)
                  const gap = yield* draft.gap(parent, index, self)
                  expect([gap.before?.id, gap.after?.id]).toEqual([others[fresh - 1]?.id, others[fresh]?.id])
                }
              }
            }
            yield* own((yield* Contents).pages(space))
          }).pipe(Effect.provide(live), Effect.runPromise)
      ),
      { numRuns: storage.name === "memory" ? numRuns : Math.ceil(numRuns / 4) }
    ))
})

describe("free slugs", () => {
  it("are free, the wanted one where that is, and numbered in order where none was freed", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.uniqueArray(fc.integer({ min: 2, max: 60 })), (count, freed) => {
        const taken = new Set<string>()
        for (let i = 0; i < count; i++) {
          const next = unique("a", taken)
          expect(next).toBe(i === 0 ? "a" : `a-${i + 1}`)
          taken.add(next)
        }
        for (const number of freed) taken.delete(`a-${number}`)
        expect(taken.has(unique("a", taken))).toBe(false)
      }),
      { numRuns: runs(100) }
    )
  })

  it("cost a few questions among ten thousand", () => {
    let asked = 0
    const taken = {
      has: (slug: string) => {
        asked++
        return slug === "a" || Number(slug.slice(2)) <= 10_000
      }
    }
    expect(unique("a", taken)).toBe("a-10001")
    expect(asked).toBeLessThan(40)
  })
})
