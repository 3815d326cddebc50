/** How tables fit in their space. Widths of texts are estimated: a table of any length costs no more than reading it. */
import type { PdfBlock, PdfBlocks, PdfCell } from "@lectern/core/pdf/PdfDocument"
import { blocksExtent, type Extent } from "./Extents.js"
import { type Room, sheetRoom } from "./Rooms.js"
import { plainText } from "./Words.js"

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
  /** The space inside of a cell that begins in a column. */
  readonly roomOf: (cell: PdfCell, column: number) => Room
}

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

const textLength = (blocks: PdfBlocks): number =>
  blocks.reduce((sum, block) => sum + (block.type === "paragraph" ? plainText(block.children).length : 0), 0)

/** How many characters the cells of a row may have for the row to stay on one sheet, and how wide they are for that, in ems. */
const wholeLength = 150
const wholeWidth = 4

/** Whether a row stays on one sheet: it is short, and no cell of it reaches into other rows. */
export const isWhole = (row: ReadonlyArray<PdfCell>, rooms: ReadonlyArray<Room>): boolean =>
  rooms.every(({ size, width }) => width >= wholeWidth * size) &&
  row.every(
    ({ children, rowspan }) =>
      rowspan === 1 && children.every(({ type }) => type === "paragraph") && textLength(children) <= wholeLength
  )

/** How many rows and lines a table may have to stay on one sheet. */
const wholeTable = { rows: 8, lines: 16 }

/** Whether a table stays on one sheet: it has few rows, all of them {@link isWhole}, and few lines. */
export const isWholeTable = ({ rows }: Table, rooms: ReadonlyArray<ReadonlyArray<Room>>): boolean => {
  if (rows.length > wholeTable.rows) return false
  const lines = rows.map((row, y) =>
    row.reduce((most, { children }, index) => {
      const { size, width } = rooms[y]?.[index] ?? sheetRoom.upright
      return Math.max(most, Math.ceil((textLength(children) * 0.65 * size) / width))
    }, 1)
  )
  return (
    rows.every((row, y) => isWhole(row, rooms[y] ?? [])) &&
    lines.reduce((sum, each) => sum + each, 0) <= wholeTable.lines
  )
}

/** The least that a column has for its text, in ems, and what it needs inside of other blocks. */
const leastWidth = 1.6
const nestedWidth = 3

/** How much more than its widest word a column gets before the others get what they wish, in ems. */
const littleMore = 6

/** What columns lack that lack little, the least first, as long as the others keep as much of the `rest`. */
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
 * Shares of a width: every column its widest word, then what it wishes if that is little, and of the rest the more the
 * more it wishes; where the words are too much, the least and of the rest the more the wider its words are.
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

/** The space on the left and right inside of the cells of a table, in points. */
const insetOf = (columns: number): number => (columns <= 6 ? 6 : columns <= 10 ? 4 : 2.5)

/** A table inside of another block whose cells stand below one another, where its columns have no space side by side. */
export const stacked = (table: Table, room: Room): Table => {
  const { columns, rows } = table
  if (columns * (2 * insetOf(columns) + nestedWidth * smallest.upright) <= room.width) return table
  const cells = rows.flat().filter(({ children }) => children.length > 0)
  return { ...table, columns: 1, headers: 0, rows: cells.map((cell) => [{ ...cell, colspan: 1, rowspan: 1 }]) }
}

/** Fits a table into a room; `turns` where it may have a sheet of its own that is turned. */
export const fitTable = (table: Table, within: Room, turns: boolean): TableFit => {
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
  const widths = { upright: within.width, turned: sheetRoom.turned.width }
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
      return { size, width: natural ? sheetRoom.upright.width : has - 2 * inset }
    }
  }
}
