import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { apache } from "../../packages/importers/test/fidelity/apache.mjs"
import { asciidoc } from "../../packages/importers/test/fidelity/asciidoc.mjs"
import { docbook } from "../../packages/importers/test/fidelity/docbook.mjs"
import { docusaurus } from "../../packages/importers/test/fidelity/docusaurus.mjs"
import { footnotes } from "../../packages/importers/test/fidelity/footnotes.mjs"
import { javadoc } from "../../packages/importers/test/fidelity/javadoc.mjs"
import { mkdocs } from "../../packages/importers/test/fidelity/mkdocs.mjs"
import { node } from "../../packages/importers/test/fidelity/node.mjs"
import { sphinx } from "../../packages/importers/test/fidelity/sphinx.mjs"
import { sqlite } from "../../packages/importers/test/fidelity/sqlite.mjs"
import { missingIn } from "../fidelity/context.mjs"
import { measureFolder } from "../fidelity/measure.mjs"

const shapes = [apache, asciidoc, docbook, docusaurus, footnotes, javadoc, mkdocs, node, sphinx, sqlite]

/** Measures a site that is written to a temporary folder. */
const measure = async ({ files, from = "/", name, site }) => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-fidelity-"))
  try {
    for (const [path, html] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), html)
    }
    return await measureFolder(folder, { from, site: { name, ...site } })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All losses of one kind on the pages, with the page. */
const lost = ({ pages }, kind) => pages.flatMap((page) => page[kind].lost.map((each) => `${page.path}: ${each}`))

const lostWords = ({ pages }) =>
  pages.flatMap(({ imported, path, source, words }) =>
    words.lost.length === 0
      ? []
      : missingIn(source.text, `${imported?.title}\n${imported?.text}`).map((each) => `${path}: ${each}`)
  )

describe.each(shapes)("an import of a site in the shape of $name", (shape) => {
  it("keeps every word, heading and block of code, the titles and the tree", { timeout: 60_000 }, async () => {
    const measured = await measure(shape)
    const { pages, summary } = measured
    expect(lostWords(measured)).toEqual([])
    expect(lost(measured, "headings")).toEqual([])
    expect(lost(measured, "codes")).toEqual([])
    expect(summary.pages.kept).toBe(shape.titles.length)
    expect(pages.map(({ imported }) => imported.title).sort()).toEqual([...shape.titles].sort())
    expect(summary.tree.wrong).toEqual([])
    if (shape.depth !== undefined || summary.tree.stated > 0) {
      expect(summary.depth).toBe(shape.depth ?? summary.tree.sourceDepth)
    }
    expect(summary.hints.kept).toBe(shape.hints)
  })
})
