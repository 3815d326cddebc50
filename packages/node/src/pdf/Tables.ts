/** Fits tables into the available space. Widths of texts are estimated, in time linear in the length of the table. */
import type { PdfBlock, PdfBlocks, PdfCell } from "@lectern/core/pdf/PdfDocument"
import { type AvailableWidth, sheetWidth } from "./AvailableWidth.js"
import { blocksExtent, type Extent } from "./Extents.js"
import { plainText } from "./Words.js"

/** The font sizes that a table is tried in, and the smallest ones on upright and turned sheets, in points. */
const sizes = [9, 8, 7.5, 7, 6.5, 6, 5.5] as const
const smallest = { upright: 6.5, turned: 6 } as const

/** How wide a word may be before it is broken instead of shrinking the table, in ems. */
const widestWord = 12

/** The preferred width of a text is at most this, in ems; longer texts take several lines. */
const widest = 40

/** How many cells a table may have for Typst to measure its columns, if all of it fits. */
const measuredCells = 600

/** How a table is typeset: its font size, cell padding and column widths. */
export interface TableFit {
  readonly size: number
  readonly inset: number
  /** The share of each column in the width; `null` for columns that are as wide as their content. */
  readonly widths: ReadonlyArray<number | null>
  readonly isTurned: boolean
  /** The room inside a cell that begins in a column. */
  readonly roomOf: (cell: PdfCell, column: number) => AvailableWidth
}

type Table = Extract<PdfBlock, { readonly type: "table" }>

/** The column in which each cell of each row begins. */
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

const textLength = (blocks: PdfBlocks): number =>
  blocks.reduce((sum, block) => sum + (block.type === "paragraph" ? plainText(block.children).length : 0), 0)

/**
 * How many characters a cell may have for its row to be kept on one sheet, and how wide the cell must be for that, in
 * ems.
 */
const wholeLength = 150
const wholeWidth = 4

/** Whether a row is kept on one sheet: it is short, and none of its cells span other rows. */
export const isWhole = (row: ReadonlyArray<PdfCell>, rooms: ReadonlyArray<AvailableWidth>): boolean =>
  rooms.every(({ size, width }) => width >= wholeWidth * size) &&
  row.every(
    ({ children, rowspan }) =>
      rowspan === 1 && children.every(({ type }) => type === "paragraph") && textLength(children) <= wholeLength
  )

/** How many rows and lines a table may have to be kept on one sheet. */
const wholeTable = { rows: 8, lines: 16 }

/** Whether a table is kept on one sheet: it has few lines and few rows, and each row {@link isWhole}. */
export const isWholeTable = ({ rows }: Table, rooms: ReadonlyArray<ReadonlyArray<AvailableWidth>>): boolean => {
  if (rows.length > wholeTable.rows) return false
  const lines = rows.map((row, y) =>
    row.reduce((most, { children }, index) => {
      const { size, width } = rooms[y]?.[index] ?? sheetWidth.upright
      return Math.max(most, Math.ceil((textLength(children) * 0.65 * size) / width))
    }, 1)
  )
  return (
    rows.every((row, y) => isWhole(row, rooms[y] ?? [])) &&
    lines.reduce((sum, each) => sum + each, 0) <= wholeTable.lines
  )
}

/** The minimum width of a column, in ems, and the minimum width inside other blocks. */
const leastWidth = 1.6
const nestedWidth = 3

/** How much wider than its widest word a column may become before the remaining width is distributed, in ems. */
const littleMore = 6

/** Satisfies small lacks of width, the smallest first, as long as an equal share of the `rest` would cover them. */
const smallWishes = (lacks: ReadonlyArray<number>, rest: number): ReadonlyArray<number> => {
  const given = lacks.map(() => 0)
  let left = rest
  const order = lacks.map((_, index) => index).sort((first, second) => (lacks[first] ?? 0) - (lacks[second] ?? 0))
  for (const [taken, index] of order.entries()) {
    const lack = lacks[index] ?? 0
    if (lack > littleMore || lack > left / (lacks.length - taken)) break
    given[index] = lack
    left -= lack
  }
  return given
}

/**
 * Distributes a width: each column gets its widest word, then small wishes are granted, and the rest is distributed in
 * proportion to the remaining wishes. If the words do not fit, each column gets the minimum, and the rest is
 * distributed by the width of the words.
 */
const share = (wanted: ReadonlyArray<Extent>, width: number): ReadonlyArray<number> => {
  const least = wanted.reduce((sum, { word }) => sum + word, 0)
  if (least >= width) {
    const weights = wanted.map(({ word }) => Math.sqrt(word) + word)
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    return weights.map((weight) => leastWidth + (weight / all) * Math.max(0, width - leastWidth * wanted.length))
  }
  const lacks = wanted.map(({ line, word }) => Math.max(0, line - word))
  const small = smallWishes(lacks, width - least)
  const rest = width - least - small.reduce((sum, each) => sum + each, 0)
  const open = lacks.map((lack, index) => lack - (small[index] ?? 0))
  const wish = open.reduce((sum, each) => sum + each, 0)
  return wanted.map(
    ({ word }, index) => word + (small[index] ?? 0) + (wish === 0 ? 0 : ((open[index] ?? 0) / wish) * rest)
  )
}

/** The total left and right padding of a cell, in points. */
const insetOf = (columns: number): number => (columns <= 6 ? 6 : columns <= 10 ? 4 : 2.5)

/** A table inside another block, with its cells below one another if its columns do not fit side by side. */
export const stacked = (table: Table, room: AvailableWidth): Table => {
  const { columns, rows } = table
  if (columns * (2 * insetOf(columns) + nestedWidth * smallest.upright) <= room.width) return table
  const cells = rows.flat().filter(({ children }) => children.length > 0)
  return { ...table, columns: 1, headers: 0, rows: cells.map((cell) => [{ ...cell, colspan: 1, rowspan: 1 }]) }
}

/** Fits a table into a room; `turns` allows it to be put on a turned sheet. */
export const fitTable = (table: Table, within: AvailableWidth, turns: boolean): TableFit => {
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
  const widths = { upright: within.width, turned: sheetWidth.turned.width }
  const inset = insetOf(columns)
  const takes = (key: keyof Extent, size: number): number =>
    wanted.reduce((sum, extent) => sum + extent[key] * size + 2 * inset, 0)
  const from = Math.max(smallest.upright, Math.min(columns <= 5 ? 9 : columns <= 8 ? 8 : 7.5, within.size))
  const fitting = (sheet: keyof typeof widths) =>
    sizes.find((size) => size <= from && size >= smallest[sheet] && takes("word", size) <= widths[sheet])
  const upright = fitting("upright")
  const isTurned = upright === undefined && turns
  const size = upright ?? (isTurned ? (fitting("turned") ?? smallest.turned) : smallest.upright)
  const width = widths[isTurned ? "turned" : "upright"]
  const natural = turns && rows.length * columns <= measuredCells && takes("line", size) * 1.1 <= width
  const shares = share(wanted, (width - 2 * inset * columns) / size).map((part) => part + (2 * inset) / size)
  const whole = shares.reduce((sum, part) => sum + part, 0)
  const room = shares.map((part) => (part / whole) * width)
  return {
    size,
    inset,
    widths: natural ? shares.map(() => null) : shares.map((part) => Math.round(part * 100) / 100),
    isTurned,
    roomOf: ({ colspan }, column) => {
      const has = room.slice(column, column + colspan).reduce((sum, part) => sum + part, 0)
      return { size, width: natural ? sheetWidth.upright.width : has - 2 * inset }
    }
  }
}
