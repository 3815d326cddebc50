import { setImmediate } from "node:timers/promises"
import { runs as runsOf } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { blocksOf } from "../../../src/content/merge/Blocks.js"
import { namesIn } from "../../../src/content/merge/DefinedNames.js"
import { mergeText } from "../../../src/content/merge/MergeText.js"
import { readingsOf } from "../../../src/content/merge/Readings.js"
import { split } from "../../../src/text/markdown/FrontMatter.js"
import { gitMerges } from "./git.js"
import { effectsOf, relationOf } from "./reasons.js"
import { type Pair, pair, type Texts, textsOf } from "./sides.js"

const bodyOf = (text: string): string => text.slice(split(text).bodyStart)

/** How the lines of a text read. */
const kindsIn = (text: string): ReadonlyArray<string> => {
  const readings = readingsOf(bodyOf(text))
  const lines = bodyOf(text).split(/\r?\n/)
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : [readings[index] ?? ""]))
}

/** The marks of both sides in the order of a text. */
const marksIn = (text: string): string => (text.match(/\b(?:main|request)\d\b/g) ?? []).join(" ")

const countsOf = (text: string): ReadonlyMap<string, number> => namesIn(blocksOf(bodyOf(text)).blocks)

/** The faults of a clean merge; `git` is the merge of git, if it has one. */
const faultOf = (made: Pair, { base, ours, theirs }: Texts, merged: string, git: string | undefined) => {
  const faults: Array<string> = []
  if (git === undefined || marksIn(git) !== marksIn(merged)) {
    for (const one of effectsOf(made, made.ours)) {
      for (const other of effectsOf(made, made.theirs)) {
        if (relationOf(made, one, other) === undefined) faults.push(`guessed: ${JSON.stringify([one, other])}`)
      }
    }
  }
  const known = new Set([base, ours, theirs].flatMap(kindsIn))
  for (const kind of kindsIn(merged)) if (!known.has(kind)) faults.push(`of a new kind: ${kind}`)
  const [mine, others] = [countsOf(ours), countsOf(theirs)]
  for (const [name, count] of countsOf(merged)) {
    if (count > Math.max(mine.get(name) ?? 0, others.get(name) ?? 0)) faults.push(`defined twice: ${name}`)
  }
  return faults.length === 0 ? [] : [{ faults, base, ours, theirs, merged }]
}

/** How many pairs one call of git merges. */
const pairs = 100

// As long as ten thousand pairs take on a busy machine.
const limit = process.env.LECTERN_SECONDS && { interruptAfterTimeLimit: 20_000 * Number(process.env.LECTERN_SECONDS) }

describe("a clean merge", () => {
  it("guesses no order, makes no new kind of block, and differs from git only for a listed reason", async () => {
    let clean = 0
    await fc.assert(
      fc.asyncProperty(fc.noShrink(fc.array(pair, { minLength: pairs, maxLength: pairs })), async (all) => {
        await setImmediate()
        const texts = all.map(textsOf)
        const git = gitMerges(texts)
        const faults = all.flatMap((made, index) => {
          const { base, ours, theirs } = texts[index]!
          const { conflicts, text } = mergeText(base, ours, theirs)
          if (conflicts.length > 0) return []
          clean++
          return faultOf(made, texts[index]!, text, git[index])
        })
        expect(faults.slice(0, 1)).toEqual([])
      }),
      { numRuns: runsOf(6), ...limit }
    )
    expect(clean).toBeGreaterThan(0)
  })
})

const table = (columns: ReadonlyArray<string>, ...rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [columns, columns.map(() => "-"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const tabs = (...all: ReadonlyArray<readonly [title: string, text: string]>): string =>
  [
    "{% tabs %}",
    ...all.flatMap(([title, text]) => [`{% tab title="${title}" %}`, text, "{% endtab %}"]),
    "{% endtabs %}"
  ].join("\n")

const quote = "> a\n> b"
const code = (...lines: ReadonlyArray<string>): string => ["```", ...lines, "```"].join("\n")
const hint = (text: string): string => `{% hint %}\n${text}\n{% endhint %}`

describe("both sides insert at one place, and one of them edits what is before it", () => {
  it.each<readonly [name: string, base: string, ours: string, theirs: string]>([
    ["a paragraph", "x\n\ny one two", "x\n\ny one two\n\nM para", "x\n\ny one TWO\n\nR para"],
    ["a section", "# A\n\ny one two", "# A\n\ny one two\n\n# M\n\nm", "# A\n\ny one TWO\n\n# R\n\nr"],
    ["an item", "- a b\n- c d", "- a b\n- c d\n- M", "- a b\n- c D\n- R"],
    ["a nested item", "- a\n  - c d", "- a\n  - c d\n  - M", "- a\n  - c D\n  - R"],
    ["an item before", "- c d\n- e", "- M\n- c d\n- e", "- R\n- c D\n- e"],
    ["items around two edits", "- a one\n- b two", "- a ONE\n- M\n- b two", "- a one\n- R\n- b TWO"],
    ["a row", table(["x"], ["1 a"]), table(["x"], ["1 a"], ["M"]), table(["x"], ["1 A"], ["R"])],
    ["a line of code", code("a = 1"), code("a = 1", "m = 2"), code("a = 3", "r = 4")],
    ["a line of two", "- b\n- c d", "- b\n- c d\n- M", "- c D\n- R"],
    ["a tab", tabs(["A", "one two"]), tabs(["A", "one two"], ["M", "m"]), tabs(["A", "one TWO"], ["R", "r"])],
    ["a tab after a new text", tabs(["A", "one"]), tabs(["A", "one"], ["M", "m"]), tabs(["A", "other"], ["R", "r"])],
    ["a word of an enumeration", "we have x, y", "we have x, M, y", "we have X, R, y"],
    [
      "a key of a map",
      "---\nvars:\n  a: b\n---\n",
      "---\nvars:\n  a: b\n  n: m\n---\n",
      "---\nvars:\n  a: c\n  n: r\n---\n"
    ],
    ["a definition", "x\n\n[a]: a", "x\n\n[a]: a\n[n]: m", "x\n\n[a]: A\n[n]: r"],
    ["a footnote", "x\n\ny", "x[^1]\n\ny\n\n[^1]: main", "x\n\ny[^1]\n\n[^1]: request"]
  ])("%s: a conflict", (_, base, ours, theirs) => {
    expect(mergeText(base, ours, theirs).conflicts).not.toEqual([])
    expect(mergeText(base, theirs, ours).conflicts).not.toEqual([])
  })

  it.each<readonly [name: string, base: string, ours: string, theirs: string, merged: string]>([
    ["only one inserts", "- a b\n- c d", "- a b\n- c d\n- M", "- a b\n- c D", "- a b\n- c D\n- M"],
    ["they insert around the edit", "- a b\n- e f", "- M\n- a b\n- e f", "- a B\n- R\n- e f", "- M\n- a B\n- R\n- e f"],
    ["all is edited", "- a\n- b\n- c", "- A\n- B\n- C", "- a\n- b\n- c\n- d", "- A\n- B\n- C\n- d"],
    ["both insert the same", "a b", "a b\n\nN", "a B\n\nN", "a B\n\nN"]
  ])("clean where no order is guessed: %s", (_, base, ours, theirs, merged) => {
    expect(mergeText(base, ours, theirs)).toEqual({ text: merged, withMarkers: merged, conflicts: [] })
  })
})

describe("both sides define a name at different places", () => {
  it.each<readonly [name: string, mine: string, other: string]>([
    ["a footnote", "[^1]: main", "[^1]: request"],
    ["a link", "[Link]: https://main.example", "[link]: https://request.example"],
    ["an anchor", "## Main {#here}", "## Request {#here}"],
    ["an anchor in HTML", '## Main <a href="#x" id="x"></a>', '## Request <a id="x"></a>']
  ])("%s: a conflict, which either side decides", (_, mine, other) => {
    const base = "x\n\ny\n\nz"
    const sides = [base, `x\n\n${mine}\n\ny\n\nz`, `x\n\ny\n\n${other}\n\nz`] as const
    const { conflicts } = mergeText(...sides)
    expect(conflicts.map(({ where }) => where)).toEqual(["after block 1", "after block 2"])
    for (const side of ["ours", "theirs"] as const) {
      const decided = mergeText(...sides, new Map(conflicts.map(({ where }) => [where, side])))
      expect(decided).toMatchObject({ conflicts: [], text: sides[side === "ours" ? 1 : 2] })
    }
  })
})

describe("one side turns a block into another kind, and the other adds a line", () => {
  const rows = table(["x", "y"], ["1", "a"], ["2", "b"])
  it.each<readonly [name: string, base: string, ours: string, theirs: string]>([
    ["a table to a list", rows, "- 1\n- 2", table(["x", "y"], ["1", "a"], ["2", "b"], ["3", "c"])],
    ["one column less", rows, table(["x"], ["1"], ["2"]), table(["x", "y"], ["1", "a"], ["2", "b"], ["3", "c"])],
    ["a quote to a hint", quote, hint("a\nb"), `${quote}\n> c`],
    ["a quote to a hint, at its start", quote, hint("a\nb"), `> c\n${quote}`],
    ["a quote to a hint, in its middle", quote, hint("a\nb"), "> a\n> c\n> b"],
    ["a quote to a table, inside a hint", hint(quote), hint(table(["a"], ["b"])), hint(`${quote}\n> c`)],
    ["lines to a list", "a\nb", "- a\n- b", "a\nb\nc"],
    ["lines to code", "a\nb", code("a", "b"), "a\nx\nb"],
    ["code to lines", code("a", "b"), "a\nb", code("a", "b", "c")],
    ["lines to a heading", "a\nb", "a\nb\n===", "a\nx\nb"],
    ["two paragraphs to lists beside each other", "one\n\ntwo", "- a\n\ntwo", "one\n\n- b"]
  ])("%s: a conflict", (_, base, ours, theirs) => {
    expect(mergeText(base, ours, theirs).conflicts).not.toEqual([])
    expect(mergeText(base, theirs, ours).conflicts).not.toEqual([])
  })

  it.each<readonly [name: string, base: string, ours: string, theirs: string, merged: string]>([
    ["a word in the new kind", "a b", "- a b", "a B", "- a B"],
    ["a line between tags", "a\nb", hint("a\nb"), "a\nx\nb", hint("a\nx\nb")],
    [
      "a block beside it",
      `${quote}\n\nz`,
      `${hint("a\nb")}\n\nz`,
      `${quote}\n\nnew\n\nz`,
      `${hint("a\nb")}\n\nnew\n\nz`
    ]
  ])("clean where it reads the same: %s", (_, base, ours, theirs, merged) => {
    expect(mergeText(base, ours, theirs)).toEqual({ text: merged, withMarkers: merged, conflicts: [] })
  })
})
