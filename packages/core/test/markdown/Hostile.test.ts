import { assert, describe, it } from "vitest"
import { documentTree } from "../../src/markdown/DocumentTree.js"
import { evaluate } from "../../src/markdown/Evaluate.js"
import { derive } from "../../src/markdown/PageMetadata.js"
import { complete } from "../../src/markdown/PageMetadataPatch.js"
import { mayReferLocally, references } from "../../src/markdown/References.js"
import { sections } from "../../src/markdown/Sections.js"

const size = 60_000
const repeated = [
  "{%a",
  '{% a "',
  "{% a %}\n",
  "[",
  "![",
  "[a](",
  "[a](<",
  '[a](b "',
  "<a ",
  '<code class="expression">',
  "{#",
  "`a``b```",
  "<!--",
  "a\n",
  ">",
  "*a _b ",
  "<script>",
  "[a]: b\n",
  "~~a",
  "|a",
  "&a",
  '<div a="',
  "<",
  "<figcaption>",
  "- ",
  "#",
  "---\n",
  '{% include "x" %}',
  "\\",
  "(",
  ")"
]
const texts = [
  ...repeated.map((part) => part.repeat(size / part.length)),
  `${"[".repeat(size / 2)}${"]".repeat(size / 2)}`,
  `${"{% a %}\n".repeat(10_000)}${"{% enda %}\n".repeat(10_000)}`,
  `# a${" ".repeat(size)}b}`,
  `# ${"{#".repeat(size / 2)}}`,
  `---\na: ${"[".repeat(100_000)}\n---\n`,
  `---\na: ${'{"a":'.repeat(20_000)}\n---\n`,
  `---\na:\n ${"- ".repeat(50_000)}\n---\n`,
  `---\n${"? ".repeat(50_000)}a\n---\n`,
  `---\n${Array.from({ length: 450 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")}\n---\n`,
  `---\n${"a: b\n".repeat(60_000)}---\n`,
  `${"a\n".repeat(size / 2)}===\n`
]

describe("hostile texts", () => {
  it("take a time that grows with their length, not its square", () => {
    const context = { space: {}, page: {}, include: () => "x" }
    for (const text of texts) {
      const started = process.cpuUsage()
      sections(text)
      references(text)
      mayReferLocally(text)
      documentTree(text)
      evaluate(text, context)
      complete(text, { ...derive(text), hidden: true })
      assert.isBelow(process.cpuUsage(started).user / 1e6, 5, JSON.stringify(text.slice(0, 20)))
    }
  }, 300_000)
})
