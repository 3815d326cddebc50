/** What FTS5 makes of tokens: each stays whole, and none is more than a token. */
import { describe, expect, it } from "@effect/vitest"
import { type SearchDocument, SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Effect } from "effect"
import { temporaryStorage } from "./temporary.js"

const section = (page: string, body: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  organization: "o",
  space: "s",
  page,
  section: 0,
  anchor: "",
  heading: "",
  text: body,
  title: "",
  body,
  ...more
})

const find = (token: string, more: { readonly organization?: string; readonly prefix?: boolean } = {}) =>
  Effect.flatMap(SearchIndex, (index) =>
    index.query({
      terms: [{ alternatives: [{ token, prefix: more.prefix ?? false }] }],
      organization: more.organization ?? "o",
      limit: 10
    })
  ).pipe(Effect.map((hits) => hits.map((hit) => hit.page)))

/** All letters, digits and marks, as FTS5's tokeniser must know them too: some per range of 64 code points. */
const characters = (): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let point = 0x80; point < 0x110000; point += 1) {
    const character = String.fromCodePoint(point)
    if (/[\p{L}\p{N}\p{M}]/u.test(character) && (point % 64 < 2 || point < 0x3000)) found.push(character)
  }
  return found
}

describe("tokens", () => {
  it.effect("a letter, digit or mark of any script is part of its token", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const all = characters()
      expect(all.length).toBeGreaterThan(10_000)
      const body = all.map((character) => `a${character}b`).join(" ")
      yield* index.replacePage("s", "p", [section("p", body), section("p", "plain", { section: 1 })])
      expect(yield* find("a")).toEqual([])
      expect(yield* find("b")).toEqual([])
      for (const character of all.filter((_, i) => i % 50 === 0)) {
        expect(yield* find(`a${character}b`), character).toEqual(["p"])
        expect(yield* find(`a${character}`, { prefix: true }), character).toEqual(["p"])
      }
    }).pipe(Effect.provide(temporaryStorage))
  )

  it.effect("words of any script are found, alone and by their beginnings", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      const words = [
        "hello",
        "日本語",
        "検索",
        "привет",
        "नमस्ते",
        "สวัสดี",
        "مرحبا",
        "שלום",
        "안녕",
        "ελληνικα",
        "é",
        "e\u0301",
        "２０",
        "𠮷野家",
        "ⅷ"
      ]
      yield* Effect.forEach(words, (word, i) => index.replacePage("s", `p${i}`, [section(`p${i}`, word)]))
      for (const [i, word] of words.entries()) {
        expect(yield* find(word), word).toEqual([`p${i}`])
        expect(yield* find([...word][0]!, { prefix: true }), word).toContain(`p${i}`)
      }
    }).pipe(Effect.provide(temporaryStorage))
  )

  it.effect("no token is a query of its own", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* index.replacePage("s", "p", [section("p", "and or not near title body plain")])
      const odd = [
        '"',
        '""',
        "*",
        "plain*",
        "AND",
        "OR",
        "NOT",
        "NEAR(",
        "title:",
        "{title body}:",
        "^plain",
        "-",
        "+",
        "(",
        ")",
        "",
        " ",
        "\0",
        "a\0b",
        "\ud800",
        "'",
        ";",
        "--"
      ]
      for (const token of odd) {
        for (const prefix of [false, true]) expect(Array.isArray(yield* find(token, { prefix })), token).toBe(true)
      }
      expect(yield* find("and")).toEqual(["p"])
    }).pipe(Effect.provide(temporaryStorage))
  )

  it.effect("a page that comes to another organization is found there only", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      yield* index.replacePage("s", "p", [section("p", "word"), section("p", "word", { section: 1 })])
      yield* index.replacePage("s", "p", [section("p", "word", { organization: "other" })])
      expect(yield* find("word")).toEqual([])
      expect(yield* find("word", { organization: "other" })).toEqual(["p"])
      expect(yield* find("word", { organization: "nobody" })).toEqual([])
    }).pipe(Effect.provide(temporaryStorage))
  )

  it.effect("a space of many sections is removed whole, and leaves the others", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex
      for (let i = 0; i < 40; i++) {
        const documents = Array.from({ length: 20 }, (_, section_) => section(`p${i}`, "word", { section: section_ }))
        yield* index.replacePage("s", `p${i}`, documents)
      }
      yield* index.replacePage("t", "q", [section("q", "word", { space: "t" })])
      yield* index.removeSpace("s")
      expect(yield* find("word")).toEqual(["q"])
    }).pipe(Effect.provide(temporaryStorage))
  )
})
