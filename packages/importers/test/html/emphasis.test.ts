/** Formats next to letters, punctuation and scripts without spaces. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import type { Element, Root } from "hast"
import { expect, it } from "vitest"
import { measureHtml, readHtml } from "../../src/html/HtmlPage.js"
import { parseHtml } from "../../src/html/Parse.js"
import { treeOf } from "./Reading.js"

const markdownOf = (html: string): string => readHtml(`<main><h1>T</h1>${html}</main>`, "https://a.example/x").markdown

const kinds: Readonly<Record<string, string>> = {
  ...{ b: "b", strong: "b", i: "i", em: "i", s: "s", del: "s", a: "a", code: "c" }
}

/** Each letter and digit of a tree with the formats that it is in. */
const letters = (node: Root | Element, formats: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  node.children.flatMap((child) => {
    if (child.type === "text")
      return (child.value.match(/[\p{L}\p{N}]/gu) ?? []).map(
        (letter) => `${letter} ${[...new Set(formats)].sort().join("")}`
      )
    if (child.type !== "element") return []
    const kind = kinds[child.tagName]
    return letters(child, kind === undefined ? formats : [...formats, kind])
  })

it.each([
  ["<b>加粗</b>文字", "**加粗**文字"],
  ["文字<b>“引号”</b>文字", "文字“**引号**”文字"],
  ["<b>读。</b>读", "**读**。读"],
  ["foo<b>bar</b>baz", "foo**bar**baz"],
  ["<b>a,</b>b", "**a**,b"],
  ["看<b><a href='/y'>文档</a></b>吧", "看[**文档**](https://a.example/y)吧"],
  ["用<b>C++</b>写", "用<strong>C++</strong>写"],
  ["用<b><code>x</code></b>写", "用<strong>`x`</strong>写"],
  ["<b>a</b><i>b</i>c", "**a**<em>b</em>c"],
  ["<b>a.</b> b (<i>c!</i>) <s>d?</s>", "**a.** b (*c!*) ~~d?~~"]
])("%s is written as %s", (html, markdown) => {
  expect(markdownOf(`<p>x ${html}</p>`)).toBe(`x ${markdown}`)
})

const piece = fc.constantFrom(
  ...[
    "a",
    "b1",
    "读",
    "文字",
    "カナ",
    "é",
    "😀",
    " ",
    " ",
    ".",
    "。",
    "“",
    "”",
    "(",
    ")",
    "（",
    "）",
    "+",
    "*",
    "_",
    "`",
    "~",
    "\\",
    "$",
    "!"
  ]
)
const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""))
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 2, arbitrary: text },
    ...["b", "i", "s", "a", "code"].map((tag) =>
      (tag === "code" ? text : fc.array(tie("inline"), { minLength: 1, maxLength: 2 }).map((all) => all.join(""))).map(
        (inner) => `<${tag}${tag === "a" ? " href=/y" : ""}>${inner}</${tag}>`
      )
    )
  )
}))

it("every letter keeps its formats, and none is a character reference", () => {
  fc.assert(
    fc.property(fc.array(inline, { minLength: 1, maxLength: 5 }), (parts) => {
      const html = `<p>x ${parts.join("")}</p>`
      const { losses, markdown } = measureHtml(`<main><h1>T</h1>${html}</main>`, "https://a.example/x")
      expect(losses, markdown).toEqual([])
      expect(letters(treeOf(markdown)), markdown).toEqual(letters(parseHtml(html)))
      expect(markdown).not.toMatch(/&#x(?!20;|A;)/)
    }),
    { numRuns: runs(300) }
  )
})
