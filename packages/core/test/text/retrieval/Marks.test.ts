import { marksOf } from "@lectern/core/text/retrieval/Marks"
import { parseQuery } from "@lectern/core/text/retrieval/Query"
import { tokens } from "@lectern/core/text/tokenization/Forms"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

/** A text with what is marked in brackets. */
const marked = (query: string, text: string): string => {
  const parts: Array<string> = []
  let from = 0
  for (const { end, start } of marksOf(query)(text)) {
    parts.push(text.slice(from, start), `[${text.slice(start, end)}]`)
    from = end
  }
  return parts.join("") + text.slice(from)
}

describe("the marks of a query in a text", () => {
  it.each([
    ["needle", "How to find a needle, or needles.", "How to find a [needle], or [needles]."],
    ["conf", "configure the confetti", "[configure] the [confetti]"],
    ["the install", "Installing the server", "[Installing] the server"],
    ["AT&T", "At&T's rates: AT&T, at the ATT", "[At&T's] rates: [AT&T], at the [ATT]"],
    ["usa", "In the U.S.A. and the USA", "In the [U.S.A]. and the [USA]"],
    ["U.S.A.", "In the U.S.A. as in usage", "In the [U.S.A]. as in usage"],
    ["2024", "عام ٢٠٢٤ و ۲۰۲۴", "عام [٢٠٢٤] و [۲۰۲۴]"],
    ["٤٠٩٦", "4,096 bytes, 1,4096", "[4,096] bytes, 1,[4096]"],
    ["1.2", "v1.2.3 and 11.2", "[v1.2.3] and 11.2"],
    ["cafe", "Café, cafe\u0301", "[Café], [cafe\u0301]"],
    ["size", "pageSize and page_size", "[pageSize] and [page_size]"],
    ["检索", "全文检索系统", "全文[检索]系统"],
    ["データ 数", "データベースの数", "[データ]ベースの[数]"],
    ["서버에서", "서버를 켠다", "[서버를] 켠다"],
    ["كتاب", "قرأت الكتاب", "قرأت [الكتاب]"],
    ["c++", "C++ and C", "[C++] and C"],
    ["🎉", "party 🎉!", "party [🎉]!"],
    ["", "nothing", "nothing"],
    ["(", "nothing (", "nothing ("]
  ])("%j in %j", (query, text, expected) => {
    expect(marked(query, text)).toBe(expected)
  })

  it("have a word of the query each, and are apart from each other", () => {
    const pieces = [
      "needle",
      "needles",
      "AT&T",
      "U.S.A.",
      "٢٠٢٤",
      "2024",
      "検索",
      "検",
      "é",
      "e\u0301",
      " ",
      ". ",
      "&",
      "'s",
      "_",
      "🎉",
      "\ud800"
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((all) => all.join(""))
    const asked = fc.constantFrom("needle ", "at&t ", "usa ", "2024 ", "検索 ", "é ", "🎉 ")
    fc.assert(
      fc.property(asked, text, (query, text) => {
        const wanted = parseQuery(query).units.flatMap(({ alternatives }) =>
          alternatives.flatMap((each) => each.tokens)
        )
        let from = -1
        for (const { end, start } of marksOf(query)(text)) {
          expect(start).toBeGreaterThan(from)
          expect(end).toBeGreaterThan(start)
          const own = tokens(text.slice(start, end))
          expect(wanted.some(({ token }) => own.includes(token))).toBe(true)
          from = end
        }
      }),
      { numRuns: runs(300) }
    )
  })

  it("are there wherever a text has a word of the query by itself", () => {
    const writings = [
      ["needle", "Needles"],
      ["AT&T", "at&t", "ATT"],
      ["U.S.A.", "USA", "u.s.a"],
      ["٢٠٢٤", "2024", "۲۰۲۴"],
      ["Café", "cafe"]
    ]
    for (const all of writings) {
      for (const asked of all) {
        for (const written of all) {
          const ranges = marksOf(asked)(`before (${written}), after`)
          expect([asked, written, ranges.length]).toEqual([asked, written, 1])
        }
      }
    }
  })
})
