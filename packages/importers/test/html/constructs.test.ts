import { assert, describe, it } from "vitest"
import { readHtml } from "../../src/html/HtmlPage.js"

const address = "https://docs.example.com/guide/page.html"
const markdown = (body: string): string => readHtml(`<main>${body}</main>`, address).markdown

const constructs: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "nested lists, also where a list stands between items": [
    `<ol start="3"><li>a<ul><li>b</li></ul></li><ul><li>c</li></ul><li><p>d</p><p>e</p></li></ol>`,
    "3. a\n\n   * b\n\n   - c\n\n4. d\n\n   e"
  ],
  "tables: alignment, lines in cells, a caption": [
    `<table><caption>All</caption><tr><th style="text-align: right">A</th><th>B</th></tr><tr><td>1<br>2</td><td><p>p</p><p>q|r</p></td></tr></table>`,
    "*All*\n\n| A | B |\n| -: | - |\n| 1<br>2 | p<br>q\\|r |"
  ],
  "a table that only arranges is what is in it": [`<table><tr><td><h2>T</h2><p>x</p></td></tr></table>`, "## T\n\nx"],
  definitions: [`<dl><dt>A</dt><dd>1</dd><dd><p>2</p></dd><dt>B</dt></dl>`, "* **A**\n\n  1\n\n  2\n\n* **B**"],
  pictures: [
    `<p><img src="a b.png" alt="A" title="T"> <img data-src="/b.png" src="data:image/gif;base64,R0" alt=""> <img srcset="c.png 1x, c2.png 2x" alt="C"> <picture><source srcset="d.webp"><img alt="D"></picture> <img src="/t.gif" width="1" height="1"></p>`,
    `![A](https://docs.example.com/guide/a%20b.png "T") ![](https://docs.example.com/b.png) ![C](https://docs.example.com/guide/c2.png) ![D](https://docs.example.com/guide/d.webp)`
  ],
  videos: [
    `<p>See</p><p><iframe src="https://www.youtube-nocookie.com/embed/abc?rel=0"></iframe></p><iframe src="https://player.vimeo.com/video/7"></iframe><video controls><source src="v.mp4"></video>`,
    'See\n\n{% embed url="https://www.youtube.com/watch?v=abc" %}\n\n{% embed url="https://vimeo.com/7" %}\n\n{% embed url="https://docs.example.com/guide/v.mp4" %}'
  ],
  "links: absolute, with fragments, tracking and scripts taken off": [
    `<a href="../x#y" title="t">1</a> <a href="javascript:alert(1)">2</a> <a href="https://www.google.com/url?q=https://a.example/b&amp;sa=D">3</a> <a href="mailto:a@b.example">4</a> <a href="">5</a>`,
    '[1](https://docs.example.com/x#y "t") 2 [3](https://a.example/b) [4](mailto:a@b.example) 5'
  ],
  "links around blocks and headings": [
    `<a href="/x"><h3>T</h3><p>p</p></a>`,
    "### [T](https://docs.example.com/x)\n\n[p](https://docs.example.com/x)"
  ],
  "what is bold or small around blocks": [`<b><p>a</p><ul><li>b</li></ul></b>`, "a\n\n* b"],
  "signs of markdown and of block tags": [
    `<p>{% if x %} *a* _b_ c_d_e [f](g) &lt;h&gt; $1 # 1. ~x~ \\</p><p>+ a</p><p>{% hint %}</p>`,
    "\\{% if x %} \\*a\\* \\_b\\_ c_d_e \\[f]\\(g) \\<h> \\$1 # 1. \\~x\\~ \\\\\n\n\\+ a\n\n\\{% hint %}"
  ],
  "scripts above and below": [`<p>H<sub>2</sub>O, x<sup>2</sup></p>`, "H<sub>2</sub>O, x<sup>2</sup>"],
  "what stands around the text": [
    `<nav>a</nav><div class="breadcrumbs">b</div><p>x</p><button>c</button><div style="display: none">d</div><p hidden>e</p><script>f</script><noscript>g</noscript><footer>h</footer><div class="pagination-nav">i</div>`,
    "x"
  ],
  "a rule": ["<p>a</p><hr><p>b</p>", "a\n\n***\n\nb"]
}

describe("readHtml", () => {
  for (const [name, [html, expected]] of Object.entries(constructs)) {
    it(name, () => assert.strictEqual(markdown(html), expected))
  }

  it("says what a page says about itself", () => {
    const page = readHtml(
      `<!doctype html><html lang="de"><head><base href="/de/"><title>Haus · Beispiel</title><meta name="description" content=" Ein  Haus "><meta name="robots" content="noindex, follow"><link rel="canonical" href="haus"></head><body><header><nav><a href="/">Start</a></nav></header><main><h1>Haus<a class="headerlink" href="#haus">¶</a></h1><p><a href="tür">Tür</a> <a href="#x">x</a> <img src="b.png" alt=""></p></main></body></html>`,
      address
    )
    assert.deepStrictEqual(page, {
      title: "Haus",
      description: "Ein Haus",
      markdown:
        "[Tür](https://docs.example.com/de/t%C3%BCr) [x](https://docs.example.com/de/#x) ![](https://docs.example.com/de/b.png)",
      links: ["https://docs.example.com/de/t%C3%BCr", "https://docs.example.com/de/#x"],
      images: ["https://docs.example.com/de/b.png"],
      canonical: "https://docs.example.com/de/haus",
      robots: { noindex: true, nofollow: false },
      language: "de"
    })
  })

  it("finds the title in the text, above it, or in the head", () => {
    const title = (html: string): string => readHtml(html, address).title
    assert.strictEqual(title("<title>A | B</title><main><h1>C</h1></main>"), "C")
    assert.strictEqual(title("<title>A | B</title><h1>A</h1><main><h2>C</h2>x</main>"), "A")
    assert.strictEqual(title("<title>A - B</title><h1>B</h1><main><h2>a</h2>x</main>"), "a")
    assert.strictEqual(title("<title>A — B</title><main><p>x</p></main>"), "A")
    assert.strictEqual(title('<title>A-B | C</title><meta property="og:title" content="D | E">'), "D | E")
    assert.strictEqual(title("<p>x</p>"), "")
    const reference = readHtml(
      '<title>CREATE</title><div><div class="titlepage"></div><a id="x"></a><div><h2>CREATE</h2><p>Creates.</p></div></div>',
      address
    )
    assert.strictEqual(reference.markdown, "Creates.")
    const other = readHtml("<main><h1>A</h1><p>x</p><h1>B</h1><h2>C</h2></main>", address)
    assert.strictEqual(other.markdown, "x\n\n## B\n\n### C")
  })

  it("keeps fragments of links working", () => {
    const html = (inner: string): string => `<main><h1 id="top">T</h1>${inner}</main>`
    const { markdown: text } = readHtml(
      html(
        `<p><a href="#a">1</a> <a href="#b-id">2</a> <a href="page.html#inside">3</a> <a href="#top">4</a> <a href="#gone">5</a> <a href="#id9">6</a></p><h2 id="a">A</h2><section id="b-id"><h2>B b</h2><p id="inside">x</p></section><h2 id="id9">C c</h2><h2>T</h2>`
      ),
      address
    )
    assert.strictEqual(
      text,
      '[1](#a) [2](#b-id) [3](#b-id) [4](https://docs.example.com/guide/page.html) [5](#gone) [6](#c-c)\n\n## A\n\n## B b<a href="#b-id" id="b-id"></a>\n\nx\n\n## C c\n\n## T<a href="#t-1" id="t-1"></a>'
    )
  })

  it("takes no list of contents for footnotes", () => {
    const html = `<main><ul><li><p><a href="#core" id="id1">Core</a></p></li></ul><section id="core"><h2><a class="toc-backref" href="#id1" role="doc-backlink">Core</a></h2><p>x</p></section></main>`
    assert.strictEqual(readHtml(html, address).markdown, "* [Core](#core)\n\n## Core\n\nx")
  })

  it("finds the text where there are no signs of it", () => {
    const words = "Every sentence of this story is long enough, with a comma or two, to be read as one. ".repeat(12)
    const { markdown: text } = readHtml(
      `<body><div class="header"><a href="/">Home</a></div><div class="sidebar"><ul><li><a href="/a">A</a></li></ul></div><div><h2>Story</h2><p>${words}</p><p>${words}</p></div><div class="footer">Imprint</div></body>`,
      address
    )
    assert.include(text, "Every sentence")
    assert.notInclude(text, "Imprint")
    assert.strictEqual(readHtml("<h2>A</h2><p>b</p>", address).markdown, "## A\n\nb")
  })
})
