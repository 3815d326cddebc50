/** What SQLite makes of tokens: each stays whole, and none is more than a token. */
import { describe, expect, it } from "@effect/vitest"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { pagesWith, section } from "@lectern/storage-testing/sections"
import { Effect } from "effect"
import { temporaryStorage } from "./temporary.js"

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
})
