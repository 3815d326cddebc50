import { fold } from "@lectern/core/search-index/Fold"
import type { SearchTerm } from "@lectern/core/search-index/SearchIndex"
import { queryTerms, tokens } from "@lectern/core/search-index/Tokeniser"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

/** What every index does, on one text. */
const matches = (text: string, terms: ReadonlyArray<SearchTerm>): boolean => {
  const indexed = tokens(text)
  return terms.every(({ alternatives }) =>
    alternatives.some(({ prefix, token }) => indexed.some((each) => (prefix ? each.startsWith(token) : each === token)))
  )
}
const finds = (query: string, text: string): boolean => {
  const terms = queryTerms(query)
  return terms.length > 0 && matches(text, terms)
}

const anyText = fc.oneof(
  fc.fullUnicodeString({ maxLength: 60 }),
  fc.string16bits({ maxLength: 60 }),
  fc.stringOf(fc.constantFrom(..."aAbZ09_-.'’ éßİı中文データ한국กำिी̈\u200d\u0000\ud800"), { maxLength: 60 })
)
const word = fc.stringOf(fc.constantFrom(..."abcdefgilnorstuyABCXYZ01_éøß"), { minLength: 1, maxLength: 20 })
const characters = [..."数据库安装指南搜索データベース検索を東京都の한국어데이터설치한다"]
const run = fc.stringOf(fc.constantFrom(...characters), { minLength: 1, maxLength: 12 })

describe("tokens", () => {
  it("are lower-case letters and digits, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of tokens(text)) {
          expect(token).toMatch(/^[\p{L}\p{N}]+$/u)
          expect(token.toLowerCase()).toBe(token)
          expect(token.length).toBeLessThanOrEqual(64)
          expect(token.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: runs(1000) }
    )
  })

  it("of a token contain that token", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of tokens(text)) expect(tokens(token)).toContain(token)
      }),
      { numRuns: runs(500) }
    )
  })

  it.each([
    ["Installing the servers", ["installing", "instal", "the", "servers", "server"]],
    ["Café naïve Straße Ærø Łódź İstanbul", ["cafe", "naive", "naiv", "strasse", "strass", "aero", "lodz", "istanbul"]],
    ["ﬁle Ｆｕｌｌ ｶﾞｲﾄﾞ", ["file", "full", "ガイ", "イド", "ド"]],
    ["getUserName", ["getusername", "getusernam", "get", "user", "name"]],
    [
      "page_size __init__ MAX_AGE",
      ["pagesize", "pages", "page", "size", "init", "maxage", "maxag", "max", "age", "ag"]
    ],
    ["XMLHttpRequest APIs", ["xmlhttprequest", "xml", "http", "request", "apis", "api"]],
    ["utf8 v1.2.3 IPv6", ["utf8", "v1", "2", "3", "ipv6"]],
    ["the user’s guide, don't", ["the", "users", "user", "guide", "guid", "dont"]],
    ["数据库", ["数据", "据库", "库"]],
    ["API接口 2024年", ["api", "接口", "口", "2024", "年"]],
    ["한국어 가이드", ["한국", "국어", "어", "가이", "이드", "드"]],
    ["हिन्दी", ["हइनदई"]],
    ["کِتَابٌ مُحَمَّد", ["کتاب", "محمد"]],
    ["ติดตั้ง", ["ตด", "ดต", "ตง", "ง"]],
    ["ΟΔΟΣ Ё", ["οδοσ", "е"]],
    ["co\u00adop\u200dera\u2060te", ["cooperate", "cooper"]],
    ["", []],
    [" \t-–…!?🙂\u0000", []]
  ])("of %j", (text, expected) => {
    expect(new Set(tokens(text))).toEqual(new Set(expected))
  })

  it("are cut after 64 units, never inside a character", () => {
    expect(tokens("a".repeat(1000))).toEqual(["a".repeat(64)])
    expect(tokens(`a${"𐐨".repeat(100)}`)).toEqual([`a${"𐐨".repeat(31)}`])
  })
})

describe("fold", () => {
  it("of a folded text is itself", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: runs(500) }
    )
  })

  it("leaves no mark", () => {
    const all = Array.from({ length: 0x3000 }, (_, i) => `a${String.fromCodePoint(i)}b`).join(" ")
    expect(fold(all)).not.toMatch(/\p{M}/u)
  })
})

describe("queryTerms", () => {
  it("find what a text begins to say, from every word of it as far as it is typed", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (words, which, length) => {
        const chosen = words[which % words.length] ?? ""
        const typed = chosen.slice(0, 1 + (length % chosen.length))
        if (queryTerms(typed).length > 0) expect(matches(words.join(" "), queryTerms(typed))).toBe(true)
      }),
      { numRuns: runs(2000) }
    )
  })

  it("find every word of a text, typed out", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        expect(matches(words.join(" "), queryTerms(`${words.join(", ")} `))).toBe(true)
      }),
      { numRuns: runs(1000) }
    )
  })

  it("find every part of a run without spaces, however a dictionary would cut it", () => {
    fc.assert(
      fc.property(run, fc.nat(), fc.nat(), (text, from, length) => {
        const all = Array.from(text)
        const start = from % all.length
        const part = all.slice(start, start + 1 + (length % (all.length - start))).join("")
        expect(finds(part, `before ${text} after`)).toBe(true)
      }),
      { numRuns: runs(2000) }
    )
  })

  it("never throw, and are at most 32", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.fullUnicodeString({ minLength: 500, maxLength: 512 })), (query) => {
        const terms = queryTerms(query)
        expect(terms.length).toBeLessThanOrEqual(32)
        for (const { alternatives } of terms) {
          expect(alternatives.length).toBeGreaterThan(0)
          expect(new Set(alternatives.map((each) => `${each.token} ${each.prefix}`)).size).toBe(alternatives.length)
        }
      }),
      { numRuns: runs(500) }
    )
  })

  it.each([
    ["running", "it runs"],
    ["runs ", "running"],
    ["installi", "installing"],
    ["instal", "installation"],
    ["happi", "happy"],
    ["cafe", "Café"],
    ["café", "cafe"],
    ["KØBENHAVN", "kobenhavn"],
    ["javascript", "JavaScript"],
    ["JavaScript", "javascript"],
    ["username", "userName"],
    ["getusern", "getUserName"],
    ["getUserName", "get_user_name"],
    ["page_size", "the size of a page"],
    ["page size", "pageSize"],
    ["get_user_", "getUserNames"],
    ["dont", "don’t"],
    ["how to restore the backup", "Restoring backups"],
    ["to be or ", "to be or not to be"],
    ["user's", "users"],
    ["don'", "don't"],
    ["データ検索", "データを検索する"],
    ["安装指南", "指南：如何安装"],
    ["京", "東京都"],
    ["설치", "설치합니다"],
    ["ｶﾞｲﾄﾞ", "ガイド"],
    ["हिन्दी", "हिन्दी में"]
  ])("%j finds %j", (query, text) => {
    expect(finds(query, text)).toBe(true)
  })

  it.each([
    ["install ", "instant"],
    ["ant", "instant"],
    ["が", "か"],
    ["कीला", "काली"],
    ["size page_", "size"],
    ["run walk", "run"],
    ["to be or ", "to be"]
  ])("%j does not find %j", (query, text) => {
    expect(finds(query, text)).toBe(false)
  })

  it.each(["", " ", "\"'*()^:-+", "\u0000", "\ud800", "🙂"])("of %j are none", (query) => {
    expect(queryTerms(query)).toEqual([])
  })

  it.each(["NEAR(a b)", 'a" OR "b', "a AND", "NOT x", "title:x", "^x", "x*", "{a b}: c", "a\u0000b"])(
    "take %j for words",
    (query) => {
      expect(queryTerms(query).length).toBeGreaterThan(0)
    }
  )
})
