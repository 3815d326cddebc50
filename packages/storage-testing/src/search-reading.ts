/** Search: reading indexed pages and words. */
import { expect } from "@effect/vitest"
import { lettersOf } from "@lectern/core/internal/text/tokenization/Letters"
import { SearchIndex, type WantedWords } from "@lectern/core/search-index/SearchIndex"
import * as Effect from "effect/Effect"
import type { Runner } from "./harness.js"
import { everyWord, put } from "./search-programs.js"
import { section } from "./sections.js"

/** The tests of reading pages and words from an index. */
export const readingTests = (test: Runner<SearchIndex>["test"]): void => {
  test(
    "pages are read with the sections asked for, without those that are gone",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const documents = [
        section("s", "a", 0, { body: "red", text: "Красный 'текст'\n😀", heading: 'A "title"', path: "guides/a" }),
        section("s", "a", 1, { body: "red", anchor: "héading", path: "guides/a" }),
        section("s", "b", 0, { body: "red" })
      ]
      yield* put(index, documents)
      const shown = documents.map(({ anchor, body, heading, section, text, title }) => ({
        ...{ section, anchor, heading, text, title, body }
      }))
      const a = { space: "s", number: 0, page: "a", path: "guides/a", title: 'A "title"' }
      const b = { space: "s", number: 1, page: "b", path: "", title: "Heading 0 of b" }
      expect(
        yield* index.read([
          { space: "s", number: 1, sections: [] },
          { space: "s", number: 0, sections: [1] },
          { space: "none", number: 0 }
        ])
      ).toEqual([
        { ...b, sections: [] },
        { ...a, sections: [shown[1]] }
      ])
      yield* index.replacePages("s", [{ page: "b", documents: [] }])
      const places = [
        { space: "s", number: 1 },
        { space: "s", number: 0 }
      ]
      expect(yield* index.read(places)).toEqual([{ ...a, sections: shown.slice(0, 2) }])
      expect(yield* index.read([])).toEqual([])
    })
  )

  test(
    "the words of a space are those of its pages, by their length, with the number of pages",
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* put(index, [
        section("s", "a", 0, { title: "Red", body: "page_size 中文 42 мир мир" }),
        section("s", "b", 0, { body: "мир redder" }),
        section("t", "c", 0, { body: "secret" })
      ])
      const words = (wanted: WantedWords) =>
        Effect.map(index.vocabulary("s", wanted), (found) => found.map(({ pages, word }) => `${word} ${pages}`).sort())
      const like = (word: string, most: 1 | 2, shortest = 1, longest = 64) =>
        words({ near: [{ shortest, longest, letters: lettersOf(word), most }], words: [] })
      expect(yield* words(everyWord)).toEqual(["Red 1", "page 1", "pagesize 1", "redder 1", "size 1", "мир 2"])
      expect(yield* like("", 1, 4, 6)).toEqual(["page 1", "redder 1", "size 1"])
      expect(yield* like("pagsize", 1)).toEqual(["pagesize 1"])
      expect(yield* like("gizes", 1)).toEqual(["pagesize 1", "size 1"])
      expect(yield* like("gizes", 2, 1, 4)).toEqual(["size 1"])
      expect(yield* words({ near: [], words: ["size", "siz", "secret", "мир", "size"] })).toEqual(["size 1", "мир 2"])
      expect(yield* words({ near: [{ shortest: 4, longest: 4, letters: 0, most: 1 }], words: ["size"] })).toEqual([
        "page 1",
        "size 1"
      ])
      yield* index.replacePages("s", [{ page: "a", documents: [section("s", "a", 0, { body: "red" })] }])
      expect(yield* words(everyWord)).toEqual(["red 1", "redder 1", "мир 1"])
    })
  )
}
