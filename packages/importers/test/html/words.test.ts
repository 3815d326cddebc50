import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { readHtml } from "../../src/html/HtmlPage.js"
import { parseHtml } from "../../src/html/Parse.js"
import { missing, ofMarkdown, ofTree, wordsOfMarkdown, wordsOfTree } from "./Reading.js"

const address = "https://docs.example.com/guide/page.html"

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Words of their own, and signs that mean something in markdown, HTML or a block tag. */
const words = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 99 }).map((number) => `w${number}`) },
      fc.constantFrom(
        "*",
        "_a_",
        "`",
        "[l](m)",
        "[^1]",
        "# b",
        "1.",
        "-",
        "|",
        "<i>",
        "<div>",
        "{% c %}",
        "$d$",
        "~~",
        "\\",
        "!"
      )
    ),
    { minLength: 1, maxLength: 4 }
  )
  .map((parts) => escape(parts.join(" ")))

const inlineTags = [
  "b",
  "em",
  "code",
  "kbd",
  "a href=/x",
  "a id=t1",
  "span",
  "sup",
  "sub",
  "mark",
  "var",
  "tt",
  "small",
  "u",
  "del",
  "span class=title",
  "span class=term",
  "span class=label"
]
const blockTags = [
  ...["p", "div", "section", "blockquote", "center", "details", "figure", "figure id=f1", "h2", "h3 class=title"],
  ...[
    "ul",
    "ol",
    "dl",
    "dl class=footnote",
    "table",
    "table border=1",
    "table class=hlist",
    "pre",
    "div class=cmdsynopsis"
  ],
  ...[
    "div class=note",
    "div class='admonition tip'",
    "div class=admonitionblock",
    "div class=versionadded",
    "div class='alert alert-info'"
  ],
  ...[
    "div class=table id=t2",
    "div class=imageblock",
    "div class=calloutlist",
    "div class=colist",
    "div class=highlight",
    "aside class=footnote"
  ],
  ...["details class=warning", "ol class=linenums", "div class=member-signature", "div class=block"]
]
/** The usual children of an element; a browser moves anything else out of a table. */
const parts: Readonly<Record<string, ReadonlyArray<string>>> = {
  ul: ["li"],
  ol: ["li"],
  dl: ["dt", "dd", "dt id=a.b", "dt class=sig id=m.f", "p", "h2", "div"],
  table: ["tr", "tr", "caption", "thead", "tbody class=footnotes"],
  thead: ["tr"],
  tbody: ["tr"],
  tr: ["td", "td", "th", "td rowspan=2", "td colspan=2", "td class=icon", "td class=content", "td class=linenos"],
  details: ["p", "pre", "ul"],
  figure: ["figcaption", "img src=/a.png", "p", "table", "pre"]
}
const nameOf = (tag: string): string => tag.split(" ", 1)[0]!

const tree = fc.letrec<{ inline: string; block: string; any: string }>((tie) => {
  const around = (tag: string, inner: string): string => `<${tag}>${inner}</${nameOf(tag)}>`
  const many = (arbitrary: fc.Arbitrary<string>) => fc.array(arbitrary, { maxLength: 3 }).map((found) => found.join(""))
  const element = (tag: string, depth = 0): fc.Arbitrary<string> => {
    const inner = parts[nameOf(tag)]
    if (nameOf(tag) === "img") return fc.constant(`<${tag}>`)
    if (inner === undefined || depth > 3) {
      const isLine = /^(?:p|h\d|pre|summary|caption|dt)$/.test(nameOf(tag))
      return many(isLine ? tie("inline") : tie("any")).map((text) => around(tag, text))
    }
    // Browsers show a word of their own where there is no summary.
    const summary = nameOf(tag) === "details" ? "<summary>s</summary>" : ""
    return many(fc.oneof(...inner.map((each) => element(each, depth + 1)))).map((text) => around(tag, summary + text))
  }
  return {
    inline: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 4, arbitrary: words },
      fc.constantFrom("<br>", " ", "\n"),
      ...inlineTags.map((tag) => many(tie("inline")).map((text) => around(tag, text)))
    ),
    block: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 6, arbitrary: words.map((text) => `<p>${text}</p>`) },
      ...blockTags.map((tag) => element(tag))
    ),
    any: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie("inline"), tie("block"))
  }
})

const page = fc
  .array(tree.any, { minLength: 1, maxLength: 4 })
  .map((found) => `<main><p>begin</p>${found.join("")}</main>`)

describe("readHtml", () => {
  it("keeps every word of any page, and code as it is", () => {
    fc.assert(
      fc.property(page, (html) => {
        const { markdown, title } = readHtml(html, address)
        const source = parseHtml(html)
        const wanted = wordsOfTree(source)
        const given = wordsOfMarkdown(`${markdown}\n\n${title}`)
        assert.deepStrictEqual(missing(wanted, given), [], `lost of ${html}\n${markdown}`)
        assert.deepStrictEqual(missing(given, wanted), [], `added to ${html}\n${markdown}`)
        const code = ofMarkdown(markdown).code
        assert.deepStrictEqual(missing(ofTree(source).code, code), [], `${html}\n${markdown}`)
      }),
      { numRuns: runs(100) }
    )
  })
})
