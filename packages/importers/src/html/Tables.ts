/** Interprets the tables of a page: which ones contain data, which ones only lay out the page, and their cells. */
import type { Element, ElementContent } from "hast"
import { tableCaption } from "./Figures.js"
import { attribute, element, elements, find, hasClass, isBlank, isElement, lineOf } from "./Hast.js"

/** How deep tables may nest; the content of deeper ones goes directly into the cell. */
const maxNesting = 3

const alignment = (cell: Element): string =>
  /text-align:\s*(left|right|center)/.exec(attribute(cell, "style"))?.[1] ?? attribute(cell, "align")

/** More rows than a table has: a cell whose span is 0 goes on until the end of its part. */
const everyRow = 1_000_000

const spanOf = (cell: Element, name: "colSpan" | "rowSpan"): number => {
  const written = attribute(cell, name)
  if (name === "rowSpan" && written === "0") return everyRow
  const value = Number(written || 1)
  return Number.isInteger(value) && value > 1 ? value : 1
}

const rowsIn = (part: Element): ReadonlyArray<Element> =>
  [...elements(part, (each) => !isElement(each, "td", "th", "table"))].filter((each) => isElement(each, "tr"))

/** The rows of a table in the order in which they are shown, without the rows of nested tables. */
export const rowsOf = (table: Element): ReadonlyArray<Element> => {
  const last = new Set(table.children.flatMap((each) => (isElement(each, "tfoot") ? rowsIn(each) : [])))
  const rows = rowsIn(table)
  return last.size === 0 ? rows : [...rows.filter((row) => !last.has(row)), ...last]
}

/** The cells of a row. */
export const cellsOf = (row: Element): ReadonlyArray<Element> =>
  row.children.filter((child): child is Element => isElement(child, "td", "th"))

/** The content of a table that is outside its cells. */
const outside = (table: Element): ReadonlyArray<ElementContent> => {
  const found: Array<ElementContent> = []
  const collect = (node: Element): void => {
    for (const child of node.children) {
      if (isElement(child, "thead", "tbody", "tfoot", "tr")) collect(child)
      else if (!isBlank(child) && !isElement(child, "td", "th", "caption", "colgroup", "col")) found.push(child)
    }
  }
  collect(table)
  return found
}

/**
 * How many rows at the top are header rows: the rows in `thead`, otherwise the first row if all its cells are header
 * cells, except for an empty one in the corner.
 */
const headCount = (table: Element, rows: ReadonlyArray<Element>): number => {
  const stated = new Set<Element>()
  for (const each of elements(table, (node) => !isElement(node, "td", "th", "table", "tr"))) {
    if (isElement(each, "thead")) for (const row of rowsOf(each)) stated.add(row)
  }
  let count = 0
  while (count < rows.length && stated.has(rows[count]!)) count++
  const [first] = rows
  if (count > 0 || first === undefined) return count
  const [corner, ...others] = cellsOf(first)
  const isCorner = corner !== undefined && others.length > 0 && isEmpty(corner)
  return (isCorner || isElement(corner, "th")) && others.every((cell) => isElement(cell, "th")) ? 1 : 0
}

/** Whether a table only lays out its content. */
const isLayout = (table: Element, cells: ReadonlyArray<Element>, nesting: number): boolean => {
  if (attribute(table, "role") === "presentation" || cells.length <= 1 || nesting >= maxNesting) return true
  if (hasClass(table, "hlist", "simplelist-horiz")) return true
  if (cells.some((cell) => isElement(cell, "th"))) return false
  return cells.some((cell) => find(cell, (each) => /^h[1-6]$/.test(each.tagName)) !== undefined)
}

const isEmpty = (cell: Element): boolean => cell.children.every(isBlank)

/** The content of a cell as a block, so that the text of adjacent cells does not run together. */
const apart = (cell: Element): Element => element("div", cell.children)

/** The items of a list that is written as a table whose rows have a number or sign and a text. */
const listItems = (table: Element, rows: ReadonlyArray<Element>): ReadonlyArray<Element> | undefined => {
  const items: Array<Element> = []
  for (const row of rows) {
    const [sign, said, ...more] = cellsOf(row)
    if (sign === undefined || said === undefined || more.length > 0) return undefined
    const image = find(sign, (each) => isElement(each, "img"))
    const shown = lineOf(sign) || (image === undefined ? "" : attribute(image, "alt"))
    if (Number(/^\(?(\d+)\)?\.?$/.exec(shown)?.[1]) !== items.length + 1) return undefined
    items.push(element("li", said.children))
  }
  return items.length > 0 && table.children.length > 0 ? items : undefined
}

/** Whether a block explains the callouts of a code block. */
export const isCallouts = (node: Element): boolean => hasClass(node, "colist", "calloutlist", "callouts")

/** The explanations of callouts as a numbered list, if they are in a table. */
export const callouts = (node: Element): ReadonlyArray<ElementContent> | undefined => {
  const shown = node.children.filter((child) => !isBlank(child))
  const table = shown.find((child): child is Element => isElement(child, "table"))
  const items = table === undefined ? undefined : listItems(table, rowsOf(table))
  return items === undefined
    ? undefined
    : shown.map((child): ElementContent => (child === table ? element("ol", [...items]) : child))
}

/**
 * Prepares a table for markdown, with its captions before it; a table that only lays out its content is replaced by it.
 * Spans are at least 1 and never extend beyond the table.
 */
export const table = (node: Element, nesting: number): ReadonlyArray<ElementContent> => {
  const all = rowsOf(node)
  const merged = all.some((row) => cellsOf(row).some((cell) => spanOf(cell, "rowSpan") > 1))
  const rows = merged
    ? all
    : all.filter((row) => !row.children.every((cell) => (isElement(cell) ? isEmpty(cell) : isBlank(cell))))
  const cells = rows.flatMap(cellsOf)
  const captions = node.children.filter((child): child is Element => isElement(child, "caption"))
  const before = [...tableCaption(node, captions), ...outside(node)]
  if (isLayout(node, cells, nesting)) return [...before, ...cells.map(apart)]
  const heads = headCount(node, rows)
  const columns = rows.reduce((most, row) => {
    const width = cellsOf(row).reduce((sum, cell) => sum + spanOf(cell, "colSpan"), 0)
    return Math.max(most, width)
  }, 0)
  const found = rows.map((row, index) => {
    const end = index < heads ? heads : rows.length
    const shaped = cellsOf(row).map((cell) => {
      const align = alignment(cell)
      const wide = Math.min(spanOf(cell, "colSpan"), columns, 1_000)
      const high = Math.min(spanOf(cell, "rowSpan"), end - index)
      return element(index < heads ? "th" : cell.tagName, cell.children, {
        ...(/^(?:left|right|center)$/.test(align) ? { align } : {}),
        ...(wide > 1 ? { colSpan: wide } : {}),
        ...(high > 1 ? { rowSpan: high } : {})
      })
    })
    return element("tr", shaped)
  })
  return [
    ...before,
    element("table", [
      ...(heads === 0 ? [] : [element("thead", found.slice(0, heads))]),
      ...(heads === found.length ? [] : [element("tbody", found.slice(heads))])
    ])
  ]
}
