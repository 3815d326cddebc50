/** Twice the document takes about twice the processor time, in every format. */
import { describe, expect, it } from "@effect/vitest"
import { readAsciiDoc } from "../src/asciidoc/AsciiDocPage.js"
import { readDocx } from "../src/docx/DocxPage.js"
import { readEpubPage } from "../src/epub/EpubPage.js"
import { readOdt } from "../src/odt/OdtPage.js"
import { archive } from "./archives/reading.js"
import { numbered, numbering, p, run, style, styled, table, textBox, word } from "./docx/Word.js"

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("")

const docx = (count: number): Uint8Array =>
  word(
    times(count, (index) =>
      [
        p(`Heading ${index}`, styled("H")),
        p(`Text ${index}`, numbered(1, index % 3)),
        table([p("a"), p("b")]),
        p(`${run("x")}<w:ins w:id="1">${run(`y ${index}`)}</w:ins>${textBox(p("boxed"))}`)
      ].join("")
    ),
    { numbering, styles: style("H", "heading 2") }
  )

const odt = (count: number): Uint8Array => {
  const oasis = "urn:oasis:names:tc:opendocument:xmlns:"
  const body = times(
    count,
    (index) =>
      `<text:h text:outline-level="2">Heading ${index}</text:h><text:list text:continue-numbering="true"><text:list-item><text:p>Item</text:p></text:list-item></text:list><text:p>Text<text:note><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>`
  )
  return archive({
    "content.xml": `<office:document-content xmlns:office="${oasis}office:1.0" xmlns:text="${oasis}text:1.0"><office:body><office:text>${body}</office:text></office:body></office:document-content>`
  })
}

const encoder = new TextEncoder()
const formats: Readonly<Record<string, (count: number) => () => unknown>> = {
  docx: (count) => {
    const bytes = docx(Math.ceil(count / 3))
    return () => readDocx(bytes)
  },
  odt: (count) => {
    const bytes = odt(count)
    return () => readOdt(bytes)
  },
  epub: (count) => {
    const bytes = encoder.encode(
      `<html><body>${times(count * 2, (index) => `<h2 id="h${index}">H ${index}</h2><p>Text <a id="x${index}"/>on.</p>`)}</body></html>`
    )
    return () => readEpubPage(bytes, "a.xhtml")
  },
  asciidoc: (count) => {
    const text = `= Title\n\n${times(count, (index) => `== Heading ${index}\n\nText *b* and <<_heading_1>>.\n\n. one\n. two\n\n`)}`
    return () => readAsciiDoc({ path: "a.adoc", text, files: new Map() })
  }
}

/** The least processor time that some runs take, in milliseconds. */
const least = async (work: () => unknown): Promise<number> => {
  let found = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2; round++) {
    const before = process.cpuUsage()
    await work()
    const { system, user } = process.cpuUsage(before)
    found = Math.min(found, (system + user) / 1_000)
  }
  return found
}

// Measurements that noise has spoilt are repeated.
describe("the time to read a document grows as the document", { retry: 2 }, () => {
  for (const [name, make] of Object.entries(formats)) {
    it(name, async () => {
      await make(20)()
      const once = await least(make(40))
      const twice = await least(make(80))
      expect(twice / once, `${once} ms, ${twice} ms`).toBeLessThan(3.2)
    })
  }
})
