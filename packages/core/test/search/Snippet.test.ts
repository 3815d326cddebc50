import { snippetLength, snippets } from "@lectern/core/search/Snippet"
import type { SearchTerm } from "@lectern/core/search-index/SearchIndex"
import { queryTerms } from "@lectern/core/search-index/Tokeniser"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const snippet = (text: string, terms: ReadonlyArray<SearchTerm>): string => snippets(terms)(text)

const filler = (words: number): string => Array.from({ length: words }, (_, i) => `word${i}`).join(" ")

describe("snippet", () => {
  it("is a short text itself, its white space collapsed", () => {
    expect(snippet(" A  short\n\ttext. ", queryTerms("text"))).toBe("A short text.")
  })

  it("stands around the first match, in whole words", () => {
    const text = `${filler(50)} Installing the needle, ${filler(50)}`
    const found = snippet(text, queryTerms("needles install"))
    expect(found).toMatch(/^…word\d+ .*Installing the needle, .* word\d+…$/)
    expect(found.length).toBeLessThanOrEqual(snippetLength + 2)
    expect(found.length).toBeGreaterThan(snippetLength - 20)
  })

  it("is the beginning where nothing matches, as when only the title does", () => {
    expect(snippet(filler(100), queryTerms("absent"))).toMatch(/^word0 .*\d…$/)
  })

  it("has no ellipsis at the end of the text that it reaches", () => {
    expect(snippet(`${filler(100)} needle`, queryTerms("needle"))).toMatch(/^…word\d+ .*needle$/)
  })

  it("finds the match in scripts without spaces", () => {
    const text = `${"这是一段很长的文字。".repeat(40)}数据库的安装${"还有更多的内容。".repeat(40)}`
    expect(snippet(text, queryTerms("数据库"))).toMatch(/^….*数据库的安装.*…$/)
  })

  it("cuts a word that is too long", () => {
    const found = snippet(`see ${"x".repeat(1000)} there`, queryTerms("xxx"))
    expect(found).toBe(`…${"x".repeat(snippetLength)}…`)
  })

  it("is part of the text, bounded, and contains a match when one exists, whatever the text", () => {
    const text = fc.oneof(
      fc.fullUnicodeString({ maxLength: 800 }),
      fc
        .array(fc.constantFrom("lorem", "ipsum", "x".repeat(150), "数据库", "\n", "🙂", "<b>&amp;"), { maxLength: 150 })
        .map((words) => words.join(" "))
    )
    fc.assert(
      fc.property(text, text, fc.boolean(), (head, tail, present) => {
        const whole = `${head} ${present ? "needle" : ""} ${tail}`
        const found = snippet(whole, queryTerms("needle "))
        const inner = found.replace(/^…/, "").replace(/…$/, "")
        expect(found.length).toBeLessThanOrEqual(snippetLength + 2)
        expect(whole.replace(/\s+/g, " ").toWellFormed()).toContain(inner.replace(/\ufffd$/, ""))
        if (present) expect(found).toContain("needle")
      }),
      { numRuns: runs(500) }
    )
  })
})
