/**
 * How tables fit on a sheet. Widths of texts are estimated, so that a table of any length costs no more than reading it;
 * that no word leaves its cell, whatever the estimate says, is for the template, which measures the words of cells that
 * are marked as `tight`.
 */
import type { PdfBlock, PdfBlocks, PdfCell, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import { allText, breakable } from "./Words.js"

/** The width of the text on a sheet, upright and turned, in points. */
const sheetWidths = { upright: 464, turned: 711 } as const

/** The sizes of text that a table is tried in, and the smallest on an upright sheet and on a turned one. */
const sizes = [9, 8, 7.5, 7, 6.5, 6, 5.5] as const
const smallest = { upright: 6.5, turned: 6 } as const

/** How wide a word may be before it is broken rather than the table made smaller, in ems. */
const widestWord = 12

/** How wide a text may wish to be, in ems: what is longer takes several lines. */
const widest = 40

/** How many cells a table may have for Typst to measure its columns where all of it fits. */
const measuredCells = 600

/** How a table is set: its size of text, the space inside of cells, and each column's share of the width. */
export interface TableFit {
  readonly size: number
  readonly inset: number
  /** `null` for columns that are as wide as what they hold. */
  readonly widths: ReadonlyArray<number | null>
  readonly isTurned: boolean
  /** Whether a cell may hold words that are wider than it. */
  readonly isTight: (cell: PdfCell, column: number) => boolean
}

const narrow = /[ijl.,:;'|!()[\]{}ftrI /\\-]/
const wide = /[mwMW@%—…]/

/** The estimated width of a text in ems. */
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

/** The estimated widths of what a cell holds: on one line, and of its widest word. */
interface Extent {
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

const inlineExtent = (inlines: PdfInlines, isBold: boolean): Extent => {
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
      add(textExtent(each.text, marks.includes("code"), isBold || marks.includes("bold")))
    } else if (each.type === "link" || each.type === "change") add(inlineExtent(each.children, isBold))
    else if (each.type === "math")
      add({ line: each.formula.length * 0.5, word: Math.min(each.formula.length * 0.4, 12) })
    else if (each.type === "image")
      add(each.file === undefined ? textExtent(each.alt, false, isBold) : { line: 6, word: 3 })
  }
  return { line: Math.max(...lines), word }
}

/** What lists and boxes take on their left and right, in ems. */
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

const blocksExtent = (blocks: PdfBlocks, isBold: boolean): Extent =>
  together(blocks.map((block) => blockExtent(block, isBold)))

/** Whether a word in some blocks, of a size in points, may be wider than a share of the width of an upright sheet. */
export const isTight = (blocks: PdfBlocks, size: number, share: number): boolean =>
  blocksExtent(blocks, true).word * size * 1.2 > sheetWidths.upright * share

type Table = Extract<PdfBlock, { readonly type: "table" }>

/** The columns that the cells of each row stand in. */
export const columnsOf = ({ columns, rows }: Table): ReadonlyArray<ReadonlyArray<number>> => {
  const taken = rows.map(() => new Set<number>())
  return rows.map((row, y) => {
    let x = 0
    return row.map(({ colspan, rowspan }) => {
      while (x < columns && taken[y]?.has(x)) x++
      const at = x
      for (let dy = 0; dy < rowspan; dy++) for (let dx = 0; dx < colspan; dx++) taken[y + dy]?.add(x + dx)
      x += colspan
      return at
    })
  })
}

/** How many characters the cells of a row may have for the row to stay on one sheet, however narrow its columns are. */
const wholeLength = 150

/** Whether a row stays on one sheet: it is short, and no cell of it reaches into other rows. */
export const isWhole = (row: ReadonlyArray<PdfCell>): boolean =>
  row.every(
    ({ children, rowspan }) =>
      rowspan === 1 &&
      children.every(({ type }) => type === "paragraph") &&
      allText(children.map((block) => ("children" in block ? block.children : []))).length <= wholeLength
  )

/** Shares of a width: every column its widest word, and of the rest what it wishes; all less where that is too much. */
const share = (wanted: ReadonlyArray<Extent>, width: number): ReadonlyArray<number> => {
  const least = wanted.reduce((sum, { word }) => sum + word, 0)
  if (least >= width) return wanted.map(({ word }) => Math.sqrt(word) + word)
  const wish = wanted.reduce((sum, { line, word }) => sum + Math.max(0, line - word), 0)
  return wanted.map(({ line, word }) => word + (wish === 0 ? 0 : (Math.max(0, line - word) / wish) * (width - least)))
}

/** Fits a table: `turns` where it may have a sheet of its own that is turned. */
export const fitTable = (table: Table, turns: boolean): TableFit => {
  const { columns, rows } = table
  const wanted = Array.from({ length: columns }, (): Extent => ({ line: 2, word: 2 }))
  const places = columnsOf(table)
  for (const [y, row] of rows.entries()) {
    for (const [index, cell] of row.entries()) {
      if (cell.colspan > 1) continue
      const { line, word } = blocksExtent(cell.children, cell.header)
      const x = places[y]?.[index] ?? 0
      const before = wanted[x] ?? { line: 0, word: 0 }
      wanted[x] = {
        line: Math.max(before.line, Math.min(line, widest)),
        word: Math.max(before.word, Math.min(word, widestWord))
      }
    }
  }
  const inset = columns <= 6 ? 6 : columns <= 10 ? 4 : 2.5
  const takes = (key: keyof Extent, size: number): number =>
    wanted.reduce((sum, extent) => sum + extent[key] * size + 2 * inset, 0)
  const from = columns <= 5 ? 9 : columns <= 8 ? 8 : 7.5
  const fitting = (sheet: keyof typeof sheetWidths) =>
    sizes.find((size) => size <= from && size >= smallest[sheet] && takes("word", size) <= sheetWidths[sheet])
  const upright = fitting("upright")
  const isTurned = upright === undefined && turns
  const size = upright ?? (isTurned ? (fitting("turned") ?? smallest.turned) : smallest.upright)
  const width = sheetWidths[isTurned ? "turned" : "upright"]
  const natural = turns && rows.length * columns <= measuredCells && takes("line", size) * 1.1 <= width
  const shares = share(wanted, (width - 2 * inset * columns) / size).map((part) => part + (2 * inset) / size)
  const whole = shares.reduce((sum, part) => sum + part, 0)
  const room = shares.map((part) => (part / whole) * (width / size) - (2 * inset) / size)
  return {
    size,
    inset,
    widths: natural ? shares.map(() => null) : shares.map((part) => Math.round(part * 100) / 100),
    isTurned,
    isTight: (cell, column) => {
      if (natural) return false
      const has = room.slice(column, column + cell.colspan).reduce((sum, part) => sum + part, 0)
      return blocksExtent(cell.children, cell.header).word * (turns ? 1.2 : 2.5) > has
    }
  }
}
