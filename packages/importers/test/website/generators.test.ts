import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { confluence } from "./fixtures/Confluence.js"
import { docusaurus } from "./fixtures/Docusaurus.js"
import { type Chapter, type Generator, handbook, pages } from "./fixtures/Handbook.js"
import { mintlify } from "./fixtures/Mintlify.js"
import { mkDocs } from "./fixtures/MkDocs.js"
import { sphinx } from "./fixtures/Sphinx.js"
import { vitePress } from "./fixtures/VitePress.js"
import { type Answer, content, lines, outboundLayer, png, read, serveAll } from "./Site.js"

const generators: ReadonlyArray<Generator> = [docusaurus, mkDocs, vitePress, sphinx, mintlify, confluence]

const robots = "User-agent: *\nDisallow: /docs/private/\n\nSitemap: /sitemap.xml\n"

/** A site of a generator, with a blog next to it, pages that are closed, and a list of all. */
const siteOf = ({ page, path }: Generator): Readonly<Record<string, Answer>> => ({
  ...Object.fromEntries(pages.map((each) => [path(each.slug), page(each)])),
  "/robots.txt": content("text/plain", robots),
  "/docs/img/picture.png": content("image/png", png),
  "/docs/private/terms": "<h1>Terms</h1>",
  "/docs/private/terms.html": "<h1>Terms</h1>",
  "/blog": "<h1>Blog</h1>",
  "/blog/": "<h1>Blog</h1>"
})

const key = (path: string): string => path.replace(/\/index\.html$/, "/").replace(/\/$/, "")

const outlineOf = (chapters: ReadonlyArray<Chapter>, { path }: Generator, depth = ""): ReadonlyArray<string> =>
  chapters.flatMap(({ chapters: below = [], slug, title }) => [
    `${depth}${title}${slug === undefined ? "" : ` <${key(path(slug))}>`}`,
    ...outlineOf(below, { path } as Generator, `${depth}  `)
  ])

describe.each(generators)("a site of $name", (generator) => {
  it.scoped("is read in the order of its sidebar, without what stands around the text", () =>
    Effect.gen(function* () {
      const site = yield* serveAll(siteOf(generator))
      const start = generator.path("")
      const reading = yield* read(site, start)
      const opening = generator === confluence ? "Space Details:" : "Introduction"
      const shown = handbook.map((each) => (each.slug === "" ? { ...each, title: opening } : each))
      assert.deepStrictEqual(lines(reading, site.origin), outlineOf(shown, generator))
      assert.deepStrictEqual(
        reading.outline.problems.filter((problem) => !problem.includes("no-such")),
        [`${site.origin}/docs/: robots.txt disallows 1 linked page`]
      )

      for (const [index, { slug, title }] of pages.entries()) {
        const found = reading.pages.get(site.origin + key(generator.path(slug)))
        if (slug === "" && generator === confluence) continue
        const next = pages[(index + 1) % pages.length]!
        assert.strictEqual(found?.title, title)
        const markdown = found?.markdown ?? ""
        assert.include(markdown, `All about ${title.replace("&", "\\&")}`.replace("\\&", "&"), markdown)
        if (generator !== confluence || next.slug !== "") {
          assert.include(markdown, `](${site.origin}${key(generator.path(next.slug))}#usage)`)
        }
        assert.include(markdown, "[elsewhere](https://example.org/else)")
        assert.match(markdown, /^## Usage/m)
        assert.match(markdown, /```bash[^\n]*\nnpm install\nnpm start\n```/)
        assert.match(markdown, /^\| Option\s+\| Meaning\s+\|$/m)
        assert.match(markdown, /\{% hint style="\w+" %\}/)
        assert.include(markdown, `![A picture](${site.origin}/docs/img/picture.png)`)
        for (const word of generator.chrome) assert.notInclude(markdown, word)
      }
      assert.deepStrictEqual([...reading.files], [[`${site.origin}/docs/img/picture.png`, png.length]])

      const outside = site.log.filter((path) => !path.startsWith("/docs"))
      assert.deepStrictEqual(
        outside.filter((path) => path !== "/robots.txt" && path !== "/sitemap.xml"),
        []
      )
      assert.deepStrictEqual(
        site.log.filter((path) => path.startsWith("/docs/private")),
        []
      )
      assert.isAtMost(site.peak(), 4)
      assert.strictEqual(new Set(site.log).size, site.log.length, "nothing is asked for twice")
    }).pipe(Effect.provide(outboundLayer))
  )
})
