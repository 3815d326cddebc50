/** The table of contents. */
import type { PdfBlock, PdfBlocks, PdfInlines, PdfPage } from "@lectern/core/pdf/PdfDocument"

/** A line of the table of contents; `level` counts from 1. */
export interface ContentsEntry {
  readonly place: string
  readonly level: number
  readonly number?: string
  readonly title: PdfInlines
}

/** The deepest heading level. */
export const deepest = 9

/**
 * The level of a heading in the whole document, from the depth of its page and the level of the heading on the page.
 */
export const levelOf = (page: number, heading: number): number => Math.min(page + 1 + heading, deepest)

/** The blocks inside a block, in order. */
export const inside = (block: PdfBlock): PdfBlocks => {
  switch (block.type) {
    case "list":
      return block.items.flatMap(({ children }) => children)
    case "table":
      return block.rows.flatMap((row) => row.flatMap(({ children }) => children))
    case "tabs":
      return block.tabs.flatMap(({ children }) => children)
    case "steps":
      return block.steps.flat()
    case "columns":
      return block.columns.flatMap(({ children }) => children)
    case "quote":
    case "hint":
    case "details":
    case "change":
      return block.children
    default:
      return []
  }
}

const headings = (blocks: PdfBlocks, page: PdfPage, depth: number, found: Array<ContentsEntry>): void => {
  for (const block of blocks) {
    if (block.type === "heading") {
      const level = levelOf(page.depth, block.depth)
      const { number, place } = block
      const title = block.children.filter(({ type }) => type !== "footnote")
      if (level <= depth) found.push({ place, level, ...(number !== undefined && { number }), title })
    } else headings(inside(block), page, depth, found)
  }
}

/** The entries of a table of contents with `depth` levels. */
export const contentsOf = (pages: ReadonlyArray<PdfPage>, depth: number): ReadonlyArray<ContentsEntry> => {
  const found: Array<ContentsEntry> = []
  for (const page of pages) {
    const { label, number, place, title } = page
    if (page.depth >= depth) continue
    found.push({
      place,
      level: page.depth + 1,
      ...(number !== undefined && { number }),
      title: [{ type: "text", text: label ?? title }]
    })
    if (page.depth + 2 <= depth) headings(page.children, page, depth, found)
  }
  return found
}
