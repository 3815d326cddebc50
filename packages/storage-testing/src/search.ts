/** Search: which sections match, in which order, and that the index belongs to the transaction. */

import { expect } from "@effect/vitest"
import {
  type SearchDocument,
  SearchIndex,
  type SearchIndexService,
  type SearchQuery
} from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import { Array, Deferred, Effect, FastCheck, Fiber } from "effect"
import { concern, type Suite } from "./harness.js"
import { expectRanked } from "./ranking.js"
import { edits, type PageEdit, query } from "./search-programs.js"
import { either, section } from "./sections.js"

/** A query of words apart by spaces: each must occur, `a|b` being alternatives and `a*` a prefix. */
const searching = (words: string, options: Partial<SearchQuery> = {}): SearchQuery => ({
  terms: words === "" ? [] : words.split(" ").map((term) => either(...term.split("|"))),
  organization: "o",
  limit: 100,
  ...options
})

/** The matches as `page.section`, best first. */
const found = (index: SearchIndexService, words: string, options: Partial<SearchQuery> = {}) =>
  Effect.map(index.query(searching(words, options)), (hits) => hits.map((hit) => `${hit.page}.${hit.section}`))

const put = (index: SearchIndexService, documents: ReadonlyArray<SearchDocument>) =>
  Effect.forEach(
    Object.values(Array.groupBy(documents, ({ space, page }) => JSON.stringify([space, page]))),
    (page) => index.replacePage(page[0].space, page[0].page, page),
    { discard: true }
  )

/** The suite of search. */
export const suite: Suite = concern("search", ({ test, property }) => {
  test(
    "all terms must occur, in title or body; no terms, no hits",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s", "a", 0, { title: "red", body: "blue green" }),
        section("s", "a", 1, { body: "red" }),
        section("s", "b", 0, { title: "blue", body: "blue" })
      ])
      expect(yield* found(index, "red blue")).toEqual(["a.0"])
      expect([...(yield* found(index, "red"))].sort()).toEqual(["a.0", "a.1"])
      expect(yield* found(index, "red none")).toEqual([])
      expect(yield* found(index, "re")).toEqual([])
      expect(yield* found(index, "")).toEqual([])
      expect(yield* found(index, "red red")).toHaveLength(2)
    })
  )

  test(
    "a term occurs where any of its alternatives does, and all that do add to the score",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s", "a", 0, { body: "red x x" }),
        section("s", "b", 0, { body: "crimson x x" }),
        section("s", "c", 0, { body: "red crimson x" }),
        section("s", "d", 0, { body: "crimsons green x" }),
        ...Array.makeBy(9, (i) => section("s", `z${i}`, 0, { body: "x x x" }))
      ])
      expect(yield* found(index, "red|crimson")).toEqual(["c.0", "a.0", "b.0"])
      expect(yield* found(index, "red|none x")).toHaveLength(2)
      expect(yield* found(index, "none|nothing x")).toEqual([])
      expect(yield* found(index, "green|blue crimson*|red")).toEqual(["d.0"])
    })
  )

  property(
    "lists what is indexed, a few pages at a time, and nothing else",
    FastCheck.tuple(edits, FastCheck.integer({ min: 1, max: 3 })),
    ([transactions, limit]) =>
      Effect.gen(function* () {
        const index = yield* SearchIndex
        const pages = new Map<string, ReadonlyArray<SearchDocument>>()
        for (const { documents, page, space } of transactions.flatMap(({ edits }) => edits)) {
          yield* index.replacePage(space, page, documents)
          pages.set(`${space} ${page}`, documents)
        }
        const expected = [...pages].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, documents]) => documents)
        const listed: Array<SearchDocument> = []
        for (let after: { space: string; page: string } | undefined; ; ) {
          const found = yield* index.list(after, limit)
          const last = found.at(-1)
          if (last === undefined) break
          expect(new Set(found.map(({ page, space }) => `${space} ${page}`)).size).toBeLessThanOrEqual(limit)
          listed.push(...found)
          after = last
        }
        expect(listed).toEqual(expected)
        const ofOne = yield* index.list({ space: "s1", page: "" }, 100)
        expect(ofOne).toEqual(expected.filter(({ space }) => space > "s0"))
        expect(yield* index.list({ space: "s9", page: "" }, 1)).toEqual([])
      }),
    20
  )

  test(
    "an empty index answers",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      expect(yield* found(index, "red")).toEqual([])
      expect(yield* found(index, "re*")).toEqual([])
      yield* index.removeSpace("s")
      yield* index.replacePage("s", "a", [])
      expect(yield* index.read([{ space: "s", page: "a", section: 0, score: 1 }])).toEqual([])
    })
  )

  test(
    "a prefix matches every word that begins with it",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s", "a", 0, { body: "install guide" }),
        section("s", "b", 0, { body: "installation guide" }),
        section("s", "c", 0, { body: "inst 中文字 guides" })
      ])
      expect([...(yield* found(index, "inst*"))].sort()).toEqual(["a.0", "b.0", "c.0"])
      expect([...(yield* found(index, "install*"))].sort()).toEqual(["a.0", "b.0"])
      expect(yield* found(index, "inst")).toEqual(["c.0"])
      expect(yield* found(index, "中*")).toEqual(["c.0"])
      expect(yield* found(index, "guide installa*")).toEqual(["b.0"])
      expect(yield* found(index, "gui install*")).toEqual([])
      expect([...(yield* found(index, "gui* install*"))].sort()).toEqual(["a.0", "b.0"])
    })
  )

  test(
    "a title weighs more than a body, often more than once, rare more than common, short more than long",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s", "title", 0, { title: "red", body: "x x x" }),
        section("s", "body", 0, { title: "x", body: "red x x" }),
        section("s", "twice", 0, { title: "x", body: "red red x" }),
        section("s", "long", 0, { title: "x", body: `red ${"x ".repeat(30).trim()}` }),
        ...Array.makeBy(10, (i) => section("s", `z${i}`, 0, { body: "common" })),
        section("s", "rare", 0, { body: "common rare rare" }),
        section("s", "none", 0, { body: "filler" })
      ])
      expect(yield* found(index, "red")).toEqual(["title.0", "twice.0", "body.0", "long.0"])
      expect(yield* found(index, "common rare")).toEqual(["rare.0"])
    })
  )

  test(
    "equal scores go by page, then section",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const places = [
        ["b", 1],
        ["a", 2],
        ["b", 0],
        ["a", 10],
        ["B", 0]
      ] as const
      yield* put(
        index,
        places.map(([page, number]) => section("s", page, number, { body: "red" }))
      )
      expect(yield* found(index, "red")).toEqual(["B.0", "a.2", "a.10", "b.0", "b.1"])
      expect(yield* found(index, "red", { limit: 2 })).toEqual(["B.0", "a.2"])
    })
  )

  test(
    "organizations and spaces are apart, whatever their ids and the words",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s1", "a", 0, { body: "red os1 oo" }),
        section("s2", "b", 0, { body: "red" }),
        section("s3", "c", 0, { body: "red ss1", organization: "o2" }),
        section("01hzx-S_1", "d", 0, { body: "red", organization: "01hzx-O_1" }),
        section("01hzx-s_1", "e", 0, { body: "red", organization: "01hzx-o_1" }),
        section("01hzx", "f", 0, { body: "red", organization: "01hzx-o" })
      ])
      expect(yield* found(index, "red")).toEqual(["b.0", "a.0"])
      expect(yield* found(index, "red", { space: "s1" })).toEqual(["a.0"])
      expect(yield* found(index, "red", { organization: "o2" })).toEqual(["c.0"])
      expect(yield* found(index, "red", { organization: "o2", space: "s1" })).toEqual([])
      expect(yield* found(index, "red", { organization: "s1" })).toEqual([])
      expect(yield* found(index, "red", { organization: "01hzx-o_1" })).toEqual(["e.0"])
      expect(yield* found(index, "red", { organization: "01hzx-O_1", space: "01hzx-S_1" })).toEqual(["d.0"])
      expect(yield* found(index, "red", { organization: "01hzx" })).toEqual([])
      expect(yield* found(index, "os1", { organization: "o", space: "s2" })).toEqual([])
      for (const id of ["s1", "s2", "o2", "01hzx", "os2", "ss2"]) expect(yield* found(index, id)).toEqual([])
      expect(yield* found(index, "s*")).toEqual([])
    })
  )

  test(
    "replacing a page replaces all of its sections and no other's",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s", "a", 0, { body: "red" }),
        section("s", "a", 1, { body: "red" }),
        section("s", "b", 0, { body: "red" }),
        section("t", "c", 0, { body: "red" })
      ])
      yield* index.replacePage("s", "a", [section("s", "a", 0, { body: "blue" })])
      expect(yield* found(index, "red")).toEqual(["b.0", "c.0"])
      expect(yield* found(index, "blue")).toEqual(["a.0"])
      yield* index.replacePage("s", "a", [])
      expect(yield* found(index, "blue")).toEqual([])
      yield* index.replacePage("s", "a", [section("s", "a", 0, { body: "red" })])
      expect(yield* found(index, "red")).toEqual(["a.0", "b.0", "c.0"])
      yield* index.removeSpace("s")
      expect(yield* found(index, "red")).toEqual(["c.0"])
    })
  )

  test(
    "the texts of hits come back in their order, without those that are gone",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const documents = [
        section("s", "a", 0, { body: "red", text: "Красный 'текст'\n😀", heading: 'A "title"' }),
        section("s", "a", 1, { body: "red", anchor: "héading" }),
        section("s", "b", 0, { body: "red" })
      ]
      yield* put(index, documents)
      const hits = [...(yield* index.query(searching("red")))].reverse()
      yield* index.replacePage("s", "b", [])
      const texts = documents.slice(0, 2).reverse()
      expect(yield* index.read(hits)).toEqual(
        texts.map(({ page, section, anchor, heading, text }) => ({ page, section, anchor, heading, text }))
      )
      expect(yield* index.read([])).toEqual([])
    })
  )

  test(
    "the index belongs to the transaction",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const storage = yield* Storage
      yield* put(index, [section("s", "a", 0, { body: "red" })])
      const written = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const writer = yield* Effect.fork(
        storage.transaction(
          Effect.gen(function* () {
            yield* put(index, [section("s", "a", 0, { body: "blue" }), section("s", "b", 0, { body: "blue" })])
            expect(yield* found(index, "blue")).toEqual(["a.0", "b.0"])
            expect(yield* found(index, "red")).toEqual([])
            yield* Effect.exit(
              storage.transaction(Effect.zipRight(index.removeSpace("s"), Effect.fail("failed on purpose")))
            )
            expect(yield* found(index, "blue")).toEqual(["a.0", "b.0"])
            yield* Deferred.succeed(written, undefined)
            yield* Deferred.await(proceed)
          })
        )
      )
      yield* Deferred.await(written)
      expect(yield* found(index, "blue")).toEqual([])
      expect(yield* found(index, "red")).toEqual(["a.0"])
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(writer)
      expect(yield* found(index, "blue")).toEqual(["a.0", "b.0"])
      yield* Effect.exit(storage.transaction(Effect.zipRight(index.removeSpace("s"), Effect.die("died on purpose"))))
      expect(yield* found(index, "blue")).toEqual(["a.0", "b.0"])
    })
  )

  property(
    "after any edits, some rolled back, every query gives the matches and the ranking of BM25 over what is there",
    FastCheck.tuple(edits, FastCheck.array(query, { minLength: 1, maxLength: 8 })),
    Effect.fnUntraced(function* ([batches, queries]) {
      const index = yield* SearchIndex
      const storage = yield* Storage
      let pages = new Map<string, PageEdit>()
      for (const batch of batches) {
        const applied = Effect.forEach(batch.edits, (edit) => index.replacePage(edit.space, edit.page, edit.documents))
        yield* Effect.exit(storage.transaction(batch.rollback ? Effect.zipRight(applied, Effect.fail("no")) : applied))
        if (!batch.rollback) pages = new Map([...pages, ...batch.edits.map((edit) => [edit.page, edit] as const)])
      }
      const documents = [...pages.values()].flatMap((edit) => edit.documents)
      for (const query of queries) expectRanked(yield* index.query(query), documents, query)
    }),
    100
  )
})
