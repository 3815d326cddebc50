import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { readHtml } from "../../src/html/HtmlPage.js"
import { parseHtml } from "../../src/html/Parse.js"
import { ofMarkdown, ofTree } from "./Reading.js"

const address = "https://docs.example.com/guide/page.html"

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
/** Words with everything in them that means something in markdown, HTML or a block tag. */
const words = fc
  .array(
    fc.constantFrom(
      "a",
      "B c",
      "*",
      "_x_",
      "`",
      "[l](m)",
      "#",
      "1.",
      "-",
      "+",
      "|",
      "<b>",
      "&amp;",
      "{%",
      "%}",
      "$",
      "~~",
      "\\",
      "!",
      "ü",
      "漢",
      ">",
      "=",
      '"',
      "'",
      "::"
    ),
    {
      minLength: 1,
      maxLength: 6
    }
  )
  .map((parts) => parts.join(" "))
const inline = fc.oneof(
  { weight: 3, arbitrary: words.map(escape) },
  words.map((text) => `<strong>${escape(text)}</strong>`),
  words.map((text) => `<em>${escape(text)}</em>`),
  words.map((text) => `<a href="/x">${escape(text)}</a>`)
)
const line = fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "))
const code = fc
  .array(fc.oneof(words, fc.constant(""), fc.constant("  ```")), { minLength: 1, maxLength: 4 })
  .map((lines) => `<pre><code class="language-x">${escape(`.${lines.join("\n")}.`)}</code></pre>`)
const table = fc
  .tuple(
    fc.integer({ min: 2, max: 3 }),
    fc.array(fc.array(words.map(escape), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  )
  .map(([width, rows]) => {
    const [head, ...rest] = rows.map((cells) => cells.slice(0, width))
    const row = (cells: ReadonlyArray<string>, name: string): string =>
      `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join("")}</tr>`
    return `<table><thead>${row(head!, "th")}</thead><tbody>${rest.map((cells) => row(cells, "td")).join("")}</tbody></table>`
  })
const leaf = fc.oneof(
  line.map((text) => `<p>${text}</p>`),
  fc.tuple(fc.integer({ min: 2, max: 6 }), line).map(([level, text]) => `<h${level}>${text}</h${level}>`),
  code,
  table
)
const nested = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: leaf },
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((blocks) => `<blockquote>${blocks.join("")}</blockquote>`),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((blocks) => `<ul>${blocks.map((block) => `<li>${block}</li>`).join("")}</ul>`),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((blocks) => `<ol>${blocks.map((block) => `<li>${block}</li>`).join("")}</ol>`),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((blocks) => `<div class="admonition note">${blocks.join("")}</div>`),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((blocks) => `<details><summary>s</summary>${blocks.join("")}</details>`)
  )
})).block
const page = fc
  .array(nested, { minLength: 1, maxLength: 5 })
  .map((blocks) => `<main><p>begin</p>${blocks.join("\n")}</main>`)

describe("readHtml", () => {
  it("gives markdown with the same headings, code and cells of tables", () => {
    fc.assert(
      fc.property(page, (html) => {
        assert.deepStrictEqual(ofMarkdown(readHtml(html, address).markdown), ofTree(parseHtml(html)))
      }),
      { numRuns: runs(150) }
    )
  })

  it("reads anything", () => {
    const tag = fc.constantFrom(
      ...[
        "main",
        "div",
        "p",
        "b",
        "table",
        "tr",
        "td",
        "th",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "a href=#x",
        "h1 id=x",
        "h2",
        "pre",
        "code",
        "img src=a",
        "details",
        "summary",
        "iframe src=//a",
        "template",
        "svg",
        "math",
        "select",
        "option",
        "form",
        "br",
        "sup",
        "blockquote",
        "picture",
        "input type=checkbox",
        "caption",
        "colgroup",
        "script",
        "title",
        "body",
        "html",
        "head",
        "noscript",
        "textarea"
      ]
    )
    const part = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name.split(" ", 1)[0]}>`),
      fc.string(),
      fc.constantFrom("&#0;", "&lt", "<!--", "-->", "<![CDATA[", "<?x", "\u0000", "\r", "{%", "$$", "\ud800")
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        assert.isString(readHtml(parts.join(""), address).markdown)
      }),
      { numRuns: runs(300) }
    )
  })
})
