import { documentTree } from "@lectern/core/internal/text/markdown/DocumentTree"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { lineRuns, type Piece, piecesOf, type Run, textOf } from "../../src/client/comparison/compare.js"
import { foldsOf } from "../../src/client/comparison/folds.js"
import { rowsOf } from "../../src/client/comparison/lines.js"

const nodesOf = (markdown: string) => documentTree(markdown).nodes ?? []

/** Runs as they are read: what was removed in brackets, what was added in braces. */
const said = (runs: ReadonlyArray<Run> = []): string =>
  runs
    .map(({ mark, node, text }) => {
      const word = node === undefined ? text : `<${node.type}>`
      return mark === "same" ? word : mark === "added" ? `{${word}}` : `[${word}]`
    })
    .join("")

const outline = (pieces: ReadonlyArray<Piece>): unknown =>
  pieces.map((piece) =>
    piece.mark === "changed"
      ? piece.runs === undefined
        ? outline(piece.pieces ?? [])
        : said(piece.runs)
      : `${piece.mark} ${textOf([piece.node]).trim()}`
  )

const between = (before: string, after: string) => outline(piecesOf(nodesOf(before), nodesOf(after)))

describe("the comparison of two blocks", () => {
  it.each([
    ["words", "The quick fox.\n", "The slow fox.\n", ["The [quick]{slow} fox."]],
    ["two words with a space between them", "a b c d\n", "a x y d\n", ["a [b c]{x y} d"]],
    ["a format alone", "some words here\n", "some **words** here\n", ["some [words]{words} here"]],
    ["a link alone", "see [it](https://a.example)\n", "see [it](https://b.example)\n", ["see [it]{it}"]],
    ["a picture among words", "a ![b](https://x.example/c.png) d\n", "a d\n", ["a [<image>][ ]d"]],
    ["an item of a list", "- one\n- two\n- three\n", "- one\n- three\n", [["same one", "removed two", "same three"]]],
    ["words of an item", "- one thing\n- two\n", "- one thing more\n- two\n", [[["one thing{ more}"], "same two"]]],
    ["a cell", "| a | b |\n|-|-|\n| c | d |\n", "| a | b |\n|-|-|\n| c | e |\n", [["same a b", ["same c", "[d]{e}"]]]],
    ["a cell that was empty", "| a |\n|-|\n| |\n", "| a |\n|-|\n| b |\n", [["same a", ["{b}"]]]],
    [
      "another text altogether",
      "All of this is here.\n",
      "Nobody knows why they came!\n",
      ["removed All of this is here.", "added Nobody knows why they came!"]
    ]
  ])("shows %s", (_, before, after, expected) => {
    expect(between(before, after)).toEqual(expected)
  })

  it("says what a block says of itself besides its words", () => {
    const hint = (style: string) => nodesOf(`{% hint style="${style}" %}\nRead.\n{% endhint %}\n`)
    expect(piecesOf(hint("info"), hint("danger"))).toMatchObject([
      { mark: "changed", data: [{ name: "style", before: "info", after: "danger" }], pieces: [{ mark: "same" }] }
    ])
  })

  it("says that a heading has another level", () => {
    expect(piecesOf(nodesOf("# One\n"), nodesOf("## One\n"))).toMatchObject([
      { mark: "changed", data: [{ name: "type", before: "heading-1", after: "heading-2" }], runs: [{ mark: "same" }] }
    ])
  })

  it("has every word of both versions, in their order", () => {
    const word = fc.constantFrom("a", "b", "c", "d", " ", "  ", ",", "漢", "é")
    const line = fc.array(word, { maxLength: 30 }).map((words) => words.join(""))
    fc.assert(
      fc.property(line, line, (before, after) => {
        const runs = lineRuns(before, after)
        const only = (mark: string) => runs.filter((run) => run.mark === mark || run.mark === "same")
        expect(
          only("removed")
            .map(({ text }) => text)
            .join("")
        ).toBe(before)
        expect(
          only("added")
            .map(({ text }) => text)
            .join("")
        ).toBe(after)
      })
    )
  })
})

describe("the lines of two sources", () => {
  it("are those of both texts, to the byte, whatever ends them", () => {
    const line = fc.constantFrom("a\n", "b\r\n", "c\n", "\n", "\r\n", "d e f\n", "d e g\n", "x\ry\n")
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("", "end"))
      .map(([lines, end]) => lines.join("") + end)
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = rowsOf(before, after)
        expect(rows.map((row) => row.before?.text ?? "").join("")).toBe(before)
        expect(rows.map((row) => row.after?.text ?? "").join("")).toBe(after)
        for (const row of rows) expect(row.isSame).toBe(row.before?.text === row.after?.text)
        for (const { after: young } of rows)
          if (young !== undefined) expect(after.slice(young.start)).toMatch(new RegExp(`^${young.text}`))
      })
    )
  })
})

describe("what is folded", () => {
  it("is the same, far from every change, and more than one; and all parts together are the whole", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), fc.integer({ min: 0, max: 4 }), (same, around) => {
        const folds = foldsOf(same, (one) => one, around)
        let at = 0
        for (const { from, isFolded, to } of folds) {
          expect(from).toBe(at)
          at = to
          if (!isFolded) continue
          expect(to - from).toBeGreaterThan(1)
          for (let i = Math.max(0, from - around); i < Math.min(same.length, to + around); i++)
            expect(same[i]).toBe(true)
        }
        expect(at).toBe(same.length)
      })
    )
  })
})
