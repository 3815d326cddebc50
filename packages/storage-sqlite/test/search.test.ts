/** The tokens in SQLite: each stays whole, and none is more than a token. */
import { describe, expect, it } from "@effect/vitest"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { pagesWith, section, token } from "@lectern/storage-testing/sections"
import { Effect } from "effect"
import { findDamage } from "../src/SqliteIntegrity.js"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { inspect, valuesOf } from "./inspecting.js"
import { temporaryFile, temporaryStorage } from "./temporary.js"

const odd = [
  '"',
  '""',
  "*",
  "AND",
  "NEAR(",
  "title:",
  "^plain",
  "(",
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "'",
  ";",
  "--",
  "%"
]

describe("tokens", () => {
  it.effect("words of any script are found, alone and by their beginnings", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const words = ["hello", "привет", "नमसत", "مرحبا", "שלום", "ελληνικα", "c++", "1.2.3", "🎉", "𐐀𐐁"]
      yield* Effect.forEach(words, (word, i) =>
        index.replacePages("s", [{ page: `p${i}`, documents: [section("s", `p${i}`, 0, { body: word })] }])
      )
      for (const [i, word] of words.entries()) {
        expect(yield* pagesWith(index, word), word).toEqual([`p${i}`])
        expect(yield* pagesWith(index, `${[...word][0]}*`), word).toContain(`p${i}`)
      }
    }).pipe(Effect.provide(temporaryStorage))
  )

  it.effect("no token is a query of its own", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* index.replacePages("s", [
        { page: "p", documents: [section("s", "p", 0, { body: "and or not near title body plain" })] }
      ])
      for (const token of odd) {
        for (const prefix of [false, true]) {
          const query = { tokens: [{ token, prefix }], organization: "o", covers: () => true }
          expect(Array.isArray(yield* index.query(query)), token).toBe(true)
        }
      }
      expect(yield* pagesWith(index, "and")).toEqual(["p"])
    }).pipe(Effect.provide(temporaryStorage))
  )

  it.effect("a space of many sections is removed whole, and leaves the others", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      for (let i = 0; i < 40; i++) {
        const documents = Array.from({ length: 20 }, (_, number) => section("s", `p${i}`, number, { body: "word" }))
        yield* index.replacePages("s", [{ page: `p${i}`, documents: documents }])
      }
      yield* index.replacePages("t", [{ page: "q", documents: [section("t", "q", 0, { body: "word" })] }])
      yield* index.removeSpace("s")
      expect(yield* pagesWith(index, "word")).toEqual(["q"])
    }).pipe(Effect.provide(temporaryStorage))
  )

  it.effect("a word is found in any part of a large space, and forgotten where no page has it", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.gen(function* () {
        const index = yield* SearchIndex
        const count = 2 * 64 * 64 + 1
        const text = (i: number) => `common word${i % 64 === 0 ? i : ""}`
        const replace = (numbers: ReadonlyArray<number>, bodyOf: (i: number) => string | undefined) =>
          index.replacePages(
            "s",
            numbers.map((i) => {
              const body = bodyOf(i)
              return {
                page: `p${i}`,
                documents: body === undefined ? [] : [section("s", `p${i}`, 0, { heading: "", text: "", body })]
              }
            })
          )
        for (let from = 0; from < count; from += 512) {
          yield* replace(
            Array.from({ length: Math.min(512, count - from) }, (_, i) => from + i),
            text
          )
        }
        for (const i of [0, 63 * 64, 64 * 64, 2 * 64 * 64]) {
          expect(yield* pagesWith(index, `word${i}`)).toEqual([`p${i}`])
          expect(yield* pagesWith(index, `word${i}*`)).toContain(`p${i}`)
        }
        expect(yield* index.query({ tokens: [token("common")], organization: "o", covers: () => true })).toHaveLength(
          2 * 64 + 1
        )
        yield* replace([0, 64 * 64], () => "other")
        yield* replace([2 * 64 * 64], () => undefined)
        for (const i of [0, 64 * 64, 2 * 64 * 64]) expect(yield* pagesWith(index, `word${i}`)).toEqual([])
        expect(yield* pagesWith(index, "other")).toEqual(["p0", `p${64 * 64}`])
      }).pipe(Effect.provide(SqliteStorage.layer({ filename })))
      expect(inspect(filename, findDamage)).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.effect("the words of most pages lie next to each other, among however many others", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const letter = (i: number) => String.fromCharCode(97 + (i % 26))
      const frequent = Array.from({ length: 20 }, (_, i) => `${letter(i)}${"frequent".slice(i % 5)}`)
      yield* Effect.gen(function* () {
        const index = yield* SearchIndex
        const rare = (page: number) =>
          Array.from({ length: 50 }, (_, i) =>
            [page / 26, page, i / 26, i]
              .map(letter)
              .join("")
              .repeat((i % 4) + 1)
          )
        const replace = (from: number, count: number) =>
          index.replacePages(
            "s",
            Array.from({ length: count }, (_, i) => {
              const body = [...rare(from + i), ...frequent].join(" ")
              return { page: `p${from + i}`, documents: [section("s", `p${from + i}`, 0, { body })] }
            })
          )
        yield* replace(0, 40)
        yield* Effect.forEach([40, 41, 42], (page) => replace(page, 1))
      }).pipe(Effect.provide(SqliteStorage.layer({ filename })))
      const places = inspect(filename, (database) =>
        valuesOf(database, "select rowid from search_words where pages >= 43 order by rowid")
      )
      const words = inspect(filename, (database) => valuesOf(database, "select count(*) from search_words")[0])
      expect(words).toBeGreaterThan(43 * 50)
      expect(places.length).toBeGreaterThanOrEqual(frequent.length)
      expect(places).toEqual(places.map((_, i) => i + 1))
    }).pipe(Effect.scoped)
  )
})
