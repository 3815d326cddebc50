/** Laws of merging for any histories, on every storage, and alike on all of them. */

import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { edited, shared, write } from "../merge/pages.js"
import { type Edit, edit, everywhere, type Form, normal } from "./sessions.js"
import { expectNothingLost, unnumbered as withoutNumber } from "./unlost.js"

const numRuns = runs(3)
const timeout = 120_000 + 1_500 * numRuns
const options = { numRuns }

const base = fc
  .array(edit, { minLength: 2, maxLength: 8 })
  .map(
    (edits): ReadonlyArray<Edit> => [
      { action: "insert", page: 0, target: 0, at: 3, word: "alpha" },
      { action: "insert", page: 0, target: 3, at: 3, word: "beta" },
      ...edits
    ]
  )
const some = fc.array(edit, { minLength: 1, maxLength: 6 })

const checked = <T extends [unknown, ...Array<unknown>]>(property: fc.IAsyncProperty<T>) => fc.assert(property, options)

describe("merging", () => {
  it("of a side that changed nothing gives the other", { timeout }, () =>
    checked(
      fc.asyncProperty(base, some, some, (before, after, later) =>
        everywhere(({ apply, read, space }) =>
          Effect.gen(function* () {
            const requests = yield* ChangeRequests
            for (const each of before) yield* apply(each)
            const { id } = yield* requests.create(space, {})
            for (const each of after) yield* apply(each, id)
            const request = yield* read(id)
            expect((yield* requests.merge(space, id)).result).toBe("merge")
            const main = yield* read()
            expect(normal(main)).toEqual(normal(request))
            const empty = yield* requests.create(space, {})
            for (const each of later) yield* apply(each)
            const moved = yield* read()
            expect((yield* requests.pull(space, empty.id)).result).toBe("update")
            expect(yield* read(empty.id)).toEqual(moved)
            expect((yield* requests.merge(space, empty.id)).result).toBe("merge")
            expect(yield* read()).toEqual(moved)
            return normal(moved)
          })
        )
      )
    )
  )

  it("of two equal sides gives that", { timeout }, () =>
    checked(
      fc.asyncProperty(base, some, (before, after) =>
        everywhere(({ apply, read, space }) =>
          Effect.gen(function* () {
            const requests = yield* ChangeRequests
            for (const each of before) yield* apply(each)
            const { id } = yield* requests.create(space, {})
            // New ids differ on the two sides, and so does which of the pages gone so far an edit would restore.
            const same = after.filter(
              ({ action, target }) =>
                action !== "insert" && action !== "file" && (action !== "revert" || target % 2 === 1)
            )
            for (const each of same) yield* apply(each, id)
            const request = normal(yield* read(id))
            for (const each of same) yield* apply(each)
            const main = yield* read()
            expect(normal(main)).toEqual(request)
            expect(yield* requests.conflicts(space, id)).toEqual([])
            expect((yield* requests.merge(space, id)).result).toBe("merge")
            expect(yield* read()).toEqual(main)
            return request
          })
        )
      )
    )
  )

  it(
    "of two requests in either order gives the same content, but for numbers in slugs, or conflicts in both",
    {
      timeout
    },
    () =>
      checked(
        fc.asyncProperty(base, some, some, async (before, first, second) => {
          const results = [false, true].map(async (reversed) => {
            let result: unknown
            await everywhere(({ apply, read, space }) =>
              Effect.gen(function* () {
                const requests = yield* ChangeRequests
                for (const each of before) yield* apply(each)
                const [one, two] = [yield* requests.create(space, {}), yield* requests.create(space, {})]
                for (const each of first) yield* apply(each, one.id)
                for (const each of second) yield* apply(each, two.id)
                const [earlier, later] = reversed ? [two, one] : [one, two]
                expect((yield* requests.merge(space, earlier.id)).result).toBe("merge")
                const outcome = (yield* requests.merge(space, later.id)).result
                const { files, pages } = normal(yield* read())
                const unnumbered = pages.map(({ path: _, slug, ...page }) => ({ ...page, slug: withoutNumber(slug) }))
                result = outcome === "merge" ? { files, pages: unnumbered } : outcome
                return result
              })
            )
            return result
          })
          const [there, back] = await Promise.all(results)
          expect(back).toEqual(there)
        })
      )
  )

  it("of changes to different pages never conflicts, and loses nothing", { timeout }, () => {
    const side = fc.constantFrom<"main" | "request">("main", "request")
    const own = fc.array(fc.record({ side, edit }), { minLength: 1, maxLength: 10 })
    return checked(
      fc.asyncProperty(own, (steps) =>
        everywhere(({ applyTo, read, space }) =>
          Effect.gen(function* () {
            const requests = yield* ChangeRequests
            const insert = { action: "insert", page: 0, at: 3, target: 0 } as const
            for (const word of ["alpha", "beta", "alpha", "beta"] as const) yield* applyTo({ ...insert, word }, [])
            const start = yield* read()
            const { id } = yield* requests.create(space, {})
            const owned = {
              main: new Set(start.pages.filter((_, index) => index % 2 === 0).map((page) => page.id)),
              request: new Set(start.pages.filter((_, index) => index % 2 === 1).map((page) => page.id))
            }
            for (const each of steps) {
              const line = each.side === "main" ? undefined : id
              const known = new Set((yield* read(line)).pages.map((page) => page.id))
              const mine = (yield* read(line)).pages.filter((page) => owned[each.side].has(page.id))
              yield* applyTo(each.edit, mine, line)
              for (const page of (yield* read(line)).pages) if (!known.has(page.id)) owned[each.side].add(page.id)
            }
            const [main, request] = [yield* read(), yield* read(id)]
            expect(yield* requests.conflicts(space, id)).toEqual([])
            expect((yield* requests.merge(space, id)).result).toBe("merge")
            const merged = yield* read()
            expectNothingLost({ base: start, main, request, merged })
            for (const [form, ids] of [
              [main, owned.main],
              [request, owned.request]
            ] as const) {
              const of = ({ pages }: Form) =>
                pages.filter((page) => ids.has(page.id)).map(({ id, markdown, title }) => ({ id, markdown, title }))
              expect(of(merged)).toEqual(of(form))
            }
            return normal(merged)
          })
        )
      )
    )
  })

  it("of changes to different blocks of a page loses nothing, and leaves every other byte", { timeout }, () =>
    checked(
      fc.asyncProperty(fc.array(shared, { minLength: 1, maxLength: 4 }), (pages) =>
        everywhere(({ read, space }) =>
          Effect.gen(function* () {
            const [requests, edits] = [yield* ChangeRequests, yield* ContentEdits]
            const version = (applies: (owner: "ours" | "theirs") => boolean) =>
              pages.map((each) => write(edited(each.page, each.edits, (index) => applies(each.owners[index]!))))
            const insert = version(() => false).map((markdown) => ({ title: "Page", document: { markdown } }))
            yield* edits.apply(space, {
              changes: insert.map((each) => ({ operation: "insert_page" as const, ...each }))
            })
            const ids = (yield* read()).pages.map((page) => page.id)
            const rewrite = (texts: ReadonlyArray<string>, at = {}) =>
              edits.apply(
                space,
                {
                  changes: texts.map((markdown, index) => ({
                    operation: "update_page" as const,
                    page: ids[index]!,
                    document: { markdown }
                  }))
                },
                at
              )
            const both = yield* requests.create(space, {})
            yield* rewrite(
              version(() => true),
              { changeRequest: both.id }
            )
            const expected = (yield* read(both.id)).pages.map((page) => page.markdown)
            const { id } = yield* requests.create(space, {})
            yield* rewrite(
              version((owner) => owner === "theirs"),
              { changeRequest: id }
            )
            yield* rewrite(version((owner) => owner === "ours"))
            expect((yield* requests.merge(space, id)).result).toBe("merge")
            expect((yield* read()).pages.map((page) => page.markdown)).toEqual(expected)
            return expected
          })
        )
      )
    )
  )

  it("of one request again and again, continued after each merge, equals the same edits of main", { timeout }, () =>
    checked(
      fc.asyncProperty(base, some, async (before, after) => {
        const run = async (through: boolean) => {
          let result: unknown
          await everywhere(({ apply, read, space }) =>
            Effect.gen(function* () {
              const requests = yield* ChangeRequests
              for (const each of before) yield* apply(each)
              const { id } = yield* requests.create(space, {})
              for (const each of after) {
                yield* apply(each, through ? id : undefined)
                if (!through) continue
                expect((yield* requests.merge(space, id)).result).toBe("merge")
                yield* requests.update(space, id, { status: "draft" })
              }
              result = normal(yield* read())
              return result
            })
          )
          return result
        }
        expect(await run(true)).toEqual(await run(false))
      })
    )
  )
})
