/** The questions about public manuals are sound, and their measures mean what they say. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { answersOf, tableOf } from "../../src/public-manuals/Answers.js"
import { pairedDifference } from "../../src/public-manuals/Bootstrap.js"
import { manualOfFiles, pageName } from "../../src/public-manuals/Clones.js"
import { Manner, publicSets } from "../../src/public-manuals/PublicSets.js"

const sets = publicSets()

const hashOf = (id: string): string => createHash("sha256").update(id).digest("hex")

describe("the questions about public manuals", () => {
  it("are about eight manuals, three of them not in English, each repository once", () => {
    expect(sets.length).toBe(8)
    expect(sets.filter(({ language }) => language !== "en").length).toBe(3)
    expect(new Set(sets.map(({ repository }) => repository)).size).toBe(sets.length)
    for (const { commit, repository } of sets) {
      expect(commit).toMatch(/^[0-9a-f]{40}$/)
      expect(repository).toMatch(/^[^/+]+\/[^/+]+$/)
    }
  })

  it("have unique ids, and are each asked once", () => {
    const ids = sets.flatMap(({ questions }) => questions.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const { name, questions } of sets) {
      expect(new Set(questions.map(({ question }) => question.toLowerCase())).size, name).toBe(questions.length)
      for (const { id, question } of questions) {
        expect(id.startsWith(`${name}-`), id).toBe(true)
        expect(question.trim(), id).toBe(question)
      }
    }
  })

  it.each(sets)("about $name are at least 40, a fourth or more in each manner", ({ questions }) => {
    expect(questions.length).toBeGreaterThanOrEqual(40)
    for (const manner of Manner.literals) {
      expect(questions.filter((question) => question.manner === manner).length).toBeGreaterThanOrEqual(
        questions.length / 4
      )
    }
  })

  it.each(sets)("about $name are frozen by the hash of their ids: the lower half of each manner", ({ questions }) => {
    for (const manner of Manner.literals) {
      const ordered = questions
        .filter((question) => question.manner === manner)
        .toSorted((a, b) => (hashOf(a.id) < hashOf(b.id) ? -1 : 1))
      expect(ordered.map(({ frozen }) => frozen)).toEqual(
        ordered.map((_, index) => index < Math.floor(ordered.length / 2))
      )
    }
  })

  it.each(sets)("about $name have pages of markdown below the folder, one of which answers", ({ questions }) => {
    for (const { id, relevant } of questions) {
      expect(Object.values(relevant), id).toContain(2)
      for (const path of Object.keys(relevant)) {
        expect(path, id).toMatch(/^[^/].*\.mdx?$/)
        expect(path.split("/"), id).not.toContain("..")
      }
    }
  })
})

describe("a public manual", () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it("has the pages of its folder by their paths without extension, markdown and MDX", () => {
    const { pages } = manualOfFiles("some", [
      { path: "index.md", bytes: bytes("# Start\n\nHello") },
      { path: "a b/first.mdx", bytes: bytes("---\ntitle: First\n---\n\nText") }
    ])
    expect(pages.map(({ name, title }) => [name, title]).toSorted()).toEqual([
      ["a b/first", "First"],
      ["index", "Start"]
    ])
  })

  it("counts a page that only helps in nDCG alone", async () => {
    const set = sets[0]!
    const question = set.questions.find(({ frozen, relevant }) => !frozen && Object.values(relevant).includes(1))!
    const [helps] = Object.entries(question.relevant).find(([, grade]) => grade === 1)!
    const [right] = Object.entries(question.relevant).find(([, grade]) => grade === 2)!
    const answer = async (...paths: ReadonlyArray<string>) => {
      const [found] = await answersOf([{ ...set, questions: [question] }], false, () => async () => paths.map(pageName))
      return found!
    }
    expect((await answer(helps)).reciprocalRank).toBe(0)
    expect((await answer(helps)).ndcg).toBeGreaterThan(0)
    expect((await answer(helps, right)).reciprocalRank).toBe(0.5)
    expect(tableOf([await answer(right)], [await answer(helps, right)])).toContain("| pooled | 1 | 1.000 | 1.000 |")
  })
})

describe("the difference of paired values", () => {
  it("is the same in every run, with its mean in the interval", () => {
    const pairs = Array.from({ length: 40 }, (_, index) => [1 / ((index % 5) + 1), 1 / ((index % 3) + 1)] as const)
    const difference = pairedDifference(pairs)
    expect(pairedDifference(pairs)).toEqual(difference)
    expect(difference.low).toBeLessThan(difference.mean)
    expect(difference.high).toBeGreaterThan(difference.mean)
  })

  it("of equal values is nothing", () => {
    expect(
      pairedDifference([
        [0.5, 0.5],
        [1, 1]
      ])
    ).toEqual({ mean: 0, low: 0, high: 0 })
  })
})
