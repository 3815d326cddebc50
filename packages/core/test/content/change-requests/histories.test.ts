/** Random edits on both sides, brought together: laws that hold for all of them. */

import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { type Page, PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { type At, Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { inWorkspace } from "../pages/space.js"
import { changeOf, rows, type Step, step } from "./steps.js"

const numRuns = runs(10)
const timeout = 120_000 + 200 * numRuns

/** The tree with all texts, where every page must have a place of its own. */
const whole = (space: SpaceId, known: ReadonlySet<PageId>, at?: At) =>
  Effect.gen(function* () {
    const contents = yield* Contents
    const { pages } = yield* contents.pages(space, at)
    const expectPlaces = (siblings: ReadonlyArray<Page>, above: string): void => {
      const slugs = siblings.map((page) => ("slug" in page ? page.slug : page.id))
      expect(new Set(slugs).size, slugs.join()).toBe(slugs.length)
      for (const page of siblings) {
        if (page.type !== "document") continue
        expect(page.path).toBe(above === "" ? page.slug : `${above}/${page.slug}`)
        expectPlaces(page.pages, page.path)
      }
    }
    expectPlaces(pages, "")
    const reachable = rows(pages)
    const texts = yield* Effect.forEach(reachable, ({ id, path }) =>
      Effect.map(contents.pageByPath(space, path, at), (page) => {
        expect(page.id).toBe(id)
        return { id, path, title: page.title, markdown: page.type === "document" ? page.markdown : undefined }
      })
    )
    for (const id of known) {
      const found = yield* Effect.option(contents.page(space, id, at))
      expect(found._tag === "Some", id).toBe(reachable.some((page) => page.id === id))
    }
    return texts
  })

describe.each(storages)("a change request and main over random edits, $name", (storage) => {
  const play = (before: ReadonlyArray<Step>, after: ReadonlyArray<Step>) =>
    inWorkspace(storage, ({ space: { id: space } }) =>
      Effect.gen(function* () {
        const contents = yield* Contents
        const edits = yield* ContentEdits
        const requests = yield* ChangeRequests
        const known = new Set<PageId>()
        const apply = (each: Step, at?: { readonly changeRequest: ChangeRequestId }) =>
          Effect.gen(function* () {
            const pages = rows((yield* contents.pages(space, at)).pages)
            const change = changeOf(each, pages, [...known])
            if (change !== undefined) yield* Effect.ignore(edits.apply(space, { changes: [change] }, at))
            for (const { id } of rows((yield* contents.pages(space, at)).pages)) known.add(PageId.make(id))
          })
        for (const each of before) yield* apply(each)
        const { id } = yield* requests.create(space, {})
        const at = { changeRequest: id }
        const start = yield* whole(space, known)
        for (const each of after) yield* apply(each, each.side === "request" ? at : undefined)
        const main = yield* whole(space, known)
        const request = yield* whole(space, known, at)
        const unchanged = (texts: typeof start) => JSON.stringify(texts) === JSON.stringify(start)

        const first = yield* requests.merge(space, id)
        if (first.result === "merge") {
          const merged = yield* whole(space, known)
          if (unchanged(main)) expect(merged).toEqual(request)
          if (unchanged(request)) expect(merged).toEqual(main)
          const again = yield* requests.create(space, {})
          expect((yield* requests.merge(space, again.id)).result).toBe("merge")
          expect(yield* whole(space, known)).toEqual(merged)
          return
        }
        expect(unchanged(main) || unchanged(request)).toBe(false)
        expect(yield* whole(space, known)).toEqual(main)
        expect(yield* whole(space, known, at)).toEqual(request)
        expect((yield* requests.pull(space, id)).result).toBe("conflicts")
        yield* whole(space, known, at)
        expect(yield* requests.get(space, id)).toMatchObject({ outdated: false })
        expect(yield* whole(space, known)).toEqual(main)
      })
    )

  it("merge into a tree, or change nothing and come together by an update", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 8 }),
        fc.array(step, { minLength: 1, maxLength: 10 }),
        play
      ),
      { numRuns: storage.name === "memory" ? numRuns : Math.ceil(numRuns / 3) }
    )
  )

  it("update without conflicts, and then merge", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 6 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        (before, after) =>
          inWorkspace(storage, ({ space: { id: space } }) =>
            Effect.gen(function* () {
              const contents = yield* Contents
              const edits = yield* ContentEdits
              const requests = yield* ChangeRequests
              const apply = (each: Step, at?: { readonly changeRequest: ChangeRequestId }) =>
                Effect.gen(function* () {
                  const change = changeOf(each, rows((yield* contents.pages(space, at)).pages), [])
                  if (change !== undefined) yield* Effect.ignore(edits.apply(space, { changes: [change] }, at))
                })
              for (const each of before) yield* apply(each)
              const [one, two] = [yield* requests.create(space, {}), yield* requests.create(space, {})]
              for (const each of after) {
                if (each.side === "main") yield* apply(each)
                else for (const { id } of [one, two]) yield* apply(each, { changeRequest: id })
              }
              const pulled = yield* requests.pull(space, one.id)
              if (pulled.result === "conflicts") return
              const there = yield* whole(space, new Set(), { changeRequest: one.id })
              expect(yield* requests.merge(space, one.id)).toMatchObject({ result: "merge" })
              expect(yield* whole(space, new Set())).toEqual(there)
            })
          )
      ),
      { numRuns: storage.name === "memory" ? numRuns : Math.ceil(numRuns / 3) }
    )
  )

  it("merged one after the other, equal the same edits of main", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const run = (through: boolean) =>
          inWorkspace(storage, ({ space: { id: space } }) =>
            Effect.gen(function* () {
              const contents = yield* Contents
              const edits = yield* ContentEdits
              const requests = yield* ChangeRequests
              const known = new Set<PageId>()
              for (const each of steps) {
                const change = changeOf(each, rows((yield* contents.pages(space)).pages), [...known])
                if (change === undefined) continue
                if (change.operation === "delete_page") known.add(change.page)
                const request = through ? yield* requests.create(space, {}) : undefined
                const at = request === undefined ? {} : { changeRequest: request.id }
                yield* Effect.ignore(edits.apply(space, { changes: [change] }, at))
                if (request === undefined) continue
                expect(yield* requests.merge(space, request.id)).toMatchObject({ result: "merge" })
              }
              return (yield* whole(space, known)).map(({ id: _, ...page }) => page)
            })
          )
        expect(await run(true)).toEqual(await run(false))
      }),
      { numRuns: storage.name === "memory" ? numRuns : Math.ceil(numRuns / 3) }
    )
  )
})
