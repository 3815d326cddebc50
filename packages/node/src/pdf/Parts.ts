/**
 * Splits a document into parts that are typeset one by one, since Typst's memory use grows with the length of the text
 * that it typesets.
 */
import type { PdfBlock, PdfBlocks, PdfDocument, PdfPage } from "@lectern/core/pdf/PdfDocument"
import { allText } from "./Words.js"

/** A page in a part. */
export interface PartPage {
  readonly page: PdfPage
  /** Whether it begins a new sheet. */
  readonly begins: boolean
  /** Whether it continues a page of the previous part, which has its title. */
  readonly isContinued: boolean
}

/** A part of a document: some of its pages, in order. */
export interface Part {
  readonly pages: ReadonlyArray<PartPage>
  /** Whether it exceeds the size of a part because it contains a single overlong block. */
  readonly isOversized: boolean
}

/** The estimated number of characters per line, and of lines per sheet. */
const lineLength = 95
const sheetLines = 50

const linesOf = (text: string, width = lineLength): number => Math.ceil(text.length / width)

const sum = <A>(values: ReadonlyArray<A>, of: (value: A) => number): number =>
  values.reduce((total, value) => total + of(value), 0)

/** The estimated height of a block, in lines. */
const heightOf = (block: PdfBlock): number => {
  switch (block.type) {
    case "heading":
      return 3
    case "code":
      return 2 + sum(block.text.split("\n"), (line) => 0.9 * Math.max(1, linesOf(line)))
    case "list":
      return sum(block.items, ({ children }) => heightOfAll(children))
    case "table":
      return sum(block.rows, (row) => {
        const cells = row.map((cell) =>
          linesOf(allText(cell.children), (0.9 * lineLength * cell.colspan) / block.columns)
        )
        return 1 + 0.9 * Math.max(0, ...cells)
      })
    case "figure":
      return 20
    case "tabs":
      return sum(block.tabs, ({ children }) => 2 + heightOfAll(children))
    case "steps":
      return sum(block.steps, (step) => 1 + heightOfAll(step))
    case "columns":
      return Math.max(
        0,
        ...block.columns.map(({ children, width = 100 / block.columns.length }) =>
          Math.min(100, heightOfAll(children) * (100 / width))
        )
      )
    case "quote":
    case "hint":
    case "details":
    case "change":
      return 2 + heightOfAll(block.children)
    default:
      return 1 + linesOf(allText(block))
  }
}

const heightOfAll = (blocks: PdfBlocks): number => sum(blocks, heightOf)

/** Which pages begin a new sheet: pages at the top level, and all pages of a group except its first. */
export const beginningsOf = (pages: ReadonlyArray<PdfPage>): ReadonlyArray<boolean> => {
  const groups: Array<boolean> = []
  return pages.map((page, index) => {
    groups[page.depth] = page.type === "group"
    const isFirst = pages[index - 1]?.type === "group" && pages[index - 1]?.depth === page.depth - 1
    return index === 0 || page.depth === 0 || (groups[page.depth - 1] === true && !isFirst)
  })
}

/** Whether a document is estimated to have more than some number of sheets. Stops as soon as that is known. */
export const isLarger = ({ pages }: PdfDocument, sheets: number): boolean => {
  let lines = 0
  for (const page of pages) {
    lines += 4
    for (const block of page.children) {
      lines += heightOf(block)
      if (lines > sheets * sheetLines) return true
    }
  }
  return false
}

/** A page or a slice of one, with its height in lines. */
interface Piece extends PartPage {
  readonly height: number
}

/**
 * Splits a list into runs of at most `size` in height. Each split is at the last good place in the second half of the
 * run, otherwise where the run is full.
 */
const cut = <A>(
  all: ReadonlyArray<A>,
  size: number,
  heightOf: (each: A) => number,
  isGood: (each: A) => boolean
): ReadonlyArray<ReadonlyArray<A>> => {
  const found: Array<ReadonlyArray<A>> = []
  let from = 0
  let good = 0
  let height = 0
  for (let index = 0; index < all.length; index++) {
    const each = all[index]
    if (each === undefined) continue
    if (index > from && height >= size / 2 && isGood(each)) good = index
    if (index > from && height + heightOf(each) > size) {
      const to = good > from ? good : index
      found.push(all.slice(from, to))
      from = to
      height = sum(all.slice(from, index), heightOf)
    }
    height += heightOf(each)
  }
  return [...found, all.slice(from)]
}

const piecesOf = (page: PdfPage, begins: boolean, size: number): ReadonlyArray<Piece> => {
  const weighed = page.children.map((block) => ({ block, height: heightOf(block) }))
  const height = 4 + sum(weighed, (each) => each.height)
  if (height <= size) return [{ page, begins, isContinued: false, height }]
  return cut(
    weighed,
    size,
    (each) => each.height,
    ({ block }) => block.type === "heading"
  ).map((slice, index) => ({
    page: { ...page, children: slice.map(({ block }) => block) },
    begins: begins && index === 0,
    isContinued: index > 0,
    height: sum(slice, (each) => each.height)
  }))
}

/**
 * Splits a document into parts of about `sheets` sheets. If possible, a part begins with a page that begins a sheet
 * anyway, otherwise with any page. Only a page that is larger than a part is split, if possible at a heading.
 */
export const partsOf = ({ pages }: PdfDocument, sheets: number): ReadonlyArray<Part> => {
  const size = sheets * sheetLines
  const beginnings = beginningsOf(pages)
  const pieces = pages.flatMap((page, index) => piecesOf(page, beginnings[index] ?? true, size))
  const parts = cut(
    pieces,
    size,
    ({ height }) => height,
    ({ begins, isContinued }) => begins || isContinued
  )
  return parts.map((part) => ({
    pages: part.map(({ begins, isContinued, page }, index) => ({ page, begins: begins || index === 0, isContinued })),
    isOversized: sum(part, ({ height }) => height) > size
  }))
}
