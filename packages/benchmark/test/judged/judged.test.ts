/** The judged questions are sound, and search answers them as well as it did when its floors were set. */
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ManualEngine, openManuals } from "../../src/judged/Lectern.js"
import { type Manual, manuals, sectionsOf } from "../../src/judged/Manuals.js"
import { scoresOf } from "../../src/judged/Measured.js"
import { type Half, questionsOf } from "../../src/judged/Questions.js"
import { scoreOf, summaryOf } from "../../src/judged/Scores.js"

const halves = ["tuning", "frozen"] as const
const all = halves.flatMap((half) => questionsOf(half))

/** A little below the measured results; raise them when search gets better. */
const floors: Readonly<Record<Half, { readonly ndcg: number; readonly mrr: number }>> = {
  tuning: { ndcg: 0.88, mrr: 0.89 },
  frozen: { ndcg: 0.83, mrr: 0.845 }
}

const read: { manuals: ReadonlyArray<Manual>; engine?: ManualEngine } = { manuals: [] }

beforeAll(async () => {
  read.manuals = manuals()
  read.engine = await openManuals(read.manuals, MemoryStorage.open())
})
afterAll(() => read.engine?.close())

describe("the judged questions", () => {
  it("are at least 120, at least 20 of them not in English, each asked once", () => {
    expect(all.length).toBeGreaterThanOrEqual(120)
    expect(all.filter(({ language }) => language !== "en").length).toBeGreaterThanOrEqual(20)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ manual, query }) => `${manual} ${query}`)).size).toBe(all.length)
  })

  it("are split evenly: each manual and each kind has about as many in both halves", () => {
    for (const key of ["manual", "kind", "language"] as const) {
      for (const value of new Set(all.map((question) => question[key]))) {
        const [tuning = 0, frozen = 0] = halves.map(
          (half) => questionsOf(half).filter((question) => question[key] === value).length
        )
        expect(Math.abs(tuning - frozen), `${key} ${value}`).toBeLessThanOrEqual(3)
      }
    }
  })

  it("are answered by pages that their manuals have, one of them best", () => {
    for (const { answers, id, manual } of all) {
      const names = new Set(read.manuals.find(({ name }) => name === manual)?.pages.map(({ name }) => name))
      expect(
        Object.keys(answers).filter((name) => !names.has(name)),
        id
      ).toEqual([])
      expect(Object.values(answers), id).toContain(2)
    }
  })
})

describe("search", () => {
  it.each(halves)("answers the %s half no worse than its floor", async (half) => {
    const { mrr, ndcg, nothing } = summaryOf(await scoresOf(questionsOf(half), read.engine!.searchOf))
    expect(ndcg).toBeGreaterThanOrEqual(floors[half].ndcg)
    expect(mrr).toBeGreaterThanOrEqual(floors[half].mrr)
    expect(nothing).toBe(0)
  })
})

describe("a question", () => {
  it("whose words are in a manual finds something, wherever in it they are", {
    timeout: 120_000 + runs(100) * 500
  }, async () => {
    const one = (items: ReadonlyArray<string>) => fc.constantFrom(...new Set(items))
    const question = fc.oneof(
      ...read.manuals.map(({ name, pages }) => {
        const text = pages
          .flatMap((page) => sectionsOf(page).map(({ heading, text }) => `${heading} ${text}`))
          .join(" ")
        const words = one(text.match(/[\p{L}\p{N}_.@/-]*[\p{L}\p{N}]/gu) ?? [])
        return fc.array(words, { minLength: 1, maxLength: 8 }).map((some) => ({ name, query: some.join(" ") }))
      })
    )
    await fc.assert(
      fc.asyncProperty(question, async ({ name, query }) => {
        await new Promise((resolve) => setImmediate(resolve))
        expect(await read.engine!.searchOf(name)(query)).not.toEqual([])
      }),
      { numRuns: runs(100) }
    )
  })
})

describe("a score", () => {
  const answers = { best: 2, good: 1 } as const

  it.each([
    { ranked: ["best", "good"], ndcg: 1, reciprocalRank: 1 },
    {
      ranked: ["other", "best", "good"],
      ndcg: (3 / Math.log2(3) + 1 / 2) / (3 + 1 / Math.log2(3)),
      reciprocalRank: 0.5
    },
    { ranked: ["good"], ndcg: 1 / (3 + 1 / Math.log2(3)), reciprocalRank: 1 },
    { ranked: [...Array.from({ length: 10 }, (_, i) => `other ${i}`), "best"], ndcg: 0, reciprocalRank: 0 },
    { ranked: [], ndcg: 0, reciprocalRank: 0 }
  ])("of $ranked", ({ ndcg, ranked, reciprocalRank }) => {
    const score = scoreOf({ answers }, ranked)
    expect(score.ndcg).toBeCloseTo(ndcg)
    expect(score.reciprocalRank).toBeCloseTo(reciprocalRank)
  })
})
