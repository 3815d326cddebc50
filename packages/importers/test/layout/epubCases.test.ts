/** Constructs of the texts of books, after the specification of EPUB, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { archive } from "../archives/reading.js"
import { document } from "./reading.js"

const xhtml = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>One</title></head><body>${body}</body></html>`
const item = (id: string, path: string): string =>
  `<item id="${id}" href="${path}" media-type="application/xhtml+xml"/>`
const book = (body: string): Uint8Array =>
  archive({
    "META-INF/container.xml":
      '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf": `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>B</dc:title></metadata><manifest>${item("one", "text/one.xhtml")}${item("two", "text/two%20b.xhtml")}</manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>`,
    "OEBPS/text/one.xhtml": xhtml(`<h1>One</h1>${body}`),
    "OEBPS/text/two b.xhtml": xhtml("<h1>Two</h1><p>t</p>"),
    "OEBPS/img/a.png": "png",
    "OEBPS/img/a.mp3": "mp3"
  })

it.each<[what: string, body: string, markdown: string, problems?: ReadonlyArray<string>]>([
  [
    "popup footnotes",
    '<p>a<a epub:type="noteref" href="#n1">1</a></p><aside epub:type="footnote" id="n1"><p>One. <a href="#r1">back</a></p></aside>',
    "a[^1]\n\n[^1]: One. [back](#r1)",
    ["text/one.md: #r1 leads to no heading"]
  ],
  [
    "notes at the end with links back",
    '<p>a<sup><a id="r1" href="#n1">1</a></sup></p><section epub:type="endnotes"><ol><li id="n1"><p>One. <a href="#r1" epub:type="backlink">↩</a></p></li></ol></section>',
    "a[^1]\n\n[^1]: One. &#x20;"
  ],
  ["a page break", '<p>a<span epub:type="pagebreak" id="p5" title="5"/>b</p>', "ab"],
  [
    "MathML",
    '<p>so <math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math></p><p><math xmlns="http://www.w3.org/1998/Math/MathML" display="block" alttext="y"><mi>y</mi></math></p>',
    "so $x^{2}$\n\n$$\ny\n$$"
  ],
  [
    "a figure",
    '<figure><img src="../img/a.png" alt="A"/><figcaption>Cap</figcaption></figure>',
    "<figure>\n\n![A](../img/a.png)\n\n<figcaption>\n\nCap\n\n</figcaption>\n\n</figure>"
  ],
  [
    "a picture in SVG",
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"><image xlink:href="../img/a.png" width="1"/></svg>',
    "![](../img/a.png)"
  ],
  ["an aside as a sidebar", '<aside epub:type="sidebar"><h2>Side</h2><p>s</p></aside>', "## Side\n\ns"],
  ["a tip", '<aside epub:type="tip" class="tip"><p>t</p></aside>', '{% hint style="success" %}\nt\n{% endhint %}'],
  [
    "a table",
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1<br/>2</td><td rowspan="1">x</td></tr></tbody></table>',
    "| A | B |\n| - | - |\n| 1<br>2 | x |"
  ],
  ["lists", '<ol start="3"><li value="5">a</li><li>b<ul><li>c</li></ul></li></ol>', "5. a\n6. b\n   * c"],
  ["code", '<pre><code class="language-js">a &lt; b\n  c</code></pre>', "```js\na < b\n  c\n```"],
  ["ruby", "<p><ruby>漢<rt>kan</rt></ruby></p>", "漢(kan)"],
  ["definitions", '<dl epub:type="glossary"><dt><dfn>A</dfn></dt><dd>a</dd></dl>', "* **A**\n\n  a"],
  ["a quotation", '<blockquote epub:type="epigraph"><p>q</p><p>— Ada</p></blockquote>', "> q\n>\n> — Ada"],
  [
    "formats by style",
    '<p><span style="font-style:italic">i</span> <span style="text-decoration:underline">u</span> <i>j</i> <b>k</b> <small>s</small></p>',
    "*i* <u>u</u> *j* **k** s"
  ],
  ["a break between scenes", '<p>a</p><hr class="transition"/><p>b</p>', "a\n\n***\n\nb"],
  [
    "audio and video",
    '<p>x</p><audio src="../img/a.mp3" controls="controls"/><video src="https://e.example/v.mp4"/>',
    'x\n\n{% file src="../img/a.mp3" %}\n\n{% embed url="https://e.example/v.mp4" %}'
  ],
  [
    "links",
    '<p><a href="https://e.example/?a=1&amp;b=2#c">x</a> <a href="one.xhtml#s">self</a> <a href="two%20b.xhtml">two</a></p><h2 id="s">S</h2>',
    "[x](https://e.example/?a=1\\&b=2#c) [self](#s) [two](two%20b.md)\n\n## S"
  ],
  ["hidden", '<p hidden="hidden">h</p><p>x</p>', "x", ["book.epub: OEBPS/text/one.xhtml: hidden text is left out"]],
  ["entities", "<p>a&nbsp;b &mdash; &copy; &#x2603;</p>", "a b — © ☃"]
])("reads %s", async (_, body, markdown, problems = []) => {
  const found = await document("book.epub", book(body))
  expect([found.texts["text/one.md"]?.replace("# One\n\n", "").trimEnd(), found.problems]).toEqual([markdown, problems])
})
