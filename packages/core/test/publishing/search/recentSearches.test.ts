/** Cached answers of searches, compared with searches of an engine without a cache. */
import type { Actor } from "@lectern/core/access/Actor"
import type { ContentChange } from "@lectern/core/content/ContentChange"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Members } from "@lectern/core/members/Members"
import { KeptSearchResults } from "@lectern/core/publishing/search/RecentSearches"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Storage } from "@lectern/core/storage/Storage"
import { runs } from "@lectern/storage-testing/runs"
import { Context, Effect, FastCheck as fc, Layer, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { everyStorage } from "../../storages.js"
import { as, member, organization, workspace } from "../../workspace.js"

const word = fc.constantFrom("server", "client", "token")

const change = fc.record({
  action: fc.constantFrom(
    ...(["text", "title", "insert", "delete", "synonyms", "undone", "nothing", "nothing"] as const)
  ),
  page: fc.nat(3),
  word,
  other: word
})

const search = fc.record({
  query: fc.oneof(word, word, fc.constant("server token")),
  limit: fc.constantFrom(50, 50, 1),
  follow: fc.boolean()
})

const inserting = (title: string, markdown: string): ContentChange => ({
  operation: "insert_page",
  title,
  document: { markdown }
})

describe.each(everyStorage)("answers of searches that were asked before, $name", (storage) => {
  const live = workspace(storage)

  it("are what they are without having been asked, whatever is edited", { timeout: 30_000 + runs(10) * 3_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(change, fc.array(search, { minLength: 1, maxLength: 3 })), {
          minLength: 10,
          maxLength: 20,
          size: "max"
        }),
        (steps) =>
          Effect.gen(function* () {
            const { id, admin } = yield* organization()
            const own = as(admin)
            const edits = yield* ContentEdits
            const spaces = yield* Spaces
            const kept = yield* Search
            const { transaction } = yield* Storage
            const ports = yield* Effect.context<Layer.Layer.Success<typeof storage.layer>>()
            const anew = yield* Effect.map(
              Layer.build(
                Layer.fresh(
                  workspace({
                    name: "anew",
                    layer: Layer.succeedContext(Context.add(ports, KeptSearchResults, 0))
                  })
                )
              ),
              Context.get(Search)
            )
            expect(anew).not.toBe(kept)
            const space = (yield* own(spaces.create(id, {}))).id
            const { changes } = yield* own(
              edits.apply(space, {
                changes: ["server client", "token", "server", "other"].map((text) => inserting(text, text))
              })
            )
            const ids = changes.flatMap((each) => (each.object === "created_page" ? [each.page.id] : []))
            for (const [{ action, other, page, word }, searches] of steps) {
              const edit = (one: ContentChange) => Effect.either(edits.apply(space, { changes: [one] }))
              const text = edit({ operation: "update_page", page: ids[page]!, document: { markdown: word } })
              const perform: Record<typeof action, Effect.Effect<unknown, LecternError, Actor>> = {
                text,
                title: edit({ operation: "update_page", page: ids[page]!, title: word }),
                insert: edit(inserting(other, word)),
                delete: edit({ operation: "delete_page", page: ids[page]! }),
                synonyms: spaces.update(space, { synonyms: word === other ? [] : [[word, other]] }),
                // Content that is found in a transaction that fails never existed.
                undone: Effect.either(
                  transaction(
                    text.pipe(Effect.zipRight(kept.space(space, { query: word })), Effect.zipRight(Effect.fail("no")))
                  )
                ),
                nothing: Effect.void
              }
              yield* own(perform[action])
              for (const { follow, limit, query } of searches) {
                const found = yield* own(kept.space(space, { query, limit }))
                expect(found).toEqual(yield* own(anew.space(space, { query, limit })))
                if (!follow || found.next === undefined) continue
                const further = { query, limit, page: found.next.page }
                expect(yield* own(kept.space(space, further))).toEqual(yield* own(anew.space(space, further)))
              }
            }
          }).pipe(Effect.provide(live), Effect.scoped, Effect.runPromise)
      ),
      { numRuns: runs(storage.name === "memory" ? 10 : 3) }
    )
  )

  it("are the same objects for a minute, for those who may read the space", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const reader = yield* member(id, "Reader", "read")
      const { id: space } = yield* as(admin)((yield* Spaces).create(id, {}))
      yield* as(admin)((yield* ContentEdits).apply(space, { changes: [inserting("Server", "A token.")] }))
      const search = Effect.flatMap(Search, (service) => service.space(space, { query: "token" }))
      const first = yield* as(reader)(search)
      expect(first.count).toBe(1)
      yield* TestClock.adjust("59 seconds")
      expect(yield* as(admin)(search)).toBe(first)
      yield* TestClock.adjust("1 second")
      const later = yield* as(admin)(search)
      expect(later).not.toBe(first)
      expect(later).toEqual(first)
      yield* as(admin)((yield* Members).remove(id, reader))
      expect(yield* as(reader)(Effect.flip(search))).toMatchObject({ _tag: "NotFound" })
    }).pipe(Effect.provide(Layer.merge(live, TestContext.TestContext)), Effect.runPromise))

  it("make room for those that are asked later", () =>
    Effect.gen(function* () {
      const { id, admin } = yield* organization()
      const own = as(admin)
      const { id: space } = yield* own((yield* Spaces).create(id, {}))
      const pages = Array.from({ length: 4 }, (_, i) => inserting(`Page ${i}`, `word${i}`))
      yield* own((yield* ContentEdits).apply(space, { changes: pages }))
      const search = (i: number) =>
        own(Effect.flatMap(Search, (service) => service.space(space, { query: `word${i}` })))
      const found = [yield* search(0), yield* search(1), yield* search(2), yield* search(3)]
      expect(found.map(({ items }) => items[0]?.sections.length)).toEqual([1, 1, 1, 1])
      expect(yield* search(3)).toBe(found[3])
      expect(yield* search(1)).toBe(found[1])
      expect(yield* search(0)).not.toBe(found[0])
    }).pipe(
      Effect.provide(workspace({ ...storage, layer: Layer.merge(storage.layer, Layer.succeed(KeptSearchResults, 9)) })),
      Effect.runPromise
    ))
})
