/** Content of Word documents other than plain paragraphs, and how it is converted. */
import { assert, describe, it } from "@effect/vitest"
import { readDocx } from "../../src/docx/DocxPage.js"
import {
  formula,
  numbered,
  numbering,
  type Parts,
  p,
  picture,
  pictured,
  run,
  style,
  styled,
  symbol,
  table,
  textBox,
  word
} from "./Word.js"

const read = async (body: string, parts: Parts = {}) => {
  const found = await readDocx(word(body, parts))
  if ("problem" in found) throw new Error(found.problem)
  return found
}
const markdown = async (body: string, parts: Parts = {}): Promise<string> => (await read(body, parts)).page.markdown

const styles = [
  style("C", "Source Code"),
  style("H1", "heading 1"),
  style("Lead", "Lead-in", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
  style("Sub", "Sub lead", '<w:basedOn w:val="Lead"/>'),
  style("Step", "Step", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
].join("")
const one = (text: string): string => p(text, numbered(1))
const tracked = 'w:id="1" w:author="Ada" w:date="2024-01-02T03:04:05Z"'

/** The name, the body, and its markdown. */
const cases: ReadonlyArray<readonly [string, string, string]> = [
  [
    "numbers go on after code",
    one("a") + one("b") + p("x = 1", styled("C")) + one("c"),
    "1. a\n2. b\n\n```\nx = 1\n```\n\n3. c"
  ],
  [
    "numbers go on after a table",
    one("a") + table([p("1"), p("2")], [p("3"), p("4")]) + one("b") + one("c"),
    "1. a\n\n| | |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n\n2. b\n3. c"
  ],
  [
    "numbers go on after a picture",
    one("a") + p(picture("Dot")) + one("b"),
    "1. a\n\n![Dot](import:/image-1.png)\n\n2. b"
  ],
  ["numbers go on after a plain paragraph", one("a") + p("between") + one("b"), "1. a\n\nbetween\n\n2. b"],
  [
    "numbers of an inner level go on after code",
    one("a") + p("b", numbered(1, 1)) + p("x", styled("C")) + p("c", numbered(1, 1)) + one("d"),
    "1. a\n   1. b\n\n```\nx\n```\n\n2. c\n\n2) d"
  ],
  [
    "an inner level begins again",
    one("a") + p("b", numbered(1, 1)) + one("c") + p("d", numbered(1, 1)),
    "1. a\n   1. b\n2. c\n   1. d"
  ],
  ["a list that begins again", one("a") + p("between") + p("b", numbered(2)), "1. a\n\nbetween\n\n1. b"],
  ["a list that begins at five", p("a", numbered(4)) + p("b", numbered(4)), "5. a\n6. b"],
  [
    "a paragraph is in a list by its style",
    p("a", styled("Step")) + p("x", styled("C")) + p("b", styled("Step")),
    "1. a\n\n```\nx\n```\n\n2. b"
  ],
  [
    "a paragraph that leaves the list of its style",
    p("a", `${styled("Step")}<w:numPr><w:numId w:val="0"/></w:numPr>`),
    "a"
  ],
  [
    "bullets and numbers in each other",
    p("a", numbered(3)) + p("b", numbered(3, 1)) + p("c", numbered(3, 2)) + p("d", numbered(3)),
    "* a\n  * b\n    1. c\n* d"
  ],
  [
    "lists in cells",
    table([one("a") + one("b"), p("c")]),
    "<table>\n<tbody>\n<tr>\n<td>\n\n1. a\n2. b\n\n</td>\n<td>\n\nc\n\n</td>\n</tr>\n</tbody>\n</table>"
  ],
  ["a heading by its outline level", p("One", '<w:outlineLvl w:val="0"/>') + p("text"), "text"],
  [
    "headings by the outline level of their styles",
    p("text") + p("Two", styled("Lead")) + p("Three", styled("Sub")),
    "text\n\n## Two\n\n## Three"
  ],
  ["insertions", p(`${run("a ")}<w:ins ${tracked}>${run("new ")}</w:ins>${run("b")}`), "a new b"],
  ["deletions", p(`${run("a ")}<w:del ${tracked}><w:r><w:delText>old </w:delText></w:r></w:del>${run("b")}`), "a b"],
  [
    "moved text once",
    p(`<w:moveFrom ${tracked}>${run("moved")}</w:moveFrom>${run("a")}`) +
      p(`${run("b ")}<w:moveTo ${tracked}>${run("moved")}</w:moveTo>`),
    "a\n\nb moved"
  ],
  ["paragraphs joined by a deleted end", p("a ", `<w:rPr><w:del ${tracked}/></w:rPr>`) + p("b"), "a b"],
  [
    "a deleted end before a table",
    p("a", `<w:rPr><w:del ${tracked}/></w:rPr>`) + table([p("1"), p("2")]),
    "a\n\n| | |\n| - | - |\n| 1 | 2 |"
  ],
  [
    "a deleted row",
    `<w:tbl><w:tr><w:tc>${p("1")}</w:tc><w:tc>${p("2")}</w:tc></w:tr><w:tr><w:trPr><w:del ${tracked}/></w:trPr><w:tc>${p("3")}</w:tc><w:tc>${p("4")}</w:tc></w:tr></w:tbl>`,
    "| | |\n| - | - |\n| 1 | 2 |"
  ],
  [
    "merged cells",
    `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p("wide")}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${p("high")}</w:tc><w:tc>${p("1")}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>${p("")}</w:tc><w:tc>${p("2")}</w:tc></w:tr></w:tbl>`,
    '<table>\n<tbody>\n<tr>\n<td colspan="2">\n\nwide\n\n</td>\n</tr>\n<tr>\n<td rowspan="2">\n\nhigh\n\n</td>\n<td>\n\n1\n\n</td>\n</tr>\n<tr>\n<td>\n\n2\n\n</td>\n</tr>\n</tbody>\n</table>'
  ],
  [
    "text boxes after their paragraph",
    p(run("a ") + textBox(p("in the box"), p("and on")) + run("b")) + p("c"),
    "a b\n\nin the box\n\nand on\n\nc"
  ],
  ["a simple field", p(`${run("on ")}<w:fldSimple w:instr="DATE">${run("Monday")}</w:fldSimple>`), "on Monday"],
  [
    "a link as a field",
    p(`<w:fldSimple w:instr=' HYPERLINK "https://example.com/" '>${run("here")}</w:fldSimple>`),
    "[here](https://example.com/)"
  ],
  [
    "text in one direction or the other",
    p(`<w:bdo w:val="rtl">${run("שלום")}</w:bdo><w:dir w:val="rtl">${run(" עולם")}</w:dir>`, "<w:bidi/>"),
    "שלום עולם"
  ],
  ["right to left", p(run("مرحبا ", "<w:rtl/>") + run("بالعالم", "<w:rtl/><w:b/>"), "<w:bidi/>"), "مرحبا **بالعالم**"],
  [
    "readings",
    p(
      "<w:r><w:ruby><w:rt><w:r><w:t>かん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r>"
    ),
    "漢 (かん)"
  ],
  ["what nobody knows around words", `<w:unknown>${p(`<w:other>${run("kept")}</w:other>`)}</w:unknown>`, "kept"],
  [
    "content controls",
    `<w:sdt><w:sdtPr/><w:sdtContent>${p(`<w:sdt><w:sdtContent>${run("kept")}</w:sdtContent></w:sdt>`)}</w:sdtContent></w:sdt>`,
    "kept"
  ],
  [
    "a fraction",
    p(run("so ") + formula(`<m:f><m:num>${symbol("a")}</m:num><m:den>${symbol("b")}</m:den></m:f>${symbol("=1")}`)),
    "so $\\frac{a}{b}=1$"
  ],
  [
    "a formula on its own line",
    p(
      `<m:oMathPara>${formula(`<m:sSup><m:e>${symbol("x")}</m:e><m:sup>${symbol("2")}</m:sup></m:sSup>`)}</m:oMathPara>`
    ),
    "$$\n{x}^{2}\n$$"
  ],
  [
    "a sum and a root",
    p(
      formula(
        `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${symbol("i=0")}</m:sub><m:sup>${symbol("n")}</m:sup><m:e><m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>${symbol("i")}</m:e></m:rad></m:e></m:nary>`
      )
    ),
    "$\\sum_{i=0}^{n} \\sqrt{i}$"
  ]
]

describe("a Word document", () => {
  for (const [name, body, expected] of cases) {
    it(name, async () => {
      assert.strictEqual(await markdown(body, { styles, numbering, ...pictured }), expected)
    })
  }

  it("keeps footnotes and endnotes, with what is tracked in them", async () => {
    const note = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
    const body = p(run("a") + note("footnote", 2) + run(" b") + note("endnote", 2) + note("footnote", 9))
    const parts = {
      footnotes: `<w:footnote w:id="2">${p(`${run("first ")}<w:del ${tracked}><w:r><w:delText>x</w:delText></w:r></w:del><w:ins ${tracked}>${run("note")}</w:ins>`)}</w:footnote>`,
      endnotes: `<w:endnote w:id="2">${p("last")}</w:endnote>`
    }
    assert.strictEqual(await markdown(body, parts), "a[^1] b[^2]\n\n[^1]: first note\n\n[^2]: last &#x20;")
  })

  it("gives comments with who made them, when, about what, and the answers", async () => {
    const comment = (id: number, text: string, paragraph: string) =>
      `<w:comment w:id="${id}" w:author="Ada" w:date="2024-01-02T03:04:05Z"><w:p w14:paraId="${paragraph}">${run(text)}</w:p></w:comment>`
    const mark = '<w:r><w:commentReference w:id="0"/></w:r>'
    const { comments, page } = await read(
      p(
        `${run("Say ")}<w:commentRangeStart w:id="0"/>${run("these words")}<w:commentRangeEnd w:id="0"/>${mark}${run(" here.")}`
      ),
      {
        comments: comment(0, "Why?", "A0") + comment(1, "Because.", "A1"),
        commentsExtended:
          '<w15:commentEx w15:paraId="A0" w15:done="1"/><w15:commentEx w15:paraId="A1" w15:paraIdParent="A0" w15:done="0"/>'
      }
    )
    assert.strictEqual(page.markdown, "Say these words here.")
    const said = { author: "Ada", at: "2024-01-02T03:04:05Z" }
    assert.deepStrictEqual(comments, [
      { ...said, text: "Why?", quote: "these words", resolved: true, replies: [{ ...said, text: "Because." }] }
    ])
  })

  const character = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const told = (text: string): string => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
  it.each([
    ['HYPERLINK "https://a.example/x"', "https://a.example/x"],
    ['HYPERLINK "https://a.example/x" \\t "_blank"', "https://a.example/x"],
    ['HYPERLINK \\t "_blank" "https://a.example/x"', "https://a.example/x"],
    ['hyperlink "https://a.example/x" \\o "a \\"tip\\""', "https://a.example/x"],
    ['HYPERLINK "https://a.example/x" \\l "part"', "https://a.example/x#part"],
    ['HYPERLINK \\l "part" "https://a.example/x#old"', "https://a.example/x#part"],
    ["HYPERLINK https://a.example/x \\n \\m", "https://a.example/x"],
    ['HYPERLINK "https://a.example/?a=b" \\* MERGEFORMAT', "https://a.example/?a=b"],
    ['HYPERLINK \\l "there" \\o "tip"', "#there"],
    ["PAGEREF there \\h", undefined]
  ])("reads the link of a field, %s", async (instruction, address) => {
    const end = p(`<w:bookmarkStart w:id="1" w:name="there"/>${run("x")}`, styled("Lead"))
    const cut = Math.floor(instruction.length / 2)
    const split = told(instruction.slice(0, cut)) + told(instruction.slice(cut))
    const simple = `<w:fldSimple w:instr="${instruction.replaceAll('"', "&quot;")}">${run("LINK")}</w:fldSimple>`
    const inner = character("begin") + told("PAGE") + character("separate") + run("K") + character("end")
    for (const said of [
      character("begin") + told(instruction) + character("separate") + run("LINK") + character("end"),
      character("begin") + split + character("separate") + run("LIN") + inner + character("end"),
      simple
    ]) {
      const found = (await markdown(p(said) + end, { styles })).split("\n")[0]
      assert.strictEqual(found, address === undefined ? "LINK" : `[LINK](${address})`, said)
    }
  })

  const hide = "<w:vanish/>"
  const hiding = [
    style("Gone", "Gone", `<w:rPr>${hide}</w:rPr>`),
    style("Below", "Below", '<w:basedOn w:val="Gone"/>'),
    `<w:style w:type="character" w:styleId="Ink"><w:name w:val="Ink"/><w:rPr>${hide}</w:rPr></w:style>`
  ].join("")
  it.each([
    ["a run", p(run("a") + run("secret", hide) + run("b")), "ab"],
    ["a run in a link", p(`${run("a")}<w:hyperlink w:anchor="x">${run("secret", hide)}</w:hyperlink>`), "a"],
    ["a run of a hidden style", p(run("a") + run("secret", '<w:rStyle w:val="Ink"/>')), "a"],
    ["a paragraph of a hidden style", p("secret", styled("Below")) + p("a"), "a"],
    ["an item", one("a") + p(run("secret", hide), `${numbered(1)}<w:rPr>${hide}</w:rPr>`) + one("b"), "1. a\n2. b"],
    ["a cell", table([p("a"), p(run("secret", hide))]), "| | |\n| - | - |\n| a | |"],
    ["a picture", p(run("a") + picture("secret").replace("<w:r>", `<w:r><w:rPr>${hide}</w:rPr>`)), "a"],
    [
      "a field",
      p(
        `${run("a")}${[character("begin"), told("HYPERLINK x"), character("separate"), run("secret"), character("end")].map((each) => each.replace("<w:r>", `<w:r><w:rPr>${hide}</w:rPr>`)).join("")}${run("b")}`
      ),
      "ab"
    ]
  ])("leaves out hidden text, as a problem: %s", async (_, body, expected) => {
    const { page, problems } = await read(body, { styles: styles + hiding, numbering, ...pictured })
    const told = problems.filter((each) => !each.startsWith("Unrecognised"))
    assert.deepStrictEqual([page.markdown, told], [expected, ["hidden text is left out"]])
  })

  it("shows what is not hidden", async () => {
    const off = '<w:vanish w:val="0"/>'
    const body = p(run("a", off) + run("b", "<w:webHidden/>")) + p(run("c", off), styled("Gone"))
    const { page, problems } = await read(body, { styles: hiding })
    assert.deepStrictEqual([page.markdown, problems.filter((each) => each.includes("hidden"))], ["ab\n\nc", []])
  })

  it("has the alternative text of a picture that is missing", async () => {
    const shape = '<w:r><w:pict><v:shape><v:imagedata r:id="pic"/></v:shape></w:pict></w:r>'
    for (const parts of [{}, { ...pictured, files: {} }]) {
      const { page, pictures, problems } = await read(p(run("a ") + picture("Dot") + shape), parts)
      assert.deepStrictEqual([page.markdown, pictures], ["a Dot", []])
      assert.deepStrictEqual(problems, ["a picture is missing: Dot", "a picture is missing"])
    }
  })

  it.each([
    ["a box", "1", "", "[x] one"],
    ["an empty box", "0", "", "[ ] one"],
    ["a box in a list", "1", numbered(3), "* [x] one"]
  ])("keeps the tick of %s", async (_, value, properties, expected) => {
    const box = `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${value}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run("☒")}</w:sdtContent></w:sdt>`
    const { page, problems } = await read(p(box + run(" one"), properties), { numbering })
    assert.deepStrictEqual([page.markdown, problems], [expected, []])
  })

  it("strikes what is struck once or twice", async () => {
    assert.strictEqual(await markdown(p(run("a", "<w:strike/>") + run(" ") + run("b", "<w:dstrike/>"))), "~~a~~ ~~b~~")
    assert.strictEqual(await markdown(p(run("b", '<w:dstrike w:val="0"/>'))), "b")
  })

  it("says what it leaves out", async () => {
    const chart =
      '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="c1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
    const { page, problems } = await read(`${p(run("a") + chart)}<w:altChunk r:id="x"/>`)
    assert.strictEqual(page.markdown, "a")
    assert.deepStrictEqual(problems, ["an embedded document is left out", "a chart is left out"])
  })
})
