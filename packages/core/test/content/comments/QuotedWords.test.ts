/** Quoted words are found where they stand, however the text around them changed. */

import { equalParts } from "@lectern/core/content/comments/EqualParts"
import { occurrences } from "@lectern/core/content/comments/Occurrences"
import { findWords } from "@lectern/core/content/comments/QuotedWords"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { alphabetText, countOf, expectedPlace, movedText, storyText } from "./stories.js"

const one = (before: string, after: string, words: string, from = 0) => {
  const start = before.indexOf(words, from)
  const [found] = findWords(before, after, [{ start, end: start + words.length }])
  return found?.range === undefined
    ? "lost"
    : `${found.exact ? "" : "about "}${after.slice(found.range.start, found.range.end)} at ${found.range.start}`
}

describe("quoted words", () => {
  it("are found by their surroundings, most of them, or not at all", () => {
    expect(one("One two three.", "Zero. One two three.", "two")).toBe("two at 10")
    expect(one("a yes\nb yes\n", "b yes\na yes\n", "yes")).toBe("yes at 8")
    expect(one("Take the red car home.", "Take the dark red car to your home.", "the red car home")).toBe(
      "about the dark red car to your home at 5"
    )
    expect(one("Take the red car.", "Walk.", "red car")).toBe("lost")
    expect(one("the cat\n\nthe dog\n", "the cat\n", "the", 5)).toBe("lost")
    expect(one("foobar", "xfoobarz", "oba")).toBe("oba at 3")
    expect(one("a", "", "a")).toBe("lost")
  })

  it("are found exactly where they still stand, with their surroundings where they stand several times", () => {
    fc.assert(
      fc.property(storyText, fc.gen(), (story, gen) => {
        const before = story
        const after = gen(() => movedText(before))
        const start = gen(fc.nat, { max: Math.max(0, before.length - 1) })
        const range = { start, end: start + 1 + gen(fc.nat, { max: Math.min(80, before.length - start - 1) }) }
        const [found] = findWords(before, after, [range])
        const place = expectedPlace(before, after, range)
        if (place !== undefined) expect(found?.range?.start).toBe(place)
        const words = before.slice(range.start, range.end)
        if (found?.range !== undefined) {
          expect(after.slice(found.range.start, found.range.end) === words).toBe(found.exact)
        }
        if (countOf(after, words) === 0) expect(found?.exact).toBe(false)
      }),
      { numRuns: runs(2_000) }
    )
  })

  it("agree with what two texts have in common", () => {
    fc.assert(
      fc.property(alphabetText, alphabetText, (before, after) => {
        let [from, to] = [0, 0]
        for (const part of equalParts(before, after)) {
          expect(part.length).toBeGreaterThan(0)
          expect(part.before).toBeGreaterThanOrEqual(from)
          expect(part.after).toBeGreaterThanOrEqual(to)
          ;[from, to] = [part.before + part.length, part.after + part.length]
          expect(before.slice(part.before, from)).toBe(after.slice(part.after, to))
        }
        if (before === after && before !== "") expect(from).toBe(before.length)
      }),
      { numRuns: runs(1_000) }
    )
  })

  it("are searched for everywhere, the nearest first", () => {
    fc.assert(
      fc.property(
        alphabetText,
        fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom("a", "b", " ") }),
        fc.nat(40),
        (text, words, around) => {
          const all: Array<number> = []
          for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) all.push(at)
          const found = occurrences(text, words, around, 100)
          expect([...found].sort((a, b) => a - b)).toEqual(all)
          const place = Math.min(around, text.length)
          const distances = found.map((at) => Math.abs(at - place))
          expect(distances).toEqual([...distances].sort((a, b) => a - b))
          expect(occurrences(text, words, around, 1)).toEqual(found.slice(0, 1))
        }
      ),
      { numRuns: runs(1_000) }
    )
  })

  it("are searched for in bounded time, whatever the text", () => {
    const text = "a".repeat(1_000_000)
    const start = performance.now()
    const words = `b${"a".repeat(9_998)}b`
    findWords(words + text, text, [{ start: 0, end: words.length }])
    findWords(text, `${text}b`, [
      { start: 10, end: 20 },
      { start: 500_000, end: 510_000 }
    ])
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
