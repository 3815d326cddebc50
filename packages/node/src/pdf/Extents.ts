/** Estimates the width of content, in time linear in its length. */
import type { PdfBlock, PdfBlocks, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import { breakable } from "./Words.js"

const narrow = /[ijl.,:;'|!()[\]{}ftrI /\\-]/
const wide = /[mwMW@%—…]/

/** The estimated width of a text, in ems. */
const widthOf = (text: string, isCode: boolean): number => {
  let width = 0
  for (const char of text) {
    if (char === "\u200b") continue
    if (char > "\u2e80") width += 1
    else if (isCode) width += 0.56
    else width += narrow.test(char) ? 0.38 : wide.test(char) ? 0.96 : char >= "A" && char <= "Z" ? 0.68 : 0.6
  }
  return width
}

/** The estimated widths of some content, in ems: on one line, and of its widest word. */
export interface Extent {
  readonly line: number
  readonly word: number
}

const together = (extents: ReadonlyArray<Extent>): Extent => ({
  line: extents.reduce((most, { line }) => Math.max(most, line), 0),
  word: extents.reduce((most, { word }) => Math.max(most, word), 0)
})

const ideograph = /(?<=[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef])|(?=[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef])/

const textExtent = (text: string, isCode: boolean, isBold: boolean): Extent => {
  const factor = isBold ? 1.08 : 1
  let word = 0
  for (const part of breakable(text).split(/[\s\u200b]+/)) {
    if (part.length <= word) continue
    for (const piece of part.split(ideograph)) word = Math.max(word, widthOf(piece, isCode) * factor)
  }
  return { line: widthOf(text.length > 400 ? text.slice(0, 400) : text, isCode) * factor, word }
}

/** The {@link Extent} of inline content. */
export const inlineExtent = (inlines: PdfInlines, isBold: boolean): Extent => {
  const lines: Array<number> = [0]
  let word = 0
  const add = (extent: Extent): void => {
    lines[lines.length - 1]! += extent.line
    word = Math.max(word, extent.word)
  }
  for (const each of inlines) {
    if (each.type === "break") lines.push(0)
    else if (each.type === "text") {
      const marks = each.marks ?? []
      const { line, word } = textExtent(each.text, marks.includes("code"), isBold || marks.includes("bold"))
      const beside = marks.includes("kbd") ? 0.8 : marks.includes("code") ? 0.35 : 0
      add({ line: line + beside, word: word + beside })
    } else if (each.type === "link" || each.type === "change") add(inlineExtent(each.children, isBold))
    else if (each.type === "math")
      add({ line: each.formula.length * 0.5, word: Math.min(each.formula.length * 0.4, 12) })
    else if (each.type === "image")
      add(each.file === undefined ? textExtent(each.alt, false, isBold) : { line: 6, word: 3 })
  }
  return { line: Math.max(...lines), word }
}

/** The total width of the left and right indentation of lists and boxes, in ems. */
const indent = 1.6

const blockExtent = (block: PdfBlock, isBold: boolean): Extent => {
  const inner = (blocks: PdfBlocks): Extent => {
    const { line, word } = blocksExtent(blocks, isBold)
    return { line: line + indent, word: word + indent }
  }
  switch (block.type) {
    case "paragraph":
    case "caption":
      return inlineExtent(block.children, isBold)
    case "heading":
      return inlineExtent(block.children, true)
    case "list":
      return together(block.items.map(({ children }) => inner(children)))
    case "code":
      return together(block.text.split("\n").map((line) => textExtent(line, true, false)))
    case "table": {
      const column = together(block.rows.flatMap((row) => row.map(({ children }) => blocksExtent(children, isBold))))
      return { line: column.line * block.columns, word: (column.word + indent) * block.columns }
    }
    case "figure":
      return { line: 20, word: 4 }
    case "math":
      return { line: 20, word: 8 }
    case "tabs":
      return together(block.tabs.map(({ children }) => inner(children)))
    case "steps":
      return together(block.steps.map(inner))
    case "columns":
      return together(block.columns.map(({ children }) => inner(children)))
    case "quote":
    case "hint":
    case "details":
    case "change":
      return inner(block.children)
    case "embed":
      return textExtent(block.label, false, isBold)
    default:
      return { line: 4, word: 4 }
  }
}

/** The {@link Extent} of blocks. */
export const blocksExtent = (blocks: PdfBlocks, isBold: boolean): Extent =>
  together(blocks.map((block) => blockExtent(block, isBold)))
