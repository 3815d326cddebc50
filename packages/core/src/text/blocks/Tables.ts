/** Tables, of markdown and of HTML, as complete grids. */
import type { ContentNode } from "../markdown/ContentNode.js"
import { elementAttribute, elementName } from "../markdown/HtmlNodes.js"
import type { PdfBlocks, PdfCell } from "./BlockDocument.js"
import { type Setting, toInlines, trimmed } from "./Inlines.js"

type Nodes = ReadonlyArray<ContentNode>
type Rows = ReadonlyArray<ReadonlyArray<PdfCell>>

const none: PdfCell = { header: false, colspan: 1, rowspan: 1, children: [] }

/** The number of columns that fit next to each other. */
const fitting = 30

/** The maximum number of cells of a table with more columns than that, since spans can ask for any number. */
const cellLimit = 100_000

/** A cell, and the column in which it begins. */
interface Placed extends PdfCell {
  readonly x: number
}

/** The cells in the columns from one to before another. */
const between = (row: ReadonlyArray<Placed>, from: number, to: number): ReadonlyArray<PdfCell> =>
  row.flatMap(({ x, ...cell }) => {
    const colspan = Math.min(to, x + cell.colspan) - Math.max(from, x)
    return colspan > 0 ? [{ ...cell, colspan }] : []
  })

/** A grid as tables of columns that fit next to each other. Each begins with the first column, which names the rows. */
const partsOf = (placed: ReadonlyArray<ReadonlyArray<Placed>>, columns: number, headers: number): PdfBlocks => {
  if (columns <= fitting) {
    return [{ type: "table", columns, headers, rows: placed.map((row) => between(row, 0, columns)) }]
  }
  const parts = Math.ceil((columns - 1) / (fitting - 1))
  const width = Math.ceil((columns - 1) / parts)
  return Array.from({ length: parts }, (_, part) => {
    const from = 1 + part * width
    const to = Math.min(columns, from + width)
    const rows = placed.map((row) => [...between(row, 0, 1), ...between(row, from, to)])
    return { type: "table", columns: 1 + to - from, headers, rows }
  })
}

/**
 * Rows laid out on a grid: spans are cut off before another cell and at the edge of the table, and holes are filled. A
 * wide table becomes several.
 */
const gridOf = (rows: Rows, headers: number): PdfBlocks => {
  const widths = rows.map((row) => row.reduce((sum, { colspan }) => sum + colspan, 0))
  const columns = Math.min(
    Math.max(fitting, Math.floor(cellLimit / rows.length)),
    widths.reduce((most, width) => Math.max(most, width), 0)
  )
  if (columns === 0) return []
  const taken: Array<Array<boolean>> = rows.map(() => [])
  const placed = rows.map((row, y) => {
    const cells: Array<Placed> = []
    let next = 0
    for (let x = 0; x < columns; x++) {
      if (taken[y]?.[x]) continue
      const cell = row[next++] ?? none
      let colspan = 1
      while (colspan < cell.colspan && x + colspan < columns && !taken[y]?.[x + colspan]) colspan++
      const end = y < headers ? headers : rows.length
      const rowspan = Math.max(1, Math.min(cell.rowspan, end - y))
      for (let dy = 0; dy < rowspan; dy++) for (let dx = 0; dx < colspan; dx++) taken[y + dy]![x + dx] = true
      cells.push({ ...cell, colspan, rowspan, x })
    }
    return cells
  })
  return partsOf(placed, columns, headers)
}

const isAlign = (align: unknown): align is NonNullable<PdfCell["align"]> =>
  align === "left" || align === "center" || align === "right"

/** A table of markdown. */
export const markdownTable = (table: ContentNode, setting: Setting): PdfBlocks => {
  const rows = (table.nodes ?? []).map((row) =>
    (row.nodes ?? []).map((cell): PdfCell => {
      const children = trimmed(toInlines(cell.nodes ?? [], setting))
      const align = cell.data?.align
      return {
        ...none,
        header: cell.data?.header === true,
        ...(isAlign(align) && { align }),
        children: children.length === 0 ? [] : [{ type: "paragraph", children }]
      }
    })
  )
  return gridOf(rows, rows[0]?.some(({ header }) => header) ? 1 : 0)
}

const rowsIn = (nodes: Nodes): Nodes =>
  nodes.flatMap((node) => {
    const name = elementName(node)
    if (name === "tr") return [node]
    return name === "table" ? [] : rowsIn(node.nodes ?? [])
  })

const span = (cell: ContentNode, name: string): number => {
  const value = Number(elementAttribute(cell, name) ?? 1)
  return Number.isSafeInteger(value) && value > 0 ? Math.min(value, 1000) : 1
}

/** A table of HTML; columns marked `data-hidden` are omitted. */
export const htmlTable = (table: ContentNode, blocks: (cell: Nodes) => PdfBlocks): PdfBlocks => {
  const found = rowsIn(table.nodes ?? []).map((row) =>
    (row.nodes ?? []).filter((cell) => elementName(cell) === "td" || elementName(cell) === "th")
  )
  const hidden = new Set<number>()
  for (const [x, cell] of (found[0] ?? []).entries()) {
    if (elementAttribute(cell, "data-hidden") !== undefined) hidden.add(x)
  }
  const rows = found.map((cells) =>
    cells
      .filter((_, x) => !hidden.has(x))
      .map((cell): PdfCell => {
        const align =
          elementAttribute(cell, "align") ?? /text-align:\s*(\w+)/.exec(elementAttribute(cell, "style") ?? "")?.[1]
        return {
          header: elementName(cell) === "th",
          ...(isAlign(align) && { align }),
          colspan: span(cell, "colspan"),
          rowspan: span(cell, "rowspan"),
          children: blocks(cell.nodes ?? [])
        }
      })
  )
  let headers = 0
  while (headers < rows.length - 1 && rows[headers]!.every(({ header }) => header)) headers++
  return gridOf(
    rows.filter((row) => row.length > 0),
    headers
  )
}
