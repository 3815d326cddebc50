/** Search: the places of tokens, the existing words, and that the index belongs to the transaction. */

import { expect } from "@effect/vitest"
import { type SearchDocument, SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { concern, type Suite } from "./harness.js"
import { lookWhileOpen } from "./open.js"
import {
  apply,
  edits,
  everyWord,
  expectedEntries,
  expectedWords,
  expectSizes,
  type PageEdit,
  put,
  query,
  whereOf
} from "./search-programs.js"
import { readingTests } from "./search-reading.js"
import { entriesWith, pagesWith, section } from "./sections.js"

/** The suite of search. */
export const suite: Suite<Storage | SearchIndex> = concern("search", ({ test, property }, declared) => {
  test(
    "a token occurs in titles, headings, paths and texts, whole or as a prefix; the empty one in every page",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s", "title", 0, { title: "install" }),
        section("s", "heading", 0),
        section("s", "heading", 1, { title: "installation" }),
        section("s", "path", 0, { path: "guides/install" }),
        section("s", "text", 0, { body: "inst 中文字 guides" })
      ])
      expect(yield* pagesWith(index, "install")).toEqual(["path", "title"])
      expect(yield* pagesWith(index, "inst*")).toEqual(["heading", "path", "text", "title"])
      expect(yield* pagesWith(index, "inst")).toEqual(["text"])
      expect(yield* pagesWith(index, "中*")).toEqual(["text"])
      expect(yield* pagesWith(index, "none*")).toEqual([])
      expect(yield* pagesWith(index, "")).toEqual(["heading", "path", "text", "title"])
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
          yield* index.replacePages(space, [{ page: page, documents: documents }])
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
    "pages whose sections are far apart are removed together",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const distances = [...Array.from({ length: 40 }, (_, i) => i + 1), 255, 256, 4_095]
      const far = (page: string) => [
        section("s", page, 0, { body: distances.map((distance) => `at${distance}`).join(" ") }),
        ...distances.map((distance) => section("s", page, distance, { body: `at${distance}` }))
      ]
      yield* put(index, [...far("a"), ...far("b"), section("s", "c", 0, { body: "at15 at255" })])
      yield* index.replacePages("s", [
        { page: "a", documents: [] },
        { page: "b", documents: [] }
      ])
      expect(yield* pagesWith(index, "at*")).toEqual(["c"])
      expect(yield* pagesWith(index, "at31")).toEqual([])
    })
  )

  test(
    "an empty index answers",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      expect(yield* pagesWith(index, "red")).toEqual([])
      expect(yield* pagesWith(index, "re*")).toEqual([])
      expect(yield* pagesWith(index, "")).toEqual([])
      expect(yield* index.vocabulary("s", everyWord)).toEqual([])
      yield* index.removeSpace("s")
      yield* index.replacePages("s", [{ page: "a", documents: [] }])
      expect(yield* index.read([{ space: "s", number: 0 }])).toEqual([])
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
      expect(yield* pagesWith(index, "red")).toEqual(["a", "b"])
      expect(yield* pagesWith(index, "red", { covers: (space) => space === "s2" })).toEqual(["b"])
      expect(yield* pagesWith(index, "red", { space: "s1" })).toEqual(["a"])
      expect(yield* pagesWith(index, "red", { space: "s1", covers: () => false })).toEqual([])
      expect(yield* pagesWith(index, "red", { organization: "o2" })).toEqual(["c"])
      expect(yield* pagesWith(index, "red", { organization: "o2", space: "s1" })).toEqual([])
      expect(yield* pagesWith(index, "red", { organization: "01hzx-o_1" })).toEqual(["e"])
      expect(yield* pagesWith(index, "red", { organization: "01hzx-O_1", space: "01hzx-S_1" })).toEqual(["d"])
      expect(yield* pagesWith(index, "red", { organization: "01hzx" })).toEqual([])
      for (const id of ["s1", "s2", "o2", "01hzx", "os2", "ss2"]) expect(yield* pagesWith(index, id)).toEqual([])
      expect(yield* pagesWith(index, "s*")).toEqual([])
    })
  )

  test(
    "a space whose pages come to another organization is found there only",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [section("s", "a", 0, { body: "red" })])
      yield* put(index, [section("s", "a", 0, { body: "red", organization: "other" })])
      expect(yield* pagesWith(index, "red")).toEqual([])
      expect(yield* pagesWith(index, "red", { organization: "other" })).toEqual(["a"])
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
      yield* index.replacePages("s", [{ page: "a", documents: [section("s", "a", 0, { body: "blue" })] }])
      expect(yield* pagesWith(index, "red")).toEqual(["b", "c"])
      expect(yield* pagesWith(index, "blue")).toEqual(["a"])
      yield* index.replacePages("s", [{ page: "a", documents: [] }])
      expect(yield* pagesWith(index, "blue")).toEqual([])
      yield* index.replacePages("s", [{ page: "a", documents: [section("s", "a", 0, { body: "red" })] }])
      expect(yield* pagesWith(index, "red")).toEqual(["a", "b", "c"])
      yield* index.removeSpace("s")
      expect(yield* pagesWith(index, "red")).toEqual(["c"])
      expect(yield* index.vocabulary("s", everyWord)).toEqual([])
    })
  )

  test(
    "a new page gets the lowest free number, and pages of many blocks are told apart",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const count = 600
      const bodyOf = (i: number) => `common word${i}`
      for (let i = 0; i < count; i++)
        yield* index.replacePages("s", [{ page: `p${i}`, documents: [section("s", `p${i}`, 0, { body: bodyOf(i) })] }])
      expect(yield* pagesWith(index, "common")).toHaveLength(count)
      for (const i of [0, 255, 256, 511, 512, count - 1]) {
        expect(yield* pagesWith(index, `word${i}`)).toEqual([`p${i}`])
        expect((yield* index.read([{ space: "s", number: i }]))[0]?.page).toBe(`p${i}`)
      }
      for (const i of [300, 7, 599]) yield* index.replacePages("s", [{ page: `p${i}`, documents: [] }])
      for (const [page, number] of [
        ["x", 7],
        ["y", 300],
        ["z", 599],
        ["w", 600]
      ] as const) {
        yield* index.replacePages("s", [{ page: page, documents: [section("s", page, 0, { body: "common" })] }])
        expect((yield* index.read([{ space: "s", number }]))[0]?.page).toBe(page)
      }
      yield* index.removeSpace("s")
      expect(yield* pagesWith(index, "common")).toEqual([])
    })
  )

  readingTests(test)

  test(
    "the index belongs to the transaction",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const storage = yield* Storage
      yield* put(index, [section("s", "a", 0, { body: "red" })])
      const work = Effect.gen(function* () {
        yield* put(index, [section("s", "a", 0, { body: "blue" }), section("s", "b", 0, { body: "blue" })])
        expect(yield* pagesWith(index, "blue")).toEqual(["a", "b"])
        expect(yield* pagesWith(index, "red")).toEqual([])
        yield* Effect.exit(
          storage.transaction(Effect.zipRight(index.removeSpace("s"), Effect.fail("failed on purpose")))
        )
        expect(yield* pagesWith(index, "blue")).toEqual(["a", "b"])
      })
      const look = Effect.all([pagesWith(index, "blue"), pagesWith(index, "red")])
      const after = [["a", "b"], []]
      const during = declared.readers === "wait" ? after : [[], ["a"]]
      expect(yield* lookWhileOpen(declared, work, look)).toEqual({ during, after })
      yield* Effect.exit(storage.transaction(Effect.zipRight(index.removeSpace("s"), Effect.die("died on purpose"))))
      expect(yield* pagesWith(index, "blue")).toEqual(["a", "b"])
    })
  )

  property(
    "after any edits, some rolled back, tokens and words are those of what is there, in the spaces that are covered",
    FastCheck.tuple(edits, FastCheck.array(query, { minLength: 1, maxLength: 8 })),
    Effect.fnUntraced(function* ([batches, queries]) {
      const index = yield* SearchIndex
      const storage = yield* Storage
      let pages = new Map<string, PageEdit>()
      for (const batch of batches) {
        const applied = apply(index, batch.edits, batch.together)
        if (batch.rollback) {
          yield* Effect.exit(storage.transaction(Effect.zipRight(applied, Effect.fail("no"))))
        } else {
          yield* storage.transaction(applied)
          pages = new Map([...pages, ...batch.edits.map((edit) => [edit.page, edit] as const)])
        }
      }
      const present = [...pages.values()].filter(({ documents }) => documents.length > 0)
      for (const query of queries) {
        expect(yield* entriesWith(index, query.tokens, whereOf(query))).toEqual(expectedEntries(present, query))
        yield* expectSizes(index, present, query)
      }
      for (const space of ["s0", "s1", "s2"]) {
        const words = yield* index.vocabulary(space, everyWord)
        expect(words.map(({ pages, word }) => `${word} ${pages}`).sort()).toEqual(expectedWords(present, space))
      }
    }),
    100
  )
})
