import { hostileTexts } from "@lectern/benchmark/HostileTexts"
import { runs } from "@lectern/storage-testing/runs"
import { diffArrays } from "diff"
import { FastCheck as fc } from "effect"
import type { Token } from "markdown-it"
import { describe, expect, it } from "vitest"
import { hunksOf } from "../../../src/content/merge/Diff.js"
import { localReferences, references } from "../../../src/text/markdown/ReferenceSearch.js"
import { tokensOf } from "../../../src/text/markdown/Sections.js"
import { commentBounds, pageBounds } from "../../../src/text/markdown/TextBounds.js"
import { boundsProblem, countProblem, countText } from "../../../src/text/markdown/TextCounts.js"
import { byteLength } from "../../../src/text/markdown/TextSize.js"
import { markdown } from "./grammar.js"
import { paths } from "./paths.js"

const numRuns = runs(12)
const timeout = 120_000 + 200 * numRuns
const checked = <T extends [unknown, ...Array<unknown>]>(property: fc.IProperty<T>, times = numRuns) =>
  fc.assert(property, { numRuns: times })

describe("any text", { timeout }, () => {
  it("can be read in every way, and what is made of it is bounded", () => {
    checked(
      fc.property(markdown, fc.nat(3), (part, doublings) => {
        const text = part.repeat(2 ** doublings)
        for (const { name, read } of paths) {
          const made = JSON.stringify(read(text)) ?? ""
          expect(made.length, name).toBeLessThan(20_000 + 400 * byteLength(text))
        }
      })
    )
  })

  it("refers to its own folder alike, whether running text without such references is parsed or not", () => {
    const isLocal = ({ destination }: { readonly destination: string }) =>
      !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(destination)
    const same = (text: string): void => {
      expect(localReferences(text).filter(isLocal)).toEqual(references(text).filter(isLocal))
    }
    checked(fc.property(markdown, same), numRuns * 4)
    const part = fc.constantFrom(
      ..."See [a](b.md).|Some [a](b.md)\nmore [c](d/e.md)|and ![a](b.png) [e](https://f)|[r]: s.md|# T [a](t.md)".split(
        "|"
      ),
      ..."```|~~~|````|``` js|```` `|a ``` b|- [i](i.md)|> [q](q.md)|    [k](k.md)|1. x|g | h|--- | ---|===|---".split(
        "|"
      ),
      ..."\n|\n\n|\n\n|\n\n|\n \n| |  |\t|`|]|[|\\".split("|")
    )
    const parts = fc.array(part, { maxLength: 30 }).map((all) => all.join(""))
    checked(fc.property(parts, same), numRuns * 20)
    for (const first of [
      "[a]:\nhttps://b",
      "[a]: //b",
      "a](https://b",
      "<a href=https://b",
      "{% b",
      "a](]b",
      "[a]: ]b"
    ]) {
      for (const rest of ["](/pages/a)", "](/pages/a) %}", "]: /pages/a"])
        for (const mark of ["[", "!["]) same(mark + first + rest)
    }
    for (const { make } of hostileTexts) same(`[a](b.md) ${make(2_000)}\n\n[c](https://d)`)
  })

  it("has every link that a page shows at its place, however its lines end", () => {
    /** The destinations that are written in running text, in order. */
    const written = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> =>
      tokens.flatMap(({ attrs, children, meta, type }) => {
        const shown = (type === "link_open" || type === "image") && meta?.label === undefined
        const own = shown ? (attrs ?? []).filter(([name]) => name === "href" || name === "src") : []
        return [...own.map(([, value]) => String(value)), ...written(children ?? [])].filter((each) => each !== "")
      })
    checked(
      fc.property(markdown, fc.constantFrom("\n", "\r\n", "\r"), (lines, end) => {
        const text = lines.replaceAll("\n", end)
        const found = references(text)
        for (const { end, raw, start } of found) expect(text.slice(start, end)).toBe(raw)
        const left = found.filter(({ kind }) => kind === "link" || kind === "image").map((each) => each.destination)
        for (const destination of written(tokensOf(text))) {
          expect(left).toContain(destination)
          left.splice(left.indexOf(destination), 1)
        }
      }),
      numRuns * 4
    )
  })

  it("is refused for what it has too much of, however that is found out", () => {
    // Deeper nesting begins with a long line: lesser bounds would need a closer look.
    const bounds = { bytes: 400, links: 3, headings: 2, nesting: 40 }
    checked(
      fc.property(markdown, (text) => {
        const counted = byteLength(text) > bounds.bytes || countProblem(countText(text), bounds) !== undefined
        expect(boundsProblem(text, bounds) !== undefined).toBe(counted)
      }),
      numRuns * 4
    )
  })
})

describe("the bounds of a text", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["a ".repeat(530_000), "expected at most 1048576 bytes, got 1060000"],
    ["é".repeat(530_000), "expected at most 1048576 bytes, got 1060000"],
    ["[a](/pages/a) ".repeat(5_001), "expected at most 5000 links, got 5001"],
    [`${"[a] ".repeat(5_001)}\n\n[a]: /x\n`, "expected at most 5000 links, got 5001"],
    ['<a href="/x">a</a> '.repeat(5_001), "expected at most 5000 links, got 5001"],
    ['{% include "x" %}\n'.repeat(5_001), "expected at most 5000 links, got 5001"],
    ["# a\n".repeat(5_001), "expected at most 5000 headings, got 5001"],
    ["a\n===\n\n".repeat(5_001), "expected at most 5000 headings, got 5001"],
    [`${">".repeat(92)}a`, "expected at most 90 levels of nesting, got 93"],
    [`${"- ".repeat(46)}a`, "expected at most 90 levels of nesting, got 93"],
    [
      `${"\n{% hint %}\n".repeat(91)}a\n${"\n{% endhint %}\n".repeat(91)}`,
      "expected at most 90 levels of nesting, got 92"
    ]
  ]
  it.each(cases)("refuse what is beyond them, with both numbers: %#", (text, problem) => {
    expect(boundsProblem(text, pageBounds)).toBe(problem)
  })

  it("allow what large pages have", () => {
    const page = `${"## Section\n\nSee [a](/pages/a) and [b](/pages/b).\n\n> - {% hint %}\n>   text\n>   {% endhint %}\n\n".repeat(2_000)}`
    expect(boundsProblem(page, pageBounds)).toBeUndefined()
    expect(boundsProblem("A comment with [a link](/pages/a).\n".repeat(500), commentBounds)).toBeUndefined()
  })

  it("can be told of every hostile text", () => {
    for (const { make } of hostileTexts) {
      const problem = boundsProblem(make(4_000), { ...commentBounds, links: 100, headings: 100 })
      expect(problem ?? "expected at most").toMatch(/^expected at most/)
    }
  })
})

describe("what differs between two sequences", { timeout }, () => {
  const letters = fc.array(fc.constantFrom(..."abcde"), { maxLength: 30 })

  it("is the shortest way from one to the other", () => {
    checked(
      fc.property(letters, letters, (base, side) => {
        const cost = hunksOf(base, side).reduce(
          (sum, hunk) => sum + hunk.base.to - hunk.base.from + hunk.side.to - hunk.side.from,
          0
        )
        const expected = diffArrays(base, side).reduce(
          (sum, { added, count, removed }) => sum + (added || removed ? count : 0),
          0
        )
        expect(cost).toBe(expected)
      }),
      numRuns * 10
    )
  })

  it("is found around what occurs once where too much differs", () => {
    const base = Array.from({ length: 20_000 }, (_, index) => `${index}`)
    const side = base.map((each, index) => (index % 4 === 0 ? `${each}!` : each))
    const hunks = hunksOf(base, side)
    expect(hunks).toHaveLength(5_000)
    expect(hunks[1]).toEqual({ base: { from: 4, to: 5 }, side: { from: 4, to: 5 } })
  })

  it("leads from one to the other, whatever they are", () => {
    const long = fc
      .tuple(fc.nat(1_200), fc.nat(2_000), fc.integer({ min: 1, max: 2_400 }))
      .map(([length, seed, kinds]) => Array.from({ length }, (_, index) => String(((index + seed) * 7_919) % kinds)))
    checked(
      fc.property(long, long, (base, side) => {
        const applied: Array<string> = []
        let at = 0
        for (const hunk of hunksOf(base, side)) {
          applied.push(...base.slice(at, hunk.base.from), ...side.slice(hunk.side.from, hunk.side.to))
          at = hunk.base.to
        }
        expect([...applied, ...base.slice(at)].join(" ")).toBe(side.join(" "))
      })
    )
  })
})
