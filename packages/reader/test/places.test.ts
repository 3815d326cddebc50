/** The ids of the places in a page. */
import { gitbookId } from "@lectern/core/internal/text/markdown/GitBookIds"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { markdown } from "../../core/test/engine/texts/grammar.js"
import { htmlOf } from "./support/body.js"

const idsIn = (html: string): ReadonlyArray<string> => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id)

const title = fc.array(fc.constantFrom("TLS", "/", "&", "SSL", "1.", "a_b", "é", "打", "<b>", "…", "tls", "1"), {
  maxLength: 4
})
const headings = fc.array(
  fc.record({ words: title, own: fc.option(fc.constantFrom("tls-ssl", "tls--ssl", "~tls", "id-1.", "a-1")) }),
  { maxLength: 8 }
)

it("no two places of a page have the same id", async () => {
  const texts = fc.tuple(markdown, headings, fc.constantFrom("", '<a id="tls"></a>', '<a name="id-1."></a>'))
  await fc.assert(
    fc.asyncProperty(texts, async ([text, parts, element]) => {
      const lines = parts.map(({ own, words }) => `## ${words.join(" ")}${own === null ? "" : ` {#${own}}`}`)
      const ids = idsIn(await htmlOf(`${lines.join("\n\n")}\n\n${element}\n\n${text}`))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).not.toContain("")
    }),
    { numRuns: runs(60) }
  )
})

it("headings are reached by GitBook's ids, too", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(title, { maxLength: 8 }), async (titles) => {
      const written = titles.map((words) => words.filter((word) => word !== "<b>").join(" "))
      const ids = idsIn(await htmlOf(written.map((words) => `## ${words}`).join("\n\n")))
      for (const words of written) if (gitbookId(words) !== "") expect(ids).toContain(gitbookId(words))
    }),
    { numRuns: runs(100) }
  )
})
