/** A PDF contains all the text of its document. */
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { hostileDocument } from "./hostile.js"
import { edges, layoutOf } from "./layout.js"

/** The letters and digits of a text, however they are shaped or spaced. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

/** A document in which each word of texts and code has a number, and these words. */
const numbered = (document: PdfDocument): readonly [PdfDocument, ReadonlyArray<string>] => {
  const words: Array<string> = []
  const withNumbers = (text: string): string =>
    text.replaceAll(/[\p{Script=Latin}\p{Script=Han}\d]+(?!\d|\ufe0f|\u20e3)/gu, (word) => {
      const unique = `${word}x${words.length}x`
      words.push(lettersOf(unique))
      return unique
    })
  const walk = (value: unknown, key = ""): unknown => {
    if (key === "text" && typeof value === "string") return withNumbers(value)
    if (Array.isArray(value)) return value.map((each) => walk(each))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, name)]))
  }
  return [{ ...document, pages: walk(document.pages) as PdfDocument["pages"] }, words]
}

/** Whether a text has a word, which may continue somewhere else: in a cell that continues on the next sheet. */
const says = (said: string, word: string): boolean =>
  Array.from(word).some((_, at) => said.includes(word.slice(0, at)) && said.includes(word.slice(at)))

it("says every word of its pages", async () => {
  await fc.assert(
    fc.asyncProperty(hostileDocument, async (unnumbered) => {
      const [document, words] = numbered(unnumbered)
      const sheets = await layoutOf(typeset({ ...document, contentsDepth: 0 }).pdf)
      const texts = sheets.flatMap(({ boxes, height }) =>
        boxes.filter(({ bottom, top }) => bottom > edges.foot && height - top > edges.head).map(({ text }) => text)
      )
      const said = lettersOf(texts.join(""))
      const missing = words.filter((word) => !says(said, word))
      expect(missing, missing.join(" ")).toEqual([])
    }),
    { numRuns: runs(2), endOnFailure: true }
  )
})
