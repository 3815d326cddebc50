import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readDocument } from "../../src/docx/Docx.js"
import { archive, readFrom, serving } from "../archives/reading.js"

const url = "https://example.com/files/My%20notes.docx"
const read = (bytes: Uint8Array) => readFrom(readDocument, url, serving({ [url]: bytes }), "docx")

/** A document that mammoth ships with its tests. */
const sample = (name: string): Uint8Array =>
  readFileSync(createRequire(import.meta.url).resolve(`mammoth/test/test-data/${name}.docx`))

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const style = (id: string, name: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

/** A document of paragraphs in styles, as Word writes it. */
const document = (...paragraphs: ReadonlyArray<readonly [style: string, text: string]>): Uint8Array => {
  const w = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
  const body = paragraphs.map(
    ([id, text]) =>
      `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
  )
  return archive({
    "[Content_Types].xml": types,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "word/styles.xml": `<w:styles ${w}>${style("T", "Title")}${style("H1", "heading 1")}${style("H2", "heading 2")}${style("C", "HTML Preformatted")}${style("Q", "Quote")}${style("X", "Fancy")}</w:styles>`,
    "word/document.xml": `<w:document ${w}><w:body>${body.join("")}</w:body></w:document>`
  })
}

describe("the source docx", () => {
  it.effect("takes the title, headings, code and quotes from the styles", () =>
    Effect.gen(function* () {
      const { outline, pages } = yield* read(
        document(
          ["T", "Plan"],
          ["H1", "One"],
          ["X", "first"],
          ["H2", "Two"],
          ["C", "a = 1"],
          ["C", "b = 2"],
          ["Q", "said"]
        )
      )
      assert.deepStrictEqual(
        [...pages.values()],
        [{ key: url, title: "Plan", markdown: "## One\n\nfirst\n\n### Two\n\n```\na = 1\nb = 2\n```\n\n> said" }]
      )
      assert.deepStrictEqual(outline, {
        places: [{ key: url, places: [] }],
        problems: [`${url}: Unrecognised paragraph style: 'Fancy' (Style ID: X)`]
      })
    })
  )

  it.effect("keeps what Word's own documents have", () =>
    Effect.gen(function* () {
      const markdown = (name: string) => Effect.map(read(sample(name)), ({ pages }) => [...pages.values()][0]!.markdown)
      assert.strictEqual(
        yield* markdown("tables"),
        "Above\n\n| | |\n| - | - |\n| Top left | Top right |\n| Bottom left | Bottom right |\n\nBelow"
      )
      assert.strictEqual(yield* markdown("simple-list"), "* Apple\n* Banana")
      assert.strictEqual(yield* markdown("strikethrough"), "~~Today's Special: Salmon~~ Sold out")
      assert.strictEqual(
        yield* markdown("footnotes"),
        "Ouch[^1].[^2]\n\n[^1]: A tachyon walks into a bar.\n\n[^2]: Fin. &#x20;"
      )
      assert.strictEqual(
        yield* markdown("footnote-hyperlink"),
        "[^1]\n\n[^1]: [Example](http://www.example.com/) &#x20;"
      )
      assert.strictEqual(
        yield* markdown("endnotes"),
        "Ouch[^1].[^2]\n\n[^1]: A tachyon walks into a bar.\n\n[^2]: Fin. &#x20;"
      )
      assert.strictEqual(yield* markdown("empty"), "")
    })
  )

  it.effect("takes its pictures as files", () =>
    Effect.gen(function* () {
      const { files, pages } = yield* read(sample("tiny-picture"))
      assert.deepStrictEqual(
        [...pages.values()].map(({ markdown, title }) => [title, markdown]),
        [["My notes", "![](import:/image-1.png)"]]
      )
      const [[key, file] = []] = files
      assert.strictEqual(key, "import:/image-1.png")
      assert.strictEqual(file?.name, "image-1.png")
      assert.strictEqual(String.fromCharCode(...file!.bytes.subarray(1, 4)), "PNG")
    })
  )

  it.effect("refuses what is no document, or not one that can be trusted", () =>
    Effect.gen(function* () {
      const message = (bytes: Uint8Array) => Effect.map(Effect.flip(read(bytes)), (error) => error.message)
      assert.strictEqual(yield* message(new TextEncoder().encode("hello")), "url: expected a zip archive")
      assert.strictEqual(yield* message(archive({ "a.txt": "a" })), "url: expected a Word document (.docx)")
      assert.include(yield* message(archive({ "word/document.xml": "<" })), "url: ")
      const huge = archive({ "word/document.xml": " ".repeat(40_000_000) })
      assert.include(yield* message(huge), "grows too much")
      const broken = sample("tables")
      broken.fill(0, 200, 900)
      assert.include(yield* message(broken), "url: ")
    })
  )
})
