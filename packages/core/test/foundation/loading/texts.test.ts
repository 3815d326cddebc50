import { agreeing, isPlain, metadataOf, readSent, readText, textLinks } from "@lectern/core/content/pages/TextReading"
import { gitbookReading } from "@lectern/core/text/markdown/Reading"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { derive } from "../../../src/content/pages/PageMetadata.js"
import { patch } from "../../../src/content/pages/PageMetadataPatch.js"
import { coverLinks, references } from "../../../src/text/markdown/ReferenceSearch.js"
import { sections } from "../../../src/text/markdown/Sections.js"
import { markdown } from "../../engine/texts/grammar.js"

const numRuns = runs(60)

/** Texts: many are plain, and many have front matter. */
const text = fc.oneof(
  markdown,
  fc
    .tuple(
      fc.constantFrom(
        "",
        "---\ntitle: A b\n---\n",
        "---\ncover: /files/c\nicon: gear\n---\n",
        "---\n: [\n---\n",
        "---\n"
      ),
      fc.constantFrom("", "# A b\n", "\n#  B *c* \n\n", "A\n===\n", "#\n"),
      fc.constantFrom(
        "Plain words.\n",
        "See [b](b.md).\n",
        "[a]: /b\n",
        "<img src=x>\n",
        '{% include "/x" %}\n',
        "a ] (b)\n"
      )
    )
    .map((parts) => parts.join(""))
)
const titles = fc.constantFrom("A b", "B c", "A", "Other *title*", " ")

describe("a text", () => {
  it("is read alike, whether its parsers were needed for it or not", async () => {
    await fc.assert(
      fc.asyncProperty(text, titles, async (page, title) => {
        const found = references(page).map(({ destination, end, raw, start }) => ({ destination, end, raw, start }))
        expect(await Effect.runPromise(readSent(page))).toEqual({ metadata: derive(page), references: found })
        expect(await Effect.runPromise(metadataOf(page))).toEqual(derive(page))
        const wanted = { ...derive(page), title }
        expect(await Effect.runPromise(agreeing(page, wanted))).toBe(patch(page, wanted))
        const links = sections(page).flatMap(({ anchor, links }) => links.map((link) => ({ ...link, anchor })))
        const all = [...coverLinks(page).map((link) => ({ ...link, anchor: "" })), ...links]
        expect(await textLinks(page, gitbookReading)).toEqual(all)
        expect((await readText(page, gitbookReading)).links).toEqual(all)
      }),
      { numRuns }
    )
  })

  it("is among the plain ones about as often as not, so that both ways of reading are compared", () => {
    const plain = fc.sample(text, { numRuns: 400, seed: 1 }).filter(isPlain)
    expect(plain.length).toBeGreaterThan(40)
    expect(plain.length).toBeLessThan(360)
  })
})
