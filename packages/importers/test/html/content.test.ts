/** Which part of a page is read, over pages of any nesting. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { fingerprints } from "../../src/html/Blocks.js"
import { nothingCommon } from "../../src/html/Common.js"
import { measureHtml, readHtml } from "../../src/html/HtmlPage.js"
import { parseHtml } from "../../src/html/Parse.js"
import { shortfall } from "../../src/html/Words.js"

const address = "https://docs.example.com/guide/page.html"

/** A page of words: `T` stands for one of its text, `C` for one of what stands around the text. */
const leaf = fc.constantFrom(
  "<p>T T T</p>",
  "<p>T</p>",
  "<h2>T</h2>",
  "<h1>T</h1>",
  "<ul><li>T</li><li>T T</li></ul>",
  "<dl><dt>T</dt><dd>T T</dd></dl>",
  "<pre>T T</pre>",
  "T <b>T</b> T",
  "<table><tr><th>T</th><th>T</th></tr><tr><td>T</td><td>T</td></tr></table>",
  "<blockquote><p>T</p></blockquote>",
  '<p>T <a href="/elsewhere">T</a></p>',
  `<p>${"T ".repeat(60)}</p>`
)
const chrome = fc.constantFrom(
  '<nav><ul><li><a href="/a">C</a></li><li><a href="/b">C</a></li></ul></nav>',
  '<div role="navigation"><a href="/a">C</a></div>',
  '<div class="breadcrumbs"><a href="/">C</a> C</div>',
  "<button>C</button>",
  "<script>C</script>",
  '<p><a href="/a">C</a> &gt; <a href="/b">C</a></p>',
  '<p><a rel="prev" href="/a">C</a> <a rel="next" href="/b">C</a></p>'
)
const container = fc.constantFrom(
  ...["div", "section", "article", 'div id="content"', 'div class="document"', 'div class="main"', "center"],
  ...['div class="toc-free"', "form", "my-element", 'div id="header"']
)
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: chrome },
    {
      weight: 3,
      arbitrary: fc
        .tuple(container, fc.array(tie("block"), { minLength: 1, maxLength: 4 }))
        .map(([tag, blocks]) => `<${tag}>${blocks.join("\n")}</${tag.split(" ", 1)[0]}>`)
    }
  )
}))

/** The page with a word of its own in each place. */
const numbered = (html: string): string => {
  let count = 0
  return html.replaceAll(/\b[TC]\b/g, (kind) => `${kind === "T" ? "word" : "around"}${count++}x`)
}

describe("the text of a page", () => {
  it("is all that is outside of what stands around it, however the page is nested", () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), fc.boolean(), (blocks, hasFooter) => {
        const footer = hasFooter ? '<footer>C <a href="/c">C</a></footer>' : ""
        const body = numbered(`${blocks.join("\n")}${footer}`)
        const { markdown, title, words } = measureHtml(`<!doctype html><body>${body}</body>`, address)
        const arrived = new Set(`${title} ${markdown}`.match(/word\d+x/g))
        const missing = (body.match(/word\d+x/g) ?? []).filter((word) => !arrived.has(word))
        assert.deepStrictEqual(missing, [], body)
        assert.notMatch(markdown, /around\d+x/, body)
        assert.deepStrictEqual(words, { source: words.source, kept: words.source })
      }),
      { numRuns: runs(150) }
    )
  })

  const sentence = "Every article says something, and each of them is as good as another one. "
  const shapes: ReadonlyArray<readonly [what: string, html: string, wanted: ReadonlyArray<string>]> = [
    [
      "never one of several articles",
      `<div><article><p>${sentence.repeat(40)}</p></article><article><p>Second.</p></article><article><h2>Third</h2></article></div>`,
      ["Every article", "Second.", "## Third"]
    ],
    [
      "never a heading alone",
      "<div id=page-content><div id=preamble><h1>Modules</h1></div><div class=section><h2>One</h2><p>First.</p></div><div class=section><h2>Two</h2><p>Second.</p></div></div>",
      ["First.", "Second.", "## One", "## Two"]
    ],
    [
      "not main where most of the text is elsewhere",
      `<main><h1>Title</h1></main><div><p>${sentence.repeat(3)}</p></div>`,
      ["Every article"]
    ],
    [
      "a list of contents that leads to other pages",
      '<main><div class="toc"><ul><li><a href="a.html">A</a></li></ul></div></main>',
      ["[A]"]
    ]
  ]
  for (const [what, html, wanted] of shapes) {
    it(`is ${what}`, () => {
      const { markdown } = readHtml(html, address)
      for (const each of wanted) assert.include(markdown, each)
    })
  }

  it("is not the list of contents of the page itself", () => {
    const html = '<main><div class="toc"><a href="page.html#a">A</a> <a href="#b">B</a></div><p>x</p></main>'
    assert.strictEqual(readHtml(html, address).markdown, "x")
  })

  it("has no heading over nothing but the list of contents of the page", () => {
    const list = '<ul id="toc"><li><a href="#a">A</a></li></ul>'
    const html = `<main><h1>T</h1><h3>Topics</h3>${list}<h3>Links</h3>${list}<p>x</p><h2 id="a">A</h2><p>y</p></main>`
    assert.strictEqual(readHtml(html, address).markdown, "### Links\n\nx\n\n## A\n\ny")
    assert.strictEqual(readHtml(`<main><h2>T</h2>${list}<h2>A</h2>y</main>`, address).markdown, "## T\n\n## A\n\ny")
  })
})

describe("the text of a page in a site", () => {
  /** The markdown of a page next to others that have some HTML in common with it. */
  const beside = (common: string, html: string): string => {
    const blocks = new Set(fingerprints(parseHtml(common)).values())
    return measureHtml(html, address, undefined, { blocks, headings: new Set(), titles: [] }).markdown
  }

  it("has no line that is its title where the titles in the heads tell the pages apart", () => {
    const html =
      "<title>UPSERT</title><div><div>UPSERT</div></div><h1>1. Syntax</h1><p>x</p><h1>2. History</h1><p>y</p>"
    const page = measureHtml(html, address, undefined, { ...nothingCommon, isHeadTitled: true })
    assert.deepStrictEqual([page.title, page.markdown], ["UPSERT", "## 1. Syntax\n\nx\n\n## 2. History\n\ny"])
  })

  const own = `<div><h2 id="own">Own</h2><p>${"Only this page says so. ".repeat(20)}</p></div>`

  it("has tables with heads that are on most pages", () => {
    const table = (status: string) =>
      `<div><h1>T</h1><table><tr><th><a href="/d#S">Status:</a></th><td>${status}</td></tr></table></div>`
    const text = beside(table("Core"), `<body>${table("Experimental")}${own}</body>`)
    assert.include(text, "Status:")
  })

  it("has the terms of its lists and the heads of its tables, also where all pages have them", () => {
    const common =
      "<dl><dt>Returns</dt><dd>nothing</dd></dl><table><tr><th>Name</th><th>Type</th></tr><tr><td>a</td><td>text</td></tr></table>"
    const lists = `${common.replace("nothing", "a number")}`
    const markdown = beside(common, `<main><h1>T</h1>${own}<div>${lists.replaceAll("text", "text here")}</div></main>`)
    for (const each of ["Returns", "a number", "| Name", "text here"]) assert.include(markdown, each)
  })

  it("has no heading over links that all pages have", () => {
    const common = '<h3>Checklist</h3><ul><li><a href="/changes">Changes</a></li><li><a href="/bugs">Bugs</a></li></ul>'
    const markdown = beside(common, `<main><h1>T</h1>${own}${common}<h3>See also</h3><p>The quay.</p></main>`)
    assert.notMatch(markdown, /Checklist|Bugs/)
    assert.match(markdown, /### See also\n\nThe quay\./)
  })
})

describe("the words of a page", () => {
  it("are counted as they are read, whatever is around them", () => {
    const html =
      "<main><p>It is <b>bold</b>ly <code>snake_case</code>, 漢<i>字</i> &amp; a<br>b.</p><table><tr><th>x|y</th><th>z</th></tr><tr><td>1</td><td>2</td></tr></table></main>"
    const { words } = measureHtml(html, address)
    assert.strictEqual(words.kept, words.source)
    assert.isAbove(words.source, 8)
  })

  it("are told of where more than a tenth is missing", () => {
    assert.isUndefined(shortfall({ source: 0, kept: 0 }))
    assert.isUndefined(shortfall({ source: 1000, kept: 900 }))
    assert.strictEqual(shortfall({ source: 14_000, kept: 3_080 }), "3,080 of 14,000 words were kept (22 %)")
  })
})
