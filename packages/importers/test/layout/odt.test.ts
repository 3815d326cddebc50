/** OpenDocument texts as folders of one page. */
import { assert, describe, it } from "@effect/vitest"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { readOdt } from "../../src/odt/OdtPage.js"
import { archive } from "../archives/reading.js"
import { document, refusal } from "./reading.js"

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
  '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>',
  '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>'
].join("")

const odt = (body: string, more: Readonly<Record<string, string>> = {}): Uint8Array =>
  archive({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...more
  })

const p = (content: string, style = "Standard"): string => `<text:p text:style-name="${style}">${content}</text:p>`
const list = (items: ReadonlyArray<string>, more = ""): string =>
  `<text:list text:style-name="L" ${more}>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join("")}</text:list>`
const markdown = async (body: string, more?: Readonly<Record<string, string>>): Promise<string> =>
  (await document("page.odt", odt(body, more))).texts["page.md"]?.replace(/^# .*\n\n?/, "").trimEnd() ?? ""

/** The name, the body, and its markdown. */
const cases: ReadonlyArray<readonly [string, string, string]> = [
  ["headings", `<text:h text:outline-level="2">Two</text:h>${p("text")}`, "## Two\n\ntext"],
  ["looks and spaces", p('a<text:s text:c="2"/><text:span text:style-name="B">b</text:span><text:tab/>c'), "a **b** c"],
  ["links", p('see <text:a xlink:href="https://example.com/">here</text:a>'), "see [here](https://example.com/)"],
  ["code", p("a<text:line-break/>b", "P1") + p("<text:s/>c", "P1"), "```\na\nb\n c\n```"],
  [
    "numbers that go on after code",
    list([p("a"), p("b")]) + p("x", "P1") + list([p("c")], 'text:continue-numbering="true"'),
    "1. a\n2. b\n\n```\nx\n```\n\n3. c"
  ],
  [
    "a list that goes on with another one",
    list([p("a")], 'xml:id="one"') + p("between") + list([p("b")], 'text:continue-list="one"'),
    "1. a\n\nbetween\n\n2. b"
  ],
  ["a list that begins again", list([p("a")]) + p("between") + list([p("b")]), "1. a\n\nbetween\n\n1. b"],
  ["lists in lists", list([p("a") + list([p("b")]), p("c")]), "1. a\n   * b\n2. c"],
  [
    "tables with merged cells",
    `<table:table><table:table-column/><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2">${p("wide")}</table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row><table:table-cell>${p("1")}</table:table-cell><table:table-cell>${p("2")}</table:table-cell></table:table-row></table:table>`,
    '<table>\n<thead>\n<tr>\n<th colspan="2">\n\nwide\n\n</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>\n\n1\n\n</td>\n<td>\n\n2\n\n</td>\n</tr>\n</tbody>\n</table>'
  ],
  [
    "footnotes",
    p(
      `a<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p("said")}</text:note-body></text:note> b`
    ),
    "a[^1] b\n\n[^1]: said &#x20;"
  ],
  [
    "tracked changes as accepted",
    `<text:tracked-changes><text:changed-region><text:deletion>${p("gone")}</text:deletion></text:changed-region></text:tracked-changes>${p('a<text:change-start text:change-id="c"/> new<text:change-end text:change-id="c"/>')}`,
    "a new"
  ],
  [
    "text boxes after their paragraph",
    p(`a<draw:frame><draw:text-box>${p("boxed")}</draw:text-box></draw:frame> b`) + p("c"),
    "a b\n\nboxed\n\nc"
  ],
  [
    "pictures with their text",
    p('<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>Dot</svg:desc></draw:frame>'),
    "![Dot](.gitbook/assets/image-1.png)"
  ],
  ["shapes with words", p(`<draw:custom-shape>${p("in a shape")}</draw:custom-shape>`), "in a shape"],
  ["sections and right to left", `<text:section>${p("مرحبا بالعالم")}</text:section>`, "مرحبا بالعالم"]
]

describe("an OpenDocument text", () => {
  for (const [name, body, expected] of cases) {
    it(name, async () => {
      assert.strictEqual(await markdown(body, { "Pictures/a.png": "png" }), expected)
    })
  }

  it("reports comments with who made them, when and about what", async () => {
    const { problems } = await document(
      "page.odt",
      odt(
        p(
          `Say <office:annotation office:name="c"><dc:creator>Ada</dc:creator><dc:date>2024-01-02T03:04:05</dc:date>${p("Why?")}</office:annotation>this<office:annotation-end office:name="c"/>.`
        )
      )
    )
    assert.deepStrictEqual(problems, ['page.odt: the comment of Ada (2024-01-02T03:04:05) on "this" is left out: Why?'])
  })

  it("is refused where it is broken or hostile, by name", async () => {
    const cases: ReadonlyArray<readonly [Uint8Array, RegExp]> = [
      [new TextEncoder().encode("hello"), /^page\.odt: expected a zip archive$/],
      [archive({ "a.txt": "a" }), /^page\.odt: expected an OpenDocument text/],
      [archive({ "content.xml": "<a" }), /^page\.odt: content\.xml: expected well-formed XML/],
      [archive({ "content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }), /declares entities/],
      [odt("<text:section>".repeat(600) + "</text:section>".repeat(600)), /content\.xml: expected well-formed XML/],
      [odt(p("x"), { "../evil": "x" }), /\.\.\/evil: its path leads out/],
      [odt(p("x"), { "META-INF/manifest.xml": "<manifest:encryption-data/>" }), /protected by a password/],
      [archive({ "content.xml": " ".repeat(9_000_000) }), /grows too much/]
    ]
    for (const [bytes, reason] of cases) assert.match(await refusal("page.odt", bytes), reason)
  })

  it("repeats no cell and no space without bound", async () => {
    const wide = '<table:table-cell table:number-columns-repeated="999999999"/>'
    const rows = `<table:table-row table:number-rows-repeated="999999999">${wide}<table:table-cell>${p("x")}</table:table-cell></table:table-row>`
    const found = await markdown(`<table:table>${rows}</table:table>${p('a<text:s text:c="999999999"/>b')}`)
    assert.isBelow(found.length, 10_000)
  })

  it.each([
    ["a span", p('a<text:span text:style-name="Gone">secret</text:span>b'), "ab"],
    ["a paragraph", `<text:p text:style-name="GoneP">secret</text:p>${p("ab")}`, "ab"],
    ["a field", p('a<text:hidden-text text:is-hidden="true">secret</text:hidden-text>b'), "ab"],
    ["a paragraph by a field", `${p('<text:hidden-paragraph text:is-hidden="true"/>secret')}${p("ab")}`, "ab"],
    ["a section", `<text:section text:display="none">${p("secret")}</text:section>${p("ab")}`, "ab"]
  ])("leaves out hidden text, as a problem: %s", (_, body, expected) => {
    const found = readOdt(
      odt(body, {
        "styles.xml": `<office:document-styles ${names}><office:styles><style:style style:name="Gone" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="GoneP" style:family="paragraph"><style:text-properties text:display="none"/></style:style></office:styles></office:document-styles>`
      })
    )
    assert.deepInclude(found, { problems: ["hidden text is left out"] })
    assert.strictEqual("page" in found ? found.page.markdown : "", expected)
  })

  it("keeps every word, in order", async () => {
    const shapes = ["p", "item", "cell", "box", "section", "span"] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...shapes), { minLength: 1, maxLength: 12 }), async (kinds) => {
        const body = kinds.map((kind, index) => {
          const text = `w${index}x`
          if (kind === "item") return list([p(text)], index % 2 === 0 ? 'text:continue-numbering="true"' : "")
          if (kind === "cell")
            return `<table:table><table:table-row><table:table-cell>${p(text)}</table:table-cell><table:table-cell/></table:table-row></table:table>`
          if (kind === "box") return p(`<draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame>`)
          if (kind === "section") return `<text:unheard-of>${p(text)}</text:unheard-of>`
          return p(
            kind === "span" ? `<text:span text:style-name="B"><text:other>${text}</text:other></text:span>` : text
          )
        })
        const found = await markdown(body.join(""))
        assert.deepStrictEqual(
          found.match(/w\d+x/g),
          kinds.map((_, index) => `w${index}x`)
        )
      }),
      { numRuns: runs(20) }
    )
  })
})
