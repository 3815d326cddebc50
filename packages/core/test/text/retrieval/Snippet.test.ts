import { parseQuery } from "@lectern/core/text/retrieval/Query"
import { snippetLength, snippets } from "@lectern/core/text/retrieval/Snippet"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const snippet = (text: string, query: string): string => snippets(parseQuery(query).units)(text)

const filler = (words: number): string => Array.from({ length: words }, (_, i) => `word${i}`).join(" ")

describe("snippet", () => {
  it("is a short text itself, its white space collapsed", () => {
    expect(snippet(" A  short\n\ttext. ", "text")).toBe("A short text.")
  })

  it("stands around the first match, in whole words", () => {
    const text = `${filler(50)} Installing the needle, ${filler(50)}`
    const found = snippet(text, "needles install")
    expect(found).toMatch(/^…word\d+ .*Installing the needle, .* word\d+…$/)
    expect(found.length).toBeLessThanOrEqual(snippetLength + 2)
    expect(found.length).toBeGreaterThan(snippetLength - 20)
  })

  it("is the beginning where nothing matches, as when only the title does", () => {
    expect(snippet(filler(100), "absent")).toMatch(/^word0 .*\d…$/)
  })

  it("has no ellipsis at the end of the text that it reaches", () => {
    expect(snippet(`${filler(100)} needle`, "needle")).toMatch(/^…word\d+ .*needle$/)
  })

  it("finds the match in scripts without spaces", () => {
    const text = `${"这是一段很长的文字。".repeat(40)}数据库的安装${"还有更多的内容。".repeat(40)}`
    expect(snippet(text, "数据库")).toMatch(/^….*数据库的安装.*…$/)
  })

  it("cuts a word that is too long", () => {
    const found = snippet(`see ${"x".repeat(1000)} there`, "xxx")
    expect(found).toBe(`…${"x".repeat(snippetLength)}…`)
  })

  it("shows every word that the text has, however far apart", () => {
    const text = `${filler(20)} first ${filler(60)} second ${filler(60)} third ${filler(20)}`
    const found = snippet(text, "third first second absent")
    for (const word of ["first", "second", "third"]) expect(found).toContain(word)
    expect(found.length).toBeLessThanOrEqual(snippetLength + 2)
  })

  it("shows up to four words that a text has, wherever they stand", () => {
    const gap = fc.integer({ min: 0, max: 120 })
    const words = fc.shuffledSubarray(["alpha", "beta", "gamma", "delta"], { minLength: 1 })
    fc.assert(
      fc.property(words, fc.array(gap, { minLength: 5, maxLength: 5 }), (asked, gaps) => {
        const text = [...asked.flatMap((word, i) => [filler(gaps[i]!), word]), filler(gaps[4]!)].join(" ")
        const found = snippet(text, [...asked].reverse().join(" "))
        for (const word of asked) expect(found).toContain(word)
        expect(found.length).toBeLessThanOrEqual(snippetLength + 2)
      }),
      { numRuns: runs(300) }
    )
  })

  it("prefers the place where most words stand together", () => {
    const text = `rate ${filler(60)} limit ${filler(60)} the rate limit is ${filler(40)}`
    expect(snippet(text, "rate limit")).toContain("the rate limit is")
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
        const found = snippet(whole, "needle ")
        const inner = found.replace(/^…/, "").replace(/…$/, "")
        expect(found.length).toBeLessThanOrEqual(snippetLength + 2)
        const plain = whole.replace(/\s+/g, " ").toWellFormed()
        for (const part of inner.split("…")) expect(plain).toContain(part.replace(/\ufffd$/, ""))
        if (present) expect(found).toContain("needle")
      }),
      { numRuns: runs(500) }
    )
  })
})
