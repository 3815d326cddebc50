import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { derive, type PageMetadata, read } from "../../../src/content/pages/PageMetadata.js"
import { complete, patch } from "../../../src/content/pages/PageMetadataPatch.js"
import { parse } from "../../../src/text/markdown/Yaml.js"

describe("derive", () => {
  it("takes the title from front matter, else from a heading before any other content", () => {
    const titles: ReadonlyArray<readonly [string, string | undefined]> = [
      ["---\ntitle: A\n---\n# B\n", "A"],
      ["---\ntitle:\n---\n# B\n", "B"],
      ["# B\n", "B"],
      ["\uFEFF\n\n   # B ##\ntext", "B"],
      ["#\n", undefined],
      ["#B\n", undefined],
      ["## B\n", undefined],
      ["text\n# B\n", undefined],
      ["    # code\n", undefined],
      ["<!-- licence -->\n\n# B\n", "B"],
      ["Two\nlines\n===\n", "Two lines"],
      ["B\r\n===\r\n", "B"],
      ["- item\n===\n", undefined],
      ["B\n---\n", undefined],
      ["# *A* `b` [c](d.md) &amp; \\* ![e](f.png) <i>g</i>\n", "A b c & * e g"],
      ['# B <a href="#b" id="b"></a>\n', "B"],
      ["# B {#custom}\n", "B"],
      ["{% hint %}\n# B\n", undefined],
      ["# C# and #\n", "C# and"],
      ["", undefined]
    ]
    for (const [markdown, title] of titles) assert.strictEqual(derive(markdown).title, title, JSON.stringify(markdown))
  })

  it("leaves out what front matter says wrongly", () => {
    const text =
      "---\nicon: Not An Icon\nemoji: word\nhidden: maybe\nlayout: wide\nvars: [a]\ncover:\ncoverY: 3\ndescription: ' '\n---\n"
    assert.deepStrictEqual(derive(text), {})
    assert.deepStrictEqual(read("---\na: [\n---\n# T\n").metadata, { title: "T" })
    assert.lengthOf(read("---\na: [\n---\n# T\n").problems, 1)
  })

  it("reads covers as files of the space or as addresses", () => {
    assert.deepStrictEqual(
      derive("---\ncover: /files/f1\ncoverDark: >-\n  https://example.com/a.png\ncoverY: -12.5\n---\n").cover,
      {
        ref: { kind: "file", file: "f1" as never },
        refDark: { kind: "url", url: "https://example.com/a.png" },
        yPos: -12.5
      }
    )
  })
})

const full: PageMetadata = {
  title: "New *title* #",
  description: "With: a colon",
  icon: "gear",
  emoji: "🎉",
  hidden: true,
  noIndex: true,
  noRobotsIndex: true,
  condition: "visitor.claims.a",
  cover: { ref: { kind: "file", file: "f1" as never }, yPos: 10 },
  layout: { width: "wide", cover: false, coverSize: "full", outline: false },
  variables: { a: "1.10", b: "true" }
}

const texts = [
  "# Old\n\ntext\n",
  "Old\n===\n\ntext\n",
  "no heading\n",
  "",
  "---\ntitle: Old # note\nlayout:\n  tags:\n    visible: true\nhidden: false\nicon: x # y\n---\n\n# Heading\n",
  "---\r\ncover: a.png\r\nvars:\r\n  a: 1\r\nother: kept\r\n---\r\n# Old {#id}\r\n"
]

describe("patch", () => {
  it("changes only what a text states, until it contradicts nothing", () => {
    for (const text of texts) {
      const stated = derive(text)
      const patched = patch(text, full)
      for (const [name, value] of Object.entries(derive(patched))) {
        assert.deepStrictEqual(value, full[name as keyof PageMetadata], name)
      }
      const keys = Object.keys(parse(text).values)
      for (const key of Object.keys(parse(patched).values)) assert.include([...keys, "coverY"], key)
      assert.strictEqual(patch(patch(text, full), full), patch(text, full))
      assert.strictEqual(patch(text, stated), text)
    }
    assert.strictEqual(patch(texts[0]!, { title: "A & B" }), "# A & B\n\ntext\n")
    assert.strictEqual(patch("# Old {#id}\n", { title: "1 * 2" }), "# 1 * 2 {#id}\n")
    assert.strictEqual(patch("#\n", { title: "x" }), "#\n")
    assert.strictEqual(
      patch(texts[4]!, { title: "New", hidden: true }),
      "---\ntitle: New # note\nlayout:\n  tags:\n    visible: true\nhidden: true\n---\n\n# Heading\n"
    )
  })
})

describe("complete", () => {
  it("also adds what a text does not state, the title excepted", () => {
    for (const text of texts) {
      const { title: _, ...fields } = full
      const { title, ...after } = derive(complete(text, full))
      assert.deepStrictEqual(after, fields)
      assert.strictEqual(title, derive(text).title === undefined ? undefined : full.title)
      assert.strictEqual(complete(text, derive(text)), text)
    }
  })

  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .filter((each) => each.isWellFormed() && !/[\p{C}\p{Z}]/u.test(each))
  const title = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
    fc.constantFrom(
      "*a*",
      "[x](y)",
      "<b>",
      "&amp;",
      "a_b_c",
      "`x`",
      "~~x~~",
      "# x",
      "x #",
      "x {#y}",
      "\\*",
      "![i](j)",
      "1. a",
      "---",
      "=",
      "a\\"
    )
  )

  it("writes any title so that it reads back", () => {
    fc.assert(
      fc.property(title, fc.constantFrom("# T\n", "T\n=\n\nx", "---\ntitle: T\n---\n# U\n"), (wanted, text) => {
        assert.strictEqual(derive(patch(text, { title: wanted })).title, wanted)
      }),
      { numRuns: runs(500) }
    )
  })

  it("takes the beginning of a title or a description that is longer than it may be", () => {
    const long = "\u{1F600}".repeat(2000)
    assert.strictEqual(derive(`# ${long}\n`).title, "\u{1F600}".repeat(256))
    assert.deepStrictEqual(derive(`---\ntitle: ${long}\ndescription: ${long}\n---\n`), {
      title: "\u{1F600}".repeat(256),
      description: "\u{1F600}".repeat(1024)
    })
    assert.strictEqual(derive(`# ${"a".repeat(256)}\n`).title, "a".repeat(256))
  })
})
