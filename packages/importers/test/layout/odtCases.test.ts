/** Constructs of OpenDocument texts, after the standard and as LibreOffice writes them, and the markdown of each. */
import { expect, it } from "vitest"
import { readOdt } from "../../src/odt/OdtPage.js"
import { archive } from "../archives/reading.js"

const oasis = "urn:oasis:names:tc:opendocument:xmlns:"
const names = [
  ...["office", "text", "table", "style"].map((name) => `xmlns:${name}="${oasis}${name}:1.0"`),
  `xmlns:draw="${oasis}drawing:1.0"`,
  `xmlns:fo="${oasis}xsl-fo-compatible:1.0"`,
  `xmlns:svg="${oasis}svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"'
].join(" ")
const styles = [
  '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
  '<style:style style:name="I" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>',
  '<style:style style:name="U" style:family="text"><style:text-properties style:text-underline-style="solid" style:text-underline-width="auto"/></style:style>',
  '<style:style style:name="S" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>',
  '<style:style style:name="H" style:family="text"><style:text-properties fo:background-color="#ffff00"/></style:style>',
  '<style:style style:name="Sup" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>',
  '<style:style style:name="Sub" style:family="text"><style:text-properties style:text-position="sub 58%"/></style:style>',
  '<style:style style:name="M" style:family="text"><style:text-properties style:font-name="Liberation Mono"/></style:style>',
  '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>',
  '<style:style style:name="Q1" style:family="paragraph" style:parent-style-name="Quotations"/>',
  '<style:style style:name="HR" style:family="paragraph" style:parent-style-name="Horizontal_20_Line"/>',
  '<style:style style:name="A1" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/></style:style>',
  '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>',
  '<text:list-style style:name="L5"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="5"/></text:list-style>',
  '<text:list-style style:name="LA"><text:list-level-style-number text:level="1" style:num-format="a"/></text:list-style>',
  '<text:list-style style:name="LB"><text:list-level-style-bullet text:level="1" text:bullet-char="☐"/></text:list-style>'
].join("")
const math = (body: string) => `<math xmlns="http://www.w3.org/1998/Math/MathML">${body}</math>`
const files = {
  "Pictures/a.png": "png",
  "Object 1/content.xml": math(
    '<semantics><mrow><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow><annotation encoding="StarMath 5.0">a over b</annotation></semantics>'
  ),
  "Object 2/content.xml": math(
    '<semantics><mrow><mi>x</mi></mrow><annotation encoding="StarMath 5.0">x</annotation></semantics>'
  )
}
const odt = (body: string): Uint8Array =>
  archive({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...files
  })
const p = (content: string, style = "Standard"): string => `<text:p text:style-name="${style}">${content}</text:p>`
const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`
const list = (style: string, items: string[], more = "") =>
  `<text:list text:style-name="${style}" ${more}>${items.map((i) => `<text:list-item>${i}</text:list-item>`).join("")}</text:list>`
const cell = (inner: string, more = "") => `<table:table-cell ${more}>${inner}</table:table-cell>`
const row = (...cells: string[]) => `<table:table-row>${cells.join("")}</table:table-row>`

it.each<[what: string, body: string, markdown: string, problems?: ReadonlyArray<string>]>([
  ["underline and highlight", p(`${span("U", "under")} ${span("H", "marked")}`), "<u>under</u> <mark>marked</mark>"],
  [
    "strike, sub and sup",
    p(`${span("S", "a")} H${span("Sub", "2")}O x${span("Sup", "2")}`),
    "~~a~~ H<sub>2</sub>O x<sup>2</sup>"
  ],
  ["code in a line", p(`use ${span("M", "npm i")}`), "use `npm i`"],
  [
    "lines of code with an empty one",
    p("if x:", "P1") + p("", "P1") + p('<text:s text:c="2"/>y', "P1"),
    "```\nif x:\n\n  y\n```"
  ],
  ["a quotation of paragraphs", p("a", "Q1") + p("b", "Q1"), "> a\n>\n> b"],
  ["a horizontal line", p("a") + p("", "HR") + p("b"), "a\n\n***\n\nb"],
  ["line breaks", p("a<text:line-break/>b"), "a\\\nb"],
  ["non-breaking space and soft hyphen", p("10\u00a0km soft\u00adhyphen"), "10 km softhyphen"],
  ["a list that begins at five", list("L5", [p("a"), p("b")]), "5. a\n6. b"],
  [
    "a number that an item states",
    `<text:list text:style-name="L"><text:list-item>${p("a")}</text:list-item><text:list-item text:start-value="7">${p("b")}</text:list-item></text:list>`,
    "1. a\n\n7) b"
  ],
  ["letters", list("LA", [p("a"), p("b")]), "1. a\n2. b"],
  ["an item of paragraphs", list("L", [p("a") + p("more"), p("b")]), "1. a\n\n   more\n\n2. b"],
  [
    "a list header",
    `<text:list text:style-name="L"><text:list-header>${p("head")}</text:list-header><text:list-item>${p("a")}</text:list-item></text:list>`,
    "head\n\n1. a"
  ],
  [
    "a table with a header, line breaks and lists",
    `<table:table><table:table-header-rows>${row(cell(p("A")), cell(p("B")))}</table:table-header-rows>${row(cell(p("1<text:line-break/>2")), cell(p("x") + p("y")))}</table:table>`,
    "| A | B |\n| - | - |\n| 1<br>2 | x<br>y |"
  ],
  [
    "cells that are merged down",
    `<table:table>${row(cell(p("high"), 'table:number-rows-spanned="2"'), cell(p("1")))}${row("<table:covered-table-cell/>", cell(p("2")))}</table:table>`,
    '<table>\n<tbody>\n<tr>\n<td rowspan="2">\n\nhigh\n\n</td>\n<td>\n\n1\n\n</td>\n</tr>\n<tr>\n<td>\n\n2\n\n</td>\n</tr>\n</tbody>\n</table>'
  ],
  [
    "a table in a cell",
    `<table:table>${row(cell(`<table:table table:is-sub-table="true">${row(cell(p("1")), cell(p("2")))}</table:table>`), cell(p("b")))}</table:table>`,
    "| | |\n| - | - |\n| 1<br>2 | b |"
  ],
  [
    "a link with a query",
    p('<text:a xlink:href="https://e.example/a?b=1&amp;c=2#d">x</text:a>'),
    "[x](https://e.example/a?b=1\\&c=2#d)"
  ],
  [
    "a link to a heading",
    `${p('<text:a xlink:href="#Part|outline">to</text:a>')}<text:h text:outline-level="2">Part</text:h>`,
    "[to](#part)\n\n## Part"
  ],
  [
    "a link to a bookmark",
    p('<text:a xlink:href="#spot">to</text:a>') + p('<text:bookmark text:name="spot"/>There'),
    '[to](#spot)\n\n<a href="#spot" id="spot"></a>There'
  ],
  [
    "a cross reference",
    p('<text:bookmark-ref text:reference-format="text" text:ref-name="spot">There</text:bookmark-ref>') +
      p('<text:bookmark-start text:name="spot"/>There<text:bookmark-end text:name="spot"/>'),
    '[There](#spot)\n\n<a href="#spot" id="spot"></a>There'
  ],
  [
    "a cross reference to a number",
    p('see <text:sequence-ref text:reference-format="text" text:ref-name="refFigure0">Figure 1</text:sequence-ref>') +
      p('Figure <text:sequence text:ref-name="refFigure0" text:name="Figure">1</text:sequence>: A'),
    'see [Figure 1](#refFigure0)\n\nFigure <a href="#refFigure0" id="refFigure0"></a>1: A'
  ],
  ["a link to a file", p('<text:a xlink:href="../other%20doc.odt">x</text:a>'), "[x](import:/other%20doc.odt)"],
  [
    "a formula",
    p(
      'so <draw:frame text:anchor-type="as-char"><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>'
    ),
    "so $\\frac{a}{b}$"
  ],
  ["a formula on a line", p('<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>', "A1"), "$$\nx\n$$"],
  [
    "a caption in a frame",
    p(
      `<draw:frame><draw:text-box>${p('<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:title>Dot</svg:title></draw:frame>Figure 1: A dot')}</draw:text-box></draw:frame>`
    ),
    "<figure>\n\n![Dot](import:/image-1.png)\n\n<figcaption>\n\nFigure 1: A dot\n\n</figcaption>\n\n</figure>"
  ],
  [
    "a picture with a link",
    p(
      '<draw:a xlink:href="https://e.example/"><draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>Dot</svg:desc></draw:frame></draw:a>'
    ),
    "[![Dot](import:/image-1.png)](https://e.example/)"
  ],
  [
    "a picture that is missing",
    p('a <draw:frame><draw:image xlink:href="Pictures/gone.png"/><svg:desc>Gone</svg:desc></draw:frame>'),
    "a Gone",
    ["the picture Pictures/gone.png is left out"]
  ],
  [
    "footnotes and endnotes",
    p(
      `a<text:note text:note-class="footnote"><text:note-body>${p("one thing")}${p("more")}</text:note-body></text:note> b<text:note text:note-class="endnote"><text:note-body>${p("two things")}</text:note-body></text:note>`
    ),
    "a[^1] b[^2]\n\n[^1]: one thing\n\n    more\n\n[^2]: two things"
  ],
  [
    "ruby",
    p("<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby>"),
    "漢 (かん)"
  ],
  [
    "a table of contents",
    `<text:table-of-content><text:table-of-content-source/><text:index-body>${p('<text:a xlink:href="#Part|outline">Part<text:tab/>1</text:a>')}</text:index-body></text:table-of-content><text:h text:outline-level="2">Part</text:h>`,
    "[Part 1](#part)\n\n## Part"
  ],
  ["signs of markdown", p("1. a *b* [c] &lt;d&gt; {% e %} $f$"), "1\\. a \\*b\\* \\[c] \\<d> \\{% e %} \\$f\\$"],
  ["emoji", p("😀 👩‍💻"), "😀 👩‍💻"],
  ["a check box", p('<draw:control draw:control="c1"/> agree'), "agree", ["a control of a form is left out"]],
  [
    "an embedded chart",
    p('<draw:frame><draw:object xlink:href="./Object 9"/><svg:title>Sales</svg:title></draw:frame>'),
    "Sales",
    ["an embedded object is left out"]
  ],
  ["headings deeper than six", `<text:h text:outline-level="8">Deep</text:h>${p("x")}`, "###### Deep\n\nx"],
  ["a numbered heading", list("L", ['<text:h text:outline-level="2">Part</text:h>']) + p("x"), "## Part\n\nx"]
])("reads %s", (_, body, markdown, problems = []) => {
  expect(readOdt(odt(body))).toMatchObject({ page: { markdown }, problems })
})
