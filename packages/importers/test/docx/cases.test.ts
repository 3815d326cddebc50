/** Constructs of Word documents, after the standard of Office Open XML, and the markdown that each becomes. */

import { Effect } from "effect"
import { expect, it } from "vitest"
import { readDocument } from "../../src/docx/Docx.js"
import { readDocx } from "../../src/docx/DocxPage.js"
import { readFrom, serving } from "../archives/reading.js"
import { formula, numbered, numbering, p, picture, pictured, run, style, styled, symbol, table, word } from "./Word.js"

const styles = [
  style("C", "Source Code"),
  style("H1", "heading 1"),
  style("H2", "heading 2"),
  style("Q", "Quote"),
  style("IQ", "Intense Quote"),
  style("Cap", "caption"),
  style("Sub", "Subtitle"),
  style("TT", "Title"),
  '<w:style w:type="character" w:styleId="VC"><w:name w:val="Verbatim Char"/></w:style>',
  '<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>',
  '<w:style w:type="character" w:styleId="Emphasis"><w:name w:val="Emphasis"/><w:rPr><w:i/></w:rPr></w:style>',
  '<w:style w:type="character" w:styleId="Mono"><w:name w:val="My Code"/><w:rPr><w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/></w:rPr></w:style>',
  '<w:style w:type="paragraph" w:styleId="BoldP"><w:name w:val="Bold para"/><w:rPr><w:b/></w:rPr></w:style>'
].join("")
const br = "<w:r><w:br/></w:r>"
const link = (id: string, text: string, more = "") => `<w:hyperlink r:id="${id}" ${more}>${run(text)}</w:hyperlink>`
const rel = `<Relationship Id="l1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://e.example/a?b=1&amp;c=2" TargetMode="External"/><Relationship Id="l2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="other doc.docx" TargetMode="External"/>`

it.each<[what: string, body: string, markdown: string, problems?: ReadonlyArray<string>]>([
  ["line breaks", p(run("a") + br + run("b")), "a\\\nb"],
  ["underline", p(run("a", '<w:u w:val="single"/>') + run(" b")), "<u>a</u> b"],
  ["highlight", p(run("a", '<w:highlight w:val="yellow"/>') + run(" b")), "<mark>a</mark> b"],
  [
    "sub sup",
    p(
      run("H") +
        run("2", '<w:vertAlign w:val="subscript"/>') +
        run("O x") +
        run("2", '<w:vertAlign w:val="superscript"/>')
    ),
    "H<sub>2</sub>O x<sup>2</sup>"
  ],
  [
    "link with query and anchor",
    p(link("l1", "here", 'w:anchor="part"')),
    "[here](https://e.example/a?b=1\\&c=2#part)"
  ],
  ["link to another document", p(link("l2", "doc")), "[doc](import:/other%20doc.docx)"],
  [
    "internal link to heading",
    p(`<w:hyperlink w:anchor="_Toc1">${run("to")}</w:hyperlink>`) +
      p(`<w:bookmarkStart w:id="1" w:name="_Toc1"/>${run("Part")}<w:bookmarkEnd w:id="1"/>`, styled("H2")),
    "[to](#part)\n\n## Part"
  ],
  [
    "internal link to paragraph",
    p(`<w:hyperlink w:anchor="spot">${run("to")}</w:hyperlink>`) +
      p(`<w:bookmarkStart w:id="1" w:name="spot"/>${run("There")}<w:bookmarkEnd w:id="1"/>`),
    '[to](#spot)\n\n<a href="#spot" id="spot"></a>There'
  ],
  [
    "cross reference REF",
    p(
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> REF spot \\h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("Part 2")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
    ) + p(`<w:bookmarkStart w:id="1" w:name="spot"/>${run("There")}`),
    '[Part 2](#spot)\n\n<a href="#spot" id="spot"></a>There'
  ],
  [
    "table header row",
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>${p("A")}</w:tc><w:tc>${p("B")}</w:tc></w:tr><w:tr><w:tc>${p("1")}</w:tc><w:tc>${p("2")}</w:tc></w:tr></w:tbl>`,
    "| A | B |\n| - | - |\n| 1 | 2 |"
  ],
  [
    "table line break in cell",
    table([p(run("a") + br + run("b")), p("x") + p("y")], [p("1"), p("2")]),
    "| | |\n| - | - |\n| a<br>b | x<br>y |\n| 1 | 2 |"
  ],
  ["nested table", table([table([p("1"), p("2")]) + p(""), p("b")]), "| | |\n| - | - |\n| 1<br>2 | b |"],
  ["code paragraphs", p("if x:", styled("C")) + p("", styled("C")) + p("  y", styled("C")), "```\nif x:\n\n  y\n```"],
  ["inline code", p(run("use ") + run("npm", '<w:rStyle w:val="VC"/>')), "use `npm`"],
  [
    "monospace direct",
    p(run("use ") + run("npm", '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>')),
    "use `npm`"
  ],
  ["monospace style", p(run("use ") + run("npm", '<w:rStyle w:val="Mono"/>')), "use `npm`"],
  [
    "strong style",
    p(run("a", '<w:rStyle w:val="Strong"/>') + run(" ") + run("b", '<w:rStyle w:val="Emphasis"/>')),
    "**a** *b*"
  ],
  [
    "bold paragraph style",
    p("a", styled("BoldP")),
    "**a**",
    ["Unrecognised paragraph style: 'Bold para' (Style ID: BoldP)"]
  ],
  ["quote", p("a", styled("Q")) + p("b", styled("Q")), "> a\n>\n> b"],
  [
    "caption below picture",
    p(picture("Dot")) + p("Figure 1: A dot", styled("Cap")),
    "![Dot](import:/image-1.png)\n\nFigure 1: A dot"
  ],
  ["tabs and nbsp", p(`${run("a")}<w:r><w:tab/></w:r>${run("b\u00a0c")}`), "a b c"],
  [
    "no-break hyphen, soft hyphen",
    p(`${run("a")}<w:r><w:noBreakHyphen/></w:r>${run("b")}<w:r><w:softHyphen/></w:r>${run("c")}`),
    "a‑bc"
  ],
  ["symbol", p(`<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>${run(" x")}`), "🡪 x"],
  ["page break", p(run("a")) + p('<w:r><w:br w:type="page"/></w:r>') + p("b"), "a\n\nb"],
  [
    "horizontal rule",
    `${p("a")}<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6"/></w:pBdr></w:pPr></w:p>${p("b")}`,
    "a\n\n***\n\nb"
  ],
  [
    "hr pict",
    `${p("a")}<w:p><w:r><w:pict><v:rect style="width:0;height:1.5pt" o:hralign="center" o:hrstd="t" o:hr="t" xmlns:o="urn:schemas-microsoft-com:office:office"/></w:pict></w:r></w:p>${p("b")}`,
    "a\n\n***\n\nb"
  ],
  [
    "dropdown control",
    p(
      `<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:value="1" w:displayText="One"/></w:dropDownList></w:sdtPr><w:sdtContent>${run("One")}</w:sdtContent></w:sdt>`
    ),
    "One"
  ],
  [
    "date control",
    p(
      `<w:sdt><w:sdtPr><w:date w:fullDate="2024-01-02T00:00:00Z"/></w:sdtPr><w:sdtContent>${run("2 Jan")}</w:sdtContent></w:sdt>`
    ),
    "2 Jan"
  ],
  [
    "legacy checkbox",
    p(
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${run(" done")}`
    ),
    "[x] done"
  ],
  [
    "toc",
    `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${p(`<w:hyperlink w:anchor="_Toc1">${run("Part")}<w:r><w:tab/></w:r>${run("3")}</w:hyperlink>`)}</w:sdtContent></w:sdt>${p(`<w:bookmarkStart w:id="1" w:name="_Toc1"/>${run("Part")}`, styled("H2"))}`,
    "[Part 3](#part)\n\n## Part"
  ],
  ["list with start override", p("a", numbered(4)) + p("b", numbered(4)), "5. a\n6. b"],
  ["numbered headings", p("Intro", styled("H2") + numbered(1)) + p("x"), "## Intro\n\nx"],
  [
    "matrix",
    p(formula(`<m:m><m:mr><m:e>${symbol("a")}</m:e><m:e>${symbol("b")}</m:e></m:mr></m:m>`)),
    "$\\begin{matrix}a & b\\end{matrix}$"
  ],
  ["subtitle", p("T", styled("TT")) + p("S", styled("Sub")) + p("x"), "S\n\nx"],
  [
    "picture with link",
    p(`<w:hyperlink r:id="l1">${picture("Dot")}</w:hyperlink>`),
    "[![Dot](import:/image-1.png)](https://e.example/a?b=1\\&c=2)"
  ],
  [
    "embedded object",
    p(
      `<w:r><w:object><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" r:id="x" xmlns:o="urn:schemas-microsoft-com:office:office"/></w:object></w:r>${run("a")}`
    ),
    "a",
    ["an embedded object is left out"]
  ],
  [
    "escapes",
    p("1. a") + p("# b *c* [d] &lt;e&gt; {% f %} $g$"),
    "1\\. a\n\n\\# b \\*c\\* \\[d] \\<e> \\{% f %} \\$g\\$"
  ],
  ["emoji", p("😀 👩‍💻 ✅"), "😀 👩‍💻 ✅"],
  [
    "picture hyperlink in docPr",
    p(picture("Dot").replace('descr="Dot"/>', 'descr="Dot"><a:hlinkClick r:id="l1"/></wp:docPr>')),
    "[![Dot](import:/image-1.png)](https://e.example/a?b=1\\&c=2)"
  ],
  ["strike and bold", p(run("a", "<w:b/><w:strike/>")), "**~~a~~**"],
  [
    "inserted paragraph + formatting change",
    p(`<w:ins w:id="1" w:author="A"><w:r><w:rPr><w:b/></w:rPr><w:t>new</w:t></w:r></w:ins>`),
    "**new**"
  ],
  ["letter list", p("a", numbered(1, 1)) + p("b", numbered(1, 1)), "1. a\n2. b"],
  ["spaces preserved", p(run("a  b   c")), "a b c"],
  [
    "all-merged header",
    `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p("All")}</w:tc></w:tr><w:tr><w:tc>${p("1")}</w:tc><w:tc>${p("2")}</w:tc></w:tr></w:tbl>`,
    '<table>\n<tbody>\n<tr>\n<td colspan="2">\n\nAll\n\n</td>\n</tr>\n<tr>\n<td>\n\n1\n\n</td>\n<td>\n\n2\n\n</td>\n</tr>\n</tbody>\n</table>'
  ]
])("reads %s", async (_, body, markdown, problems = []) => {
  const relationships = `${pictured.relationships}${rel}`
  expect(await readDocx(word(body, { styles, numbering, ...pictured, relationships }))).toMatchObject({
    page: { markdown },
    problems
  })
})

it("takes the font of a document for code only where another one is usual", async () => {
  const mono = '<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>'
  const normal = `<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/>${mono}</w:style>`
  for (const [defaults, markdown] of [
    [normal, "a"],
    [`<w:docDefaults><w:rPrDefault>${mono}</w:rPrDefault></w:docDefaults>`, "a"],
    ["", "`a`"]
  ] as const) {
    const body = p(run("a", '<w:rFonts w:ascii="Courier New"/>'))
    expect(await readDocx(word(body, { styles: defaults }))).toMatchObject({ page: { markdown } })
  }
})

it("keeps the paragraphs of an item together", async () => {
  const none = `<w:abstractNum w:abstractNumId="9"><w:lvl w:ilvl="0"><w:numFmt w:val="none"/></w:lvl></w:abstractNum><w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>`
  const body =
    p("a", numbered(1)) +
    p("more", numbered(9)) +
    p("b", numbered(1)) +
    p("inner", numbered(1, 1)) +
    p("more of b", styled("LC")) +
    p("c", numbered(1)) +
    p("x") +
    p("alone", styled("LC"))
  const found = await readDocx(
    word(body, { styles: style("LC", "List Continue"), numbering: numbering.replace("<w:num ", `${none}<w:num `) })
  )
  expect(found).toMatchObject({
    page: { markdown: "1. a\n\n   more\n\n2. b\n\n   1. inner\n\n   more of b\n\n3. c\n\nx\n\nalone" }
  })
})

it("makes blocks of paragraphs in a font of code", async () => {
  const font = '<w:rFonts w:ascii="Consolas"/>'
  const line = (text: string) => p(text === "" ? "" : run(text, font), `<w:rPr>${font}</w:rPr>`)
  const found = await readDocx(word(line("if x:") + line("") + line("  y") + p("z")))
  expect(found).toMatchObject({ page: { markdown: "```\nif x:\n\n  y\n```\n\nz" } })
})

it("leads links to the top of a document, and to files beside it, where they led", async () => {
  const url = "https://a.example/d/a.docx"
  const titled = p(`<w:bookmarkStart w:id="1" w:name="top"/>${run("T")}`, styled("TT"))
  const links = p(`<w:hyperlink w:anchor="top">${run("up")}</w:hyperlink>${link("l2", "doc")}`)
  const bytes = word(titled + links, { styles, relationships: rel })
  const { pages } = await Effect.runPromise(readFrom(readDocument, url, serving({ [url]: bytes }), "docx"))
  expect(pages.get(url)?.markdown).toBe(`[up](${url})[doc](https://a.example/d/other%20doc.docx)`)
})
