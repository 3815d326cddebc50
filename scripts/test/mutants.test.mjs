import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { filesBelow, sampleOf, summaryOf } from "../lib/mutants/choice.mjs"
import { instrument, mutantsOf, nameOf } from "../lib/mutants/mutants.mjs"
import { testsOf } from "../lib/mutants/settings.mjs"
import { testMutants } from "../lib/mutants/supervise.mjs"
import { root } from "../lib/toolchain.mjs"

const found = (body) => mutantsOf("x.ts", `const f = function* (a, b, c) { ${body} }`)
const mutations = (body) => found(body).map(({ mutated, original }) => `${original} => ${mutated}`)

describe("mutants", () => {
  it.each([
    ["if (a) return b", ["a => true", "a => false"]],
    ["if (!a) return b", ["!a => a", "!a => true", "!a => false"]],
    ["if (a < b) return c", ["a < b => true", "a < b => false", "a < b => a <= b"]],
    ["if (a === b) return c", ["a === b => true", "a === b => false"]],
    ["if (a && b) return c", ["a && b => false", "a && b => a || b", "a && b => a", "a && b => b"]],
    ["if (a || b) return c", ["a || b => true", "a || b => a && b", "a || b => a", "a || b => b"]],
    [
      "return a || b && c",
      [
        "a || b && c => a && (b && c)",
        "a || b && c => a",
        "a || b && c => b && c",
        "b && c => b || c",
        "b && c => b",
        "b && c => c"
      ]
    ],
    ["return a >= b", ["a >= b => a > b"]],
    ["return a !== b", ["a !== b => a === b"]],
    ["return a + b * c", ["a + b * c => a - b * c", "b * c => b / c"]],
    ["return a ?? b", ["a ?? b => a"]],
    ["return true", ["true => false"]],
    ["return [a, b]", ["[a, b] => []"]],
    ["a(b)", ["a(b) => "]],
    ["yield* a(b)", ["yield* a(b) => "]],
    ["return a.some(b)", ["a.some(b) => a.every(b)"]],
    ["return a.filter(b)", ["a.filter(b) => a"]],
    ["return Math.max(a, b)", ["Math.max(a, b) => Math.min(a, b)"]],
    ["return Option.isSome(a)", ["Option.isSome(a) => Option.isNone(a)"]],
    ["return Option.filter(a, b)", ["Option.filter(a, b) => a"]],
    ["return Effect.onError(a, b)", ["Effect.onError(a, b) => a"]],
    ["return Effect.zipRight(a, b)", ["Effect.zipRight(a, b) => b"]],
    ["return a.pipe(b, c)", ["a.pipe(b, c) => a.pipe(c)", "a.pipe(b, c) => a.pipe(b)"]],
    ["return { ...(a !== b && { c }) }", ["a !== b && { c } => a !== b"]],
    ["return Effect.forEach(a, b, { discard: true })", []],
    ["return a?.b.filter(c).length", []],
    ['return "a" + b', []]
  ])("of `%s`", (body, expected) => {
    expect(mutations(body)).toEqual(expected)
  })

  it("are only of what functions do", () => {
    expect(mutantsOf("x.ts", 'const a = [1 < 2, true]\ntype T = true | "a"\nconst f = (b: true) => b as true')).toEqual(
      []
    )
  })

  it("are not of what a module makes with functions of its own as it is loaded", () => {
    const own = "const table = (f) => f(1)"
    const count = (text) => mutantsOf("x.ts", `${own}\n${text}`).length
    expect(count("export const a = table((b) => b === 1)")).toBe(0)
    expect(count("export const a = other((b) => b === 1)")).toBe(1)
    expect(count("export const a = () => table((b) => b === 1)")).toBe(1)
  })

  it("keep their names when lines move, and have different ones in one file", () => {
    const text = "const f = (a) => a < 1\nconst g = (a) => a < 1"
    const names = mutantsOf("x.ts", text).map(nameOf)
    expect(new Set(names).size).toBe(2)
    expect(mutantsOf("x.ts", `\n\n${text}`).map(nameOf)).toEqual(names)
  })

  it("take effect one at a time, each as if it were written in its place", async () => {
    const source = readFileSync(join(import.meta.dirname, "mutants/counting.mjs"), "utf8")
    const outcome = async (text) => {
      const { larger, sort, sumTo } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
      const lists = [[], []]
      for (const number of [-1, 0, 1]) sort(number, ...lists)
      return JSON.stringify([sumTo(5), larger(1, 2), larger(2, 1), lists])
    }
    const mutants = mutantsOf("counting.mjs", source).map((mutant, id) => ({ ...mutant, id }))
    const before = globalThis.__mutant
    try {
      globalThis.__mutant = () => false
      expect(await outcome(instrument(source, mutants))).toBe(await outcome(source))
      for (const { end, id, start, text } of mutants) {
        globalThis.__mutant = (each) => each === id
        const written = source.slice(0, start) + (text === "" ? "{}" : `(${text})`) + source.slice(end)
        expect(await outcome(`${instrument(source, mutants)}//${id}`)).toBe(await outcome(written))
      }
    } finally {
      globalThis.__mutant = before
    }
  })
})

describe("a sample", () => {
  const mutants = found("return [a < b, a > b, a <= b, a >= b, a + b, a - b, a * b]")

  it("is the same for the same seed, and changes little with the sources", () => {
    const sample = sampleOf(mutants, 4, 1)
    expect(sample).toHaveLength(4)
    expect(sampleOf(mutants, 4, 1)).toEqual(sample)
    expect(sampleOf(mutants, 4, 2)).not.toEqual(sample)
    const fewer = sampleOf(
      mutants.filter((each) => each !== sample[0]),
      4,
      1
    )
    expect(fewer).toEqual(expect.arrayContaining(sample.slice(1)))
  })

  it("fails for survivors without a reason, and for reasons of what is killed", () => {
    const [one, other, third] = mutants.map((mutant) => ({ ...mutant, folder: "a" }))
    const { failures, lines } = summaryOf([
      { ...one, survived: true },
      { ...other, survived: true, reason: "either is right" },
      { ...third, killed: "a.test.ts", reason: "either is right" }
    ])
    expect(failures).toHaveLength(2)
    expect(lines.at(-1)).toMatch(/total +3 +1 +1 +1/)
  })
})

describe("the tests of mutants", () => {
  const folder = "scripts/test/mutants"
  const file = `${folder}/counting.mjs`

  it("notice those that matter, and get over those that never end or leave something behind", async () => {
    const mutants = mutantsOf(file, readFileSync(join(root, file), "utf8")).map((mutant, id) => ({ ...mutant, id }))
    const results = new Map()
    const broken = await testMutants({
      mutants,
      tests: [`${folder}/counting.test.mjs`, `${folder}/inOrder.test.mjs`],
      onResult: (id, result) => results.set(id, result)
    })
    expect(broken).toEqual([])
    const survived = mutants.filter(({ id }) => results.get(id).survived)
    expect(results.size).toBe(mutants.length)
    // The first makes no difference. No test sorts 0; a test that fails on its own, without any mutant, proves nothing.
    // The last would make all following tests in the same process fail.
    expect(survived.map(({ mutated, original }) => `${original} => ${mutated}`)).toEqual([
      "one < other => one <= other",
      "number < 0 => number <= 0",
      "number > 0 => true",
      "number > 0 => number >= 0",
      "open-- => "
    ])
    expect(mutants.filter(({ id }) => results.get(id).error?.includes("without end"))).not.toEqual([])
  })

  it("exist for every folder that is mutated", () => {
    for (const [folder, paths] of Object.entries(testsOf)) {
      expect(existsSync(join(root, "packages/core/src", folder)), folder).toBe(true)
      expect(filesBelow(paths), folder).not.toEqual([])
    }
  })
})
