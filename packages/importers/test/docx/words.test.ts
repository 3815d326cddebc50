/** No word of a Word document is lost, doubled or out of its place, whatever stands around it. */
import { describe, it } from "@effect/vitest"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert } from "vitest"
import { readDocx } from "../../src/docx/DocxPage.js"
import { numbered, numbering, p, run, style, styled, table, textBox, word } from "./Word.js"

type Inline =
  | { readonly kind: "word" | "bold" | "inserted" | "deleted" | "link" | "field" | "other" | "bidi" | "moved" }
  | { readonly kind: "box"; readonly blocks: ReadonlyArray<Block> }
type Block =
  | { readonly kind: "paragraph" | "heading" | "code" | "quote"; readonly inlines: ReadonlyArray<Inline> }
  | { readonly kind: "item"; readonly list: number; readonly level: number; readonly inlines: ReadonlyArray<Inline> }
  | { readonly kind: "control"; readonly blocks: ReadonlyArray<Block> }
  | { readonly kind: "table"; readonly cells: ReadonlyArray<ReadonlyArray<Block>> }

const { block } = fc.letrec<{ block: Block; inline: Inline }>((tie) => {
  const inlines = fc.array(tie("inline"), { minLength: 1, maxLength: 3 })
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 2 })
  const boxed = fc.array(tie("block"), { minLength: 1, maxLength: 2 })
  const kinds = ["word", "word", "bold", "inserted", "deleted", "link", "field", "other", "bidi", "moved"] as const
  return {
    inline: fc.oneof(
      { maxDepth: 2, depthSize: "small", withCrossShrink: true },
      fc.record({ kind: fc.constantFrom(...kinds) }),
      fc.record({ kind: fc.constant("box" as const), blocks: boxed })
    ),
    block: fc.oneof(
      { maxDepth: 2, depthSize: "small", withCrossShrink: true },
      fc.record({
        kind: fc.constantFrom("paragraph" as const, "heading" as const, "code" as const, "quote" as const),
        inlines
      }),
      fc.record({
        kind: fc.constant("item" as const),
        list: fc.integer({ min: 1, max: 4 }),
        level: fc.integer({ min: 0, max: 8 }),
        inlines
      }),
      fc.record({ kind: fc.constant("control" as const), blocks }),
      fc.record({ kind: fc.constant("table" as const), cells: fc.array(blocks, { minLength: 2, maxLength: 3 }) })
    )
  }
})

const tracked = 'w:id="1" w:author="Ada"'
const styles = style("C", "Source Code") + style("H", "heading 2") + style("Q", "Quote")

/** The XML of blocks, with each word's number; `words` are the words expected to arrive, in order. */
const written = (document: ReadonlyArray<Block>): { readonly body: string; readonly words: ReadonlyArray<string> } => {
  const words: Array<string> = []
  let count = 0
  const inline = (each: Inline): string => {
    const text = `w${count++}x`
    if (each.kind === "deleted") return `<w:del ${tracked}><w:r><w:delText>${text}</w:delText></w:r></w:del>`
    if (each.kind === "moved") return `<w:moveFrom ${tracked}>${run(text)}</w:moveFrom>`
    words.push(text)
    const shown = run(`${text} `, each.kind === "bold" ? "<w:b/>" : "")
    if (each.kind === "inserted") return `<w:ins ${tracked}>${shown}</w:ins>`
    if (each.kind === "link") return `<w:hyperlink w:anchor="there">${shown}</w:hyperlink>`
    if (each.kind === "field") return `<w:fldSimple w:instr="REF x">${shown}</w:fldSimple>`
    if (each.kind === "other") return `<w:unheardOf>${shown}</w:unheardOf>`
    return each.kind === "bidi" ? `<w:bdo w:val="rtl">${shown}</w:bdo>` : shown
  }
  const paragraph = (inlines: ReadonlyArray<Inline>, properties: string): string => {
    const marks = inlines.map((each) => (each.kind === "box" ? undefined : inline(each)))
    const boxes = inlines.map((each) => (each.kind === "box" ? textBox(blocks(each.blocks)) : undefined))
    return p(marks.map((mark, index) => mark ?? boxes[index] ?? "").join(""), properties)
  }
  const one = (each: Block): string => {
    if (each.kind === "control") return `<w:sdt><w:sdtContent>${blocks(each.blocks)}</w:sdtContent></w:sdt>`
    if (each.kind === "table") return table(each.cells.map(blocks))
    if (each.kind === "item") return paragraph(each.inlines, numbered(each.list, each.level))
    const styles = { paragraph: "", heading: styled("H"), code: styled("C"), quote: styled("Q") }
    return paragraph(each.inlines, styles[each.kind])
  }
  const blocks = (all: ReadonlyArray<Block>): string => all.map(one).join("")
  return { body: blocks(document), words }
}

describe("a Word document", () => {
  it("keeps every word, in order", { timeout: 120_000 * Math.max(1, runs(12) / 12) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 3 }), async (document) => {
        const { body, words } = written(document)
        const read = await readDocx(word(body, { styles, numbering }))
        if ("problem" in read) assert.fail(read.problem)
        const { markdown, title } = read.page
        assert.deepStrictEqual(`${title} ${markdown}`.match(/w\d+x/g) ?? [], words)
      }),
      { numRuns: runs(12) }
    )
  })
})
