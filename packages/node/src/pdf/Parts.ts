/** Cuts a document into parts that are set one by one: what Typst needs grows with what it sets at once. */
import type { PdfBlock, PdfBlocks, PdfDocument, PdfPage } from "@lectern/core/pdf/PdfDocument"
import { allText } from "./Words.js"

/** A page in a part. */
export interface PartPage {
  readonly page: PdfPage
  /** Whether it begins a new sheet. */
  readonly begins: boolean
  /** Whether it goes on from the part before: its title has been set. */
  readonly isContinued: boolean
}

/** A part of a document: some of its pages in their order. */
export interface Part {
  readonly pages: ReadonlyArray<PartPage>
  /** Whether it is larger than a part should be, because a single block of it is. */
  readonly isOversized: boolean
}

/** About how many characters stand in a line, and how many lines on a sheet. */
const lineLength = 95
const sheetLines = 50

const linesOf = (text: string, width = lineLength): number => Math.ceil(text.length / width)

const sum = <A>(values: ReadonlyArray<A>, of: (value: A) => number): number =>
  values.reduce((total, value) => total + of(value), 0)

/** About how many lines a block takes. */
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

/** Which pages begin a new sheet: those at the top, and those of a group but its first. */
export const beginningsOf = (pages: ReadonlyArray<PdfPage>): ReadonlyArray<boolean> => {
  const groups: Array<boolean> = []
  return pages.map((page, index) => {
    groups[page.depth] = page.type === "group"
    const isFirst = pages[index - 1]?.type === "group" && pages[index - 1]?.depth === page.depth - 1
    return index === 0 || page.depth === 0 || (groups[page.depth - 1] === true && !isFirst)
  })
}

/** Whether a document has more than some sheets, as far as can be guessed; looks no further than needed. */
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

/** A page or a slice of one, with what it weighs in lines. */
interface Piece extends PartPage {
  readonly height: number
}

/** Cuts where it fits best: not after `size`, and not before half of it, there at the best place from the end. */
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
 * The parts of a document, of about `sheets` sheets each. They begin with pages that begin a sheet anyway where such are
 * near, or else with any page; only a page that is larger than a part is cut, if possible at a heading.
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
