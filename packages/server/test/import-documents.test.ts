/** `lectern import` of documents and of folders of AsciiDoc. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { strToU8, zipSync } from "fflate"
import { afterAll, expect, it } from "vitest"
import { lecternHere } from "./inProcess.js"
import { putFiles, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)
const data = ["--data-dir", join(folder, "data")]

const book = zipSync({
  "META-INF/container.xml": strToU8('<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>'),
  "book.opf": strToU8(
    '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A Book</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>'
  ),
  "a.xhtml": strToU8("<html><body><h1>Chapter</h1><p>Text.</p></body></html>")
})
const word = readFileSync(
  createRequire(join(import.meta.dirname, "../../importers/package.json")).resolve(
    "mammoth/test/test-data/comments.docx"
  )
)

putFiles(folder, {
  "docs/index.adoc": "= Manual\n\nxref:guide/install.adoc[Install], include::x[]\n\ninclude::_part.adoc[]\n",
  "docs/_part.adoc": "A part.\n",
  "docs/guide/install.adoc": "= Install\n\nimage::../dot.svg[Dot]\n",
  "docs/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "book.epub": book,
  "Quarterly report.docx": word,
  "broken.odt": "no archive"
})

const exported = async (space: string, name: string): Promise<(path: string) => string> => {
  const out = join(folder, name)
  const { code, stderr } = await lecternHere(["export", space, out, ...data])
  expect(code, stderr).toBe(0)
  return (path) => readFileSync(join(out, path), "utf8")
}

it("imports a folder of AsciiDoc as pages, and again as a revision of what differs", async () => {
  const first = await lecternHere(["import", join(folder, "docs"), "--json", ...data])
  expect(first.code, first.stderr).toBe(0)
  const { problems, space } = JSON.parse(first.stdout)
  expect(problems).toEqual([])
  const file = await exported(space, "out")
  expect(file("index.md")).toContain("[Install](guide/install.md)")
  expect(file("index.md")).toContain("A part.")
  expect(file("guide/install.md")).toBe("# Install\n\n![Dot](../dot.svg)\n")
  putFiles(folder, { "docs/guide/install.adoc": "= Install\n\nNew.\n" })
  const again = await lecternHere(["import", join(folder, "docs"), "--space", space, ...data])
  expect(again.stderr).toContain("0 added, 1 changed, 0 removed; 0 problems.")
})

it("imports a book under its own title, and a Word document under that of its file", async () => {
  const read = await lecternHere(["import", join(folder, "book.epub"), ...data])
  expect(read.stderr).toContain("into A Book: ")
  expect((await exported(read.stdout.trim(), "book"))("a.md")).toBe("# Chapter\n\nText.\n")
  const report = await lecternHere(["import", join(folder, "Quarterly report.docx"), ...data])
  expect(report.stderr).toContain("into Quarterly report: ")
  expect(report.stderr).toContain(
    'the comment of Michael Williamson (2016-07-03T15:10:00Z) on "Ouch" is left out: A tachyon walks into a bar.'
  )
  expect((await exported(report.stdout.trim(), "report"))("Quarterly report.md")).toBe("# Quarterly report\n\nOuch.\n")
})

it("refuses what it cannot read, by name", async () => {
  const { code, stderr, stdout } = await lecternHere(["import", join(folder, "broken.odt"), ...data])
  expect([code, stdout]).toEqual([1, ""])
  expect(stderr).toMatch(/lectern: broken\.odt: expected a zip archive\n$/)
  const other = await lecternHere(["import", join(folder, "data/admin-token"), ...data])
  expect(other.stderr).toContain("is neither a folder nor a zip archive nor a .docx, .odt, .epub or .adoc file")
})
