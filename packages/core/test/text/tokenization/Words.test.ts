import { parseQuery } from "@lectern/core/text/retrieval/Query"
import { fold } from "@lectern/core/text/tokenization/Fold"
import { tokens } from "@lectern/core/text/tokenization/Forms"
import { isEnglish, keptWords } from "@lectern/core/text/tokenization/KeptWords"
import { words } from "@lectern/core/text/tokenization/Words"
import { WordTable } from "@lectern/core/text/tokenization/WordTable"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

/** Whether a text has every word of a query in one of its ways. */
const finds = (query: string, text: string): boolean => {
  const indexed = tokens(text)
  const { units } = parseQuery(query)
  return (
    units.length > 0 &&
    units.every(({ alternatives }) =>
      alternatives.some(({ tokens }) =>
        tokens.every(({ prefix, token }) => indexed.some((each) => (prefix ? each.startsWith(token) : each === token)))
      )
    )
  )
}

const anyText = fc.oneof(
  fc.fullUnicodeString({ maxLength: 60 }),
  fc.string16bits({ maxLength: 60 }),
  fc.stringOf(fc.constantFrom(..."aAbZ09_-.'’ éßİı中文データ한국กำिी̈\u200d\u0000\ud800"), { maxLength: 60 })
)
const word = fc.stringOf(fc.constantFrom(..."abcdefgilnorstuyABCXYZ01_éøß"), { minLength: 1, maxLength: 20 })
const characters = [..."数据库安装指南搜索データベース検索を東京都の한국어데이터설치한다"]
const run = fc.stringOf(fc.constantFrom(...characters), { minLength: 1, maxLength: 12 })

describe("words", () => {
  it("are lower case and without white space, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const each of words(text)) {
          expect(each).toMatch(/^\S+$/u)
          expect(each.toLowerCase()).toBe(each)
          expect(each.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: runs(1000) }
    )
  })

  it("of words that are joined again are the same words", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = words(text)
        expect(words(found.join(" "))).toEqual(found)
      }),
      { numRuns: runs(500) }
    )
  })

  it("have each its own value in a table, also when it has forgotten some", () => {
    const table = new WordTable((word) => ({ word }))
    const wordsIn = (text: string) => table.read(text).map(({ word }) => word)
    fc.assert(
      fc.property(anyText, (text) => {
        const found = words(text)
        expect(wordsIn(found.join(" "))).toEqual(found)
      }),
      { numRuns: runs(100) }
    )
    const many = Array.from({ length: 50_000 }, (_, i) => i.toString(36))
    expect(wordsIn(many.join(" "))).toEqual(many)
    const [first, , again] = table.read("same other same")
    expect(first).toBe(again)
  })

  it.each([
    ["Installing the servers", "installing the servers"],
    ["Café naïve Straße Ærø Łódź İstanbul", "cafe naive strasse aero lodz istanbul"],
    ["ﬁle Ｆｕｌｌ ｶﾞｲﾄﾞ", "file full ガイド"],
    ["getUserName page_size __init__ MAX_AGE", "get_user_name page_size init max_age"],
    ["XMLHttpRequest APIs", "xml_http_request apis"],
    ["utf8 v1.2.3 IPv6 1.2. 3", "utf8 1.2.3 ipv6 1.2 3"],
    ["4,096 bytes, 1'000'000 or 4,09", "4096 bytes 1000000 or 4 09"],
    ["10MB 10 MB 2FA", "10_mb 10 mb 2_fa"],
    ["C++, C# and F#; a+b", "c++ c# and f# a b"],
    ["the user’s guide, don't", "the users guide dont"],
    ["AT&T's R&D and Q&A; a=1&b=c&d", "at_t r_d and q_a a 1 b c_d"],
    ["the U.S.A., the U.S. Army, e.g. a.m., a.bc x.y.zw", "the u_s_a the u_s army e_g a_m a bc x_y zw"],
    ["٢٠٢٤ ۲۰۲۴ ٤٬٠٩٦ ٣٫١٤ १२ ๒๕ ２０", "2024 2024 4096 3.14 12 25 20"],
    ["the U.S.'s and the U.S.A's", "the u_s and the u_s_a"],
    ["数据库 API接口 2024年", "数据库 api 接口 2024 年"],
    ["한국어 가이드", "한국어 가이드"],
    ["हिन्दी", "हइनदई"],
    ["کِتَابٌ مُحَمَّد", "کتاب محمد"],
    ["ΟΔΟΣ Ё", "οδοσ е"],
    ["co\u00adop\u200dera\u2060te", "cooperate"],
    ["🎉 👍🏽 👩‍💻 🇩🇪 1️⃣ ❤️", "🎉 👍 👩 💻 🇩🇪 1 ❤"],
    ["", ""],
    [" \t-–…!?\u0000", ""]
  ])("of %j", (text, expected) => {
    expect(words(text).join(" ")).toBe(expected)
  })

  it("are cut after 64 units, never inside a character", () => {
    expect(words("a".repeat(1000))).toEqual(["a".repeat(64)])
    expect(words(`a${"𐐨".repeat(100)}`)).toEqual([`a${"𐐨".repeat(31)}`])
  })
})

describe("tokens", () => {
  it.each([
    ["installing", "installing instal"],
    ["AT&T", "att at t"],
    ["U.S.A.", "usa u s a"],
    ["getUserName", "getusername getusernam get user name"],
    ["1.2.3", "1.2.3 1.2 1 2 3"],
    ["10MB", "10mb 10 mb"],
    ["MD022", "md022 md22"],
    ["数据库", "数据 据库 库"],
    ["والكتاب", "والكتاب كتاب"],
    ["ובספר", "ובספר בספר ספר"],
    ["ติดตั้ง", "ตด ดต ตง ง"]
  ])("of %j", (text, expected) => {
    expect(tokens(text).join(" ")).toBe(expected)
  })
})

describe("isEnglish", () => {
  it.each([
    ["The page that you want is not there", true],
    ["const a = b", true],
    ["Die Seite ist nicht mehr zu finden, und das ist nicht gut", false],
    ["La page est dans le menu que vous avez ouvert", false],
    ["La página del sitio no es para los invitados", false]
  ])("%j: %j", (text, expected) => {
    expect(isEnglish(keptWords.read(words(text).join(" ")))).toBe(expected)
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

describe("parseQuery", () => {
  it("find what a text begins to say, from every word of it as far as it is typed", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (words, which, length) => {
        const chosen = words[which % words.length] ?? ""
        const typed = chosen.slice(0, 1 + (length % chosen.length))
        if (parseQuery(typed).units.length > 0) expect(finds(typed, words.join(" "))).toBe(true)
      }),
      { numRuns: runs(2000) }
    )
  })

  it("find every word of a text, typed out", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        if (parseQuery(words.join(", ")).units.length > 0)
          expect(finds(`${words.join(", ")} `, words.join(" "))).toBe(true)
      }),
      { numRuns: runs(1000) }
    )
  })

  it("find initials and names with an ampersand in every way in which they are written", () => {
    const letters = fc.array(fc.constantFrom(..."ABCDtuäжب"), { minLength: 2, maxLength: 6 })
    const ways = [
      (all: ReadonlyArray<string>) => `${all.join(".")}.`,
      (all: ReadonlyArray<string>) => all.join("."),
      (all: ReadonlyArray<string>) => all.join("&"),
      (all: ReadonlyArray<string>) => all.join(""),
      (all: ReadonlyArray<string>) => all.join("").toLowerCase()
    ]
    fc.assert(
      fc.property(letters, fc.constantFrom(...ways), fc.constantFrom(...ways), (all, asked, written) => {
        expect(finds(asked(all), `before ${written(all)}, after`)).toBe(true)
        if (written(all).includes(".") || written(all).includes("&"))
          expect(finds(`${asked(all)} `, `in (${written(all)}'s) place`)).toBe(true)
      }),
      { numRuns: runs(200) }
    )
  })

  it("find a number in the digits of any script", () => {
    const scripts = [0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1d7e2]
    const script = fc.constantFrom(...scripts)
    const inScript = (number: string, zero: number) =>
      number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
    const number = fc.tuple(fc.nat(), fc.constantFrom("", ".5", ".10.3")).map(([whole, rest]) => `${whole}${rest}`)
    fc.assert(
      fc.property(number, script, script, (number, asked, written) => {
        expect(finds(inScript(number, asked), `before ${inScript(number, written)} after`)).toBe(true)
      }),
      { numRuns: runs(200) }
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

  it("never throws, and gives at most 32 words, each with a way in which it may occur", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.fullUnicodeString({ minLength: 500, maxLength: 512 })), (query) => {
        const { units } = parseQuery(query)
        expect(units.length).toBeLessThanOrEqual(32)
        for (const { alternatives } of units) {
          expect(alternatives.length).toBeGreaterThan(0)
          for (const { tokens, weight } of alternatives) {
            expect(tokens.length).toBeGreaterThan(0)
            expect(weight).toBeGreaterThan(0)
            expect(weight).toBeLessThanOrEqual(1)
          }
        }
      }),
      { numRuns: runs(60) }
    )
  })

  it.each([
    ["AT&T", "the network of AT&T"],
    ["at&t", "AT & T"],
    ["att", "AT&T's"],
    ["U.S.A", "USA"],
    ["usa", "in the U.S.A."],
    ["U.S. ", "the U.S.'s"],
    ["2024", "عام ٢٠٢٤"],
    ["٤٬٠٩٦", "4,096 bytes"],
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
    ["हिन्दी", "हिन्दी में"],
    ["4096", "up to 4,096 bytes"],
    ["4,096", "4096"],
    ["1.2", "since v1.2.3"],
    ["v1.2.3", "version 1.2.3"],
    ["v1.2", "1.2"],
    ["node 18", "Node v18"],
    ["10MB", "10 MB"],
    ["10 MB", "10MB"],
    ["md 22", "MD022"],
    ["c++", "Written in C++."],
    ["🎉", "Done 🎉!"],
    ["👍", "👍🏽"],
    ["web hook", "webhooks"],
    ["كتاب", "الكتاب"],
    ["الكتاب", "قرأت كتاب"],
    ["كتاب", "وبالكتاب"],
    ["ספר", "קראתי בספר"],
    ["הספר", "ספר"],
    ["서버", "서버를 다시"],
    ["서버에서", "서버를 다시"],
    ["책", "책을"],
    ["ติดตั้งโปรแกรม", "วิธีติดตั้งและถอนโปรแกรม"],
    ["怎么安装数据库", "数据库的安装"]
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

  it.each(["", " ", "\"'*()^:-+", "\u0000", "\ud800"])("%j asks for nothing", (query) => {
    expect(parseQuery(query).units).toEqual([])
  })

  it.each(["NEAR(a b)", 'a" OR "b', "a AND", "NOT x", "title:x", "^x", "x*", "{a b}: c", "a\u0000b"])(
    "takes %j for words",
    (query) => {
      expect(parseQuery(query).units.length).toBeGreaterThan(0)
    }
  )
})

describe("phrases", () => {
  it("are what stands in quotes of any kind, where they are closed", () => {
    expect(parseQuery('the "rate limit" of “error 404”').phrases).toEqual([
      ["rate", "limit"],
      ["error", "404"]
    ])
    expect(parseQuery('"unbalanced rate').phrases).toEqual([])
    expect(parseQuery('"" "!"').phrases).toEqual([])
  })
})
