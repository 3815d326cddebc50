/** The title of a page is its leading heading for every reading of a text, and no heading is lost by that. */
import { derive } from "@lectern/core/content/PageMetadata"
import { patch } from "@lectern/core/internal/content/pages/PageMetadataPatch"
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { leadingHeading, withoutTitle } from "@lectern/core/internal/text/markdown/Heading"
import { foldHtml } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { anchored, headingLevel, plainText } from "@lectern/core/internal/text/markdown/NodeReading"
import { pageNodes, readingNodes } from "@lectern/core/internal/text/markdown/ReadingNodes"
import { sections } from "@lectern/core/internal/text/markdown/Sections"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const titled: ReadonlyArray<readonly [what: string, text: string, title: string | undefined]> = [
  ["a heading", "# Install guide\n\ntext\n", "Install guide"],
  ["an underlined one", "Install guide\n===\n\ntext\n", "Install guide"],
  ["a link definition", "[here]: https://example.com\n\n# Install guide\n\ntext\n", "Install guide"],
  ["link definitions with titles", '[a]: <a b.md> "A"\n[b]: b.md (B)\n# Install guide\n', "Install guide"],
  [
    "a script",
    "<script setup>\nimport A from './A.vue'\n\nconst b = 1\n</script>\n\n# Install guide\n",
    "Install guide"
  ],
  ["a style", "<style>\n\n# {}\n</style>\n# Install guide\n", "Install guide"],
  ["comments", "<!-- a\n\nb -->\n\n<!-- c -->\n# Install guide\n", "Install guide"],
  ["HTML", '<h1 align="center">Install <em>guide</em></h1>\n\ntext\n', "Install guide"],
  ["HTML in boxes", '<div align="center">\n  <h1>Install &amp; guide</h1>\n</div>\n\ntext\n', "Install & guide"],
  ["a box around markdown", '<div align="center">\n\n# Install guide\n\n</div>\n', "Install guide"],
  ["a box that is HTML to its end", "<div>\n# Install guide\n</div>\n", undefined],
  ["a picture in HTML", '<h1><img src="a.png" alt="A"> Install guide</h1>\n', undefined],
  ["a picture before", "![logo](a.png)\n\n# Install guide\n", undefined],
  ["a paragraph before", "text\n\n# Install guide\n", undefined],
  ["a footnote before", "[^1]: note\n\n# Install guide\n", undefined],
  ["a lesser heading", "## Install guide\n\n# Other\n", undefined],
  ["a lesser heading of HTML", "<h2>Install guide</h2>\n", undefined],
  ["an open script", "<script>\n# Install guide\n", undefined]
]

const headingsOf = (nodes: ReadonlyArray<ContentNode>): ReadonlyArray<string> =>
  nodes.flatMap((node) => {
    const inner = headingsOf(node.nodes ?? [])
    return headingLevel(node) === undefined ? inner : [plainText(node.nodes ?? []).trim(), ...inner]
  })

const readers = (text: string) => ({
  shown: headingsOf(pageNodes(text).nodes),
  found: sections(text).flatMap(({ heading, text }) => [heading, text].join(" "))
})

describe("the title of a page", () => {
  for (const [what, text, title] of titled) {
    it(`${title === undefined ? "is not the heading of" : "is the heading after or in"} ${what}`, () => {
      expect(derive(text).title).toBe(title)
      expect(leadingHeading(text)?.text).toBe(title)
      const { found, shown } = readers(text)
      if (title === undefined) return
      expect(shown).not.toContain(title)
      expect(found.join(" ")).not.toContain(title)
      const renamed = patch(text, { title: "An [other] & <title>" })
      expect(derive(renamed).title).toBe("An [other] & <title>")
    })
  }

  it("is the one of the front matter, beside which another heading stays in the text", () => {
    const text = (title: string) => `---\ntitle: ${title}\n---\n\n# Install guide\n\ntext\n`
    for (const same of ["Install guide", '"Install guide"', "'Install guide'", "Install  guide # note"]) {
      expect(readers(text(same))).toEqual({ shown: [], found: [" text"] })
    }
    for (const other of ["Guide", '"Install"', "|\n  Install", "Install guide#1"]) {
      expect(readers(text(other))).toEqual({ shown: ["Install guide"], found: [" ", "Install guide text"] })
    }
  })

  it("keeps its anchor, its links and a heading that is too long for a title", () => {
    const text = "# [Install](a.md) {#start}\n\n## Start\n\n## Install\n"
    expect(withoutTitle(text).title?.anchor).toBe("start")
    expect(sections(text).map(({ anchor }) => anchor)).toEqual(["", "start-1", "install"])
    expect(sections(text)[0]?.links).toEqual([{ destination: "a.md", included: false }])
    const anchors = new Map<ContentNode, string>()
    const { nodes, title } = pageNodes(text)
    anchored(nodes, anchors, title?.anchor)
    expect([...anchors.values()]).toEqual(["start-1", "install"])
    const long = "word ".repeat(60).trim()
    expect(readers(`# ${long}\n`).shown).toEqual([long])
  })
})

const block = fc.oneof(
  fc.constantFrom(
    "[here]: https://example.com",
    "[^1]: note",
    "<!-- a comment -->",
    "<!--\n\n# not a heading\n-->",
    "<script>\n\n# no\n</script>",
    "<style>\nh1 {}\n</style>",
    '<div align="center">',
    "</div>",
    "---",
    "***",
    "text",
    "- item",
    "> quote",
    "![picture](a.png)",
    "```\n# code\n```",
    "    # code",
    '{% hint style="info" %}',
    "{% endhint %}",
    ""
  ),
  fc
    .tuple(
      fc.constantFrom(
        (name: string) => `# ${name}`,
        (name: string) => `# ${name} #`,
        (name: string) => `# ${name} {#own}`,
        (name: string) => `${name}\n===`,
        (name: string) => `## ${name}`,
        (name: string) => `<h1>${name}</h1>`,
        (name: string) => `<h1 align="center">\n  ${name}\n</h1>`,
        (name: string) => `<h2>${name}</h2>`
      ),
      fc.constantFrom("First", "Second one", "Third `one`", "Fourth & *last*")
    )
    .map(([write, name]) => write(name))
)
const front = fc.constantFrom(
  "",
  "---\ntitle: First\n---\n",
  "---\ntitle: Else\nicon: star\n---\n",
  "---\nicon: star\n---\n"
)
const text = fc
  .tuple(front, fc.array(fc.tuple(block, fc.constantFrom("\n", "\n\n")), { maxLength: 7 }))
  .map(([yaml, blocks]) => yaml + blocks.map((each) => each.join("")).join(""))

describe("a text of any blocks", () => {
  it("shows each of its headings, as title or in the text, and everything else as before", () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const whole = headingsOf(foldHtml(readingNodes(markdown)))
        const { nodes, title } = pageNodes(markdown)
        const shown = headingsOf(nodes)
        expect(shown).toEqual(title === undefined ? whole : whole.slice(1))
        if (title === undefined) return
        // The heading that is not in the text is the title of the page.
        expect(derive(markdown).title?.replaceAll(/\s+/g, " ")).toBe(
          leadingHeading(markdown)?.text.replaceAll(/\s+/g, " ")
        )
        const all = (of: ReadonlyArray<ContentNode>) => plainText(of).replaceAll(/\s+/g, "")
        expect(all(foldHtml(readingNodes(markdown)))).toContain(all(nodes))
      }),
      { numRuns: runs(500) }
    )
  })
})
