/** Content that leads to something, such as a title, stands on the same sheet as its target. */
import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { edges, layoutOf, type Sheet } from "./layout.js"
import { documentOf, page } from "./reading.js"

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`)

const tagged = (name: string, text: string, options = ""): string =>
  `{% ${name}${options} %}\n${text}\n\n{% end${name} %}`

const quoted = (text: string): string => `> ${indented(text, "> ")}`

const inColumns = (text: string): string => tagged("columns", `${tagged("column", text)}\n${tagged("column", text)}`)

/** Any block below something that leads to it. */
const within: ReadonlyArray<(text: string) => string> = [
  (text) => `## Lead\n\n${text}`,
  (text) => tagged("hint", text, ' style="warning"'),
  (text) => tagged("tabs", tagged("tab", text, ' title="Lead"')),
  (text) => tagged("stepper", tagged("step", text)),
  inColumns,
  (text) => `<details>\n\n<summary>Lead</summary>\n\n${text}\n\n</details>`,
  (text) => `- ${indented(text, "  ")}`,
  (text) => `1. ${indented(text, "   ")}`,
  quoted,
  (text) => `<table><thead><tr><th>Lead</th></tr></thead><tbody><tr><td>\n\n${text}\n\n</td></tr></tbody></table>`
]

const codeOf = (lines: number): string => `\`\`\`\n${"Words.\n".repeat(lines)}\`\`\``

/** A text whose lines all have the word that no lead has, wherever it is broken. */
const longText = "Words, words, words. ".repeat(40)

const parameter = ' in="path" name="Lead" type="Lead" required="true"'

const leaf = fc.oneof(
  fc.constantFrom(
    "Words.",
    longText,
    "| Lead |\n|--|\n| Words. |\n| Words. |",
    '<figure><img src="https://example.com/x.png" alt="Words."><figcaption>Words.</figcaption></figure>\n',
    tagged("swagger", tagged("swagger-parameter", "Words.", parameter), ' method="delete" path="/lead" summary="Lead"')
  ),
  fc.integer({ min: 1, max: 16 }).map(codeOf),
  fc.integer({ min: 1, max: 16 }).map((lines) => tagged("code", codeOf(lines), ' title="Lead"'))
)

const block = fc
  .tuple(fc.array(fc.constantFrom(...within), { maxLength: 2 }), leaf)
  .map(([around, text]) => around.reduce((inner, each) => each(inner), text))

/** A block, and how many lines stand before it. */
type Part = readonly [before: number, block: string]

/** Blocks, each after so many lines that they come to stand all over their sheets. */
const parts: fc.Arbitrary<ReadonlyArray<Part>> = fc.array(fc.tuple(fc.nat(30), block), { minLength: 10, maxLength: 20 })

/** A block at every place of a sheet. */
const everywhere = (text: string): ReadonlyArray<Part> => Array.from({ length: 30 }, (_, before) => [before, text])

/** The texts that stand on a sheet below all of its words. */
const leftBehind = ({ boxes, height }: Sheet): ReadonlyArray<string> => {
  const text = boxes.filter(({ bottom, top }) => bottom > edges.foot && height - top > edges.head)
  const last = Math.min(...text.filter((box) => /words/i.test(box.text)).map(({ bottom }) => bottom))
  return text.filter(({ bottom }) => bottom < last - 5).map((box) => box.text)
}

it("leaves no title, caption or number alone at the end of a sheet", async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (parts) => {
      const text = parts.map(([before, block]) => `${"Words.\n\n".repeat(before)}${block}`).join("\n\n")
      const sheets = await layoutOf(typeset(documentOf([page("Words", text)], { contentsDepth: 0 })).pdf)
      const left = sheets.slice(1).flatMap(leftBehind)
      expect(left, left.join(" | ")).toEqual([])
    }),
    { numRuns: runs(3), examples: [[everywhere(inColumns(quoted(longText)))]], endOnFailure: true }
  )
})
