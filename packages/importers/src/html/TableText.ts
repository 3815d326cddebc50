/**
 * Writes tables: as pipe tables if every cell fits on a line or a few, otherwise as HTML elements with markdown inside.
 */
import type { Element } from "hast"
import type { Handle, State } from "hast-util-to-mdast"
import type { AlignType, BlockContent, Nodes, PhrasingContent, Table, TableCell, TableRow } from "mdast"
import { flat } from "./Flat.js"
import { attribute, isElement } from "./Hast.js"
import { type HtmlElement, htmlElement } from "./HtmlElements.js"
import { cellsOf, rowsOf } from "./Tables.js"

/** How many cells a pipe table may have once its rows are padded; larger tables are written as HTML. */
const maxCells = 100_000

interface Cell {
  readonly element: Element
  readonly nodes: Array<Nodes>
  readonly isHead: boolean
  readonly isMerged: boolean
}

/** Whether a node needs lines of its own, which the cells of a pipe table do not have. */
const needsLines = (node: Nodes): boolean =>
  ["code", "list", "heading", "blockquote", "htmlElement", "table", "math", "thematicBreak"].includes(node.type) ||
  (node.type === "blockTag" && node.children.length > 0) ||
  (node.type === "html" && node.data?.hName === undefined)

const read = (state: State, cell: Element): Cell => ({
  element: cell,
  nodes: state.all(cell),
  isHead: isElement(cell, "th"),
  isMerged: attribute(cell, "colSpan") !== "" || attribute(cell, "rowSpan") !== ""
})

const isAlign = (align: string): align is "left" | "center" | "right" =>
  align === "left" || align === "center" || align === "right"

const alignOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>, column: number): AlignType => {
  for (const row of rows) {
    const cell = row[column]
    const align = cell === undefined ? "" : attribute(cell.element, "align")
    if (isAlign(align)) return align
  }
  return null
}

const strong = (children: Array<PhrasingContent>): Array<PhrasingContent> =>
  children.length === 0 || (children.length === 1 && children[0]!.type === "strong")
    ? children
    : [{ type: "strong", children }]

/** Escapes the pipes of formulas, which would end the cell. */
const escapePipes = (nodes: ReadonlyArray<PhrasingContent>): void => {
  for (const node of nodes) {
    if (node.type === "inlineMath") node.value = node.value.replaceAll("|", "\\|")
    else if ("children" in node) escapePipes(node.children)
  }
}

/** Writes a pipe table. The first row is the header; header cells of other rows become bold. */
const withSigns = (rows: ReadonlyArray<ReadonlyArray<Cell>>, columns: number): Table => {
  const isHead = rows[0]!.every((cell) => cell.isHead)
  const empty = (): TableCell => ({ type: "tableCell", children: [] })
  const written = rows.map((row, index): TableRow => {
    const cells = row.map((cell): TableCell => {
      const children = flat(cell.nodes)
      escapePipes(children)
      return { type: "tableCell", children: cell.isHead && !(isHead && index === 0) ? strong(children) : children }
    })
    while (cells.length < columns) cells.push(empty())
    return { type: "tableRow", children: cells }
  })
  const head: ReadonlyArray<TableRow> = isHead
    ? []
    : [{ type: "tableRow", children: Array.from({ length: columns }, empty) }]
  return {
    type: "table",
    align: Array.from({ length: columns }, (_, column) => alignOf(rows, column)),
    children: [...head, ...written]
  }
}

const isFlow = (node: Nodes): node is BlockContent => node.type !== "definition"

const attributesOf = (cell: Element): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [property, name] of [
    ["align", "align"],
    ["colSpan", "colspan"],
    ["rowSpan", "rowspan"]
  ] as const) {
    const value = attribute(cell, property)
    if (value !== "") found[name] = value
  }
  return found
}

/** Writes a table as HTML. */
const withElements = (state: State, rows: ReadonlyArray<ReadonlyArray<Cell>>): HtmlElement => {
  const row = (cells: ReadonlyArray<Cell>): HtmlElement =>
    htmlElement(
      "tr",
      cells.map((cell) =>
        htmlElement(
          cell.isHead ? "th" : "td",
          state.toFlow(cell.nodes as Parameters<State["toFlow"]>[0]).filter(isFlow),
          attributesOf(cell.element)
        )
      )
    )
  let heads = 0
  while (heads < rows.length && rows[heads]!.length > 0 && rows[heads]!.every((cell) => cell.isHead)) heads++
  return htmlElement("table", [
    ...(heads === 0 ? [] : [htmlElement("thead", rows.slice(0, heads).map(row))]),
    ...(heads === rows.length ? [] : [htmlElement("tbody", rows.slice(heads).map(row))])
  ])
}

/** Writes a table that {@link shape} has prepared. */
export const tableOf: Handle = (state, node) => {
  const all = rowsOf(node).map((row) => cellsOf(row).map((cell) => read(state, cell)))
  const merged = all.some((row) => row.some((cell) => cell.isMerged))
  const rows = merged ? all : all.filter((row) => row.length > 0)
  if (rows.length === 0) return undefined
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const simple = !merged && !rows.some((row) => row.some((cell) => cell.nodes.some(needsLines)))
  return simple && rows.length * columns <= maxCells ? withSigns(rows, columns) : withElements(state, rows)
}
