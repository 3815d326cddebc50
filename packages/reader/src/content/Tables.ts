/** Renders tables of markdown and HTML, including tables that are shown as cards. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { documentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import { elementAttribute, elementName } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { attribute, type Html, html, nothing } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { inlines, linked, markPlace } from "./Inlines.js"
import type { Link, Rendering } from "./Rendering.js"

type Nodes = ReadonlyArray<ContentNode>

const scrolled = (head: Html, body: ReadonlyArray<Html>, { table }: Words): Html =>
  html`<div class="table" tabindex="0" role="group" aria-label="${table}"><table>${head.text !== "" && html`<thead>${head}</thead>`}<tbody>${body}</tbody></table></div>`

const alignClass = (align: unknown): Html =>
  align === "center" || align === "right" ? html` class="${align}"` : nothing

const hasText = (row: ContentNode): boolean => (row.nodes ?? []).some(({ nodes = [] }) => nodes.length > 0)

/** Renders a markdown table. */
export const markdownTable = (table: ContentNode, rendering: Rendering): Html => {
  const rows = (table.nodes ?? []).map((row) => {
    const cells = (row.nodes ?? []).map((cell) => {
      const inner = inlines(cell.nodes ?? [], rendering)
      const align = alignClass(cell.data?.align)
      return cell.data?.header === true && inner.text !== ""
        ? html`<th scope="col"${align}>${inner}</th>`
        : html`<td${align}>${inner}</td>`
    })
    return { isHead: row.nodes?.[0]?.data?.header === true, isShown: hasText(row), made: html`<tr>${cells}</tr>` }
  })
  const head = rows.find(({ isHead }) => isHead)
  return scrolled(
    head?.isShown === true ? head.made : nothing,
    rows.filter(({ isHead }) => !isHead).map(({ made }) => made),
    rendering.words
  )
}

const rowsIn = (nodes: Nodes): Nodes =>
  nodes.flatMap((node) => {
    const name = elementName(node)
    if (name === "tr") return [node]
    return name === "table" ? [] : rowsIn(node.nodes ?? [])
  })

const cellsOf = (row: ContentNode | undefined): Nodes =>
  (row?.nodes ?? []).filter((cell) => elementName(cell) === "td" || elementName(cell) === "th")

const has = (node: ContentNode, name: string): boolean => elementAttribute(node, name) !== undefined

const span = (cell: ContentNode, name: string): Html => {
  const value = Number(elementAttribute(cell, name) ?? 1)
  return Number.isSafeInteger(value) && value > 1 && value <= 1000 ? attribute(name, value) : nothing
}

/** The first link in some nodes. */
const linkIn = (nodes: Nodes, rendering: Rendering): Link | undefined => {
  for (const node of nodes) {
    const href = elementName(node) === "a" ? elementAttribute(node, "href") : undefined
    const found =
      href !== undefined
        ? rendering.link(documentReference(href))
        : node.type === "link"
          ? rendering.link(node.data?.ref as Parameters<Rendering["link"]>[0])
          : linkIn(node.nodes ?? [], rendering)
    if (found !== undefined) return found
  }
  return undefined
}

const coverIn = (nodes: Nodes, rendering: Rendering): Html => {
  for (const node of nodes) {
    const href = elementName(node) === "a" ? elementAttribute(node, "href") : undefined
    const picture = href === undefined ? undefined : rendering.picture(documentReference(href))
    if (picture !== undefined)
      return html`<img src="${picture.src}" alt=""${attribute("width", picture.width)}${attribute("height", picture.height)} loading="lazy">`
    const inside = coverIn(node.nodes ?? [], rendering)
    if (inside.text !== "") return inside
  }
  return nothing
}

const cards = (head: Nodes, rows: Nodes, rendering: Rendering): Html => {
  const made = rows.map((row) => {
    let target: Link | undefined
    let cover = nothing
    const shown: Array<Html> = []
    for (const [x, cell] of cellsOf(row).entries()) {
      const column = head[x]
      const nodes = cell.nodes ?? []
      if (column !== undefined && has(column, "data-card-target")) target ??= linkIn(nodes, rendering)
      else if (column !== undefined && has(column, "data-card-cover")) cover = coverIn(nodes, rendering)
      else if (column === undefined || !has(column, "data-hidden")) {
        const inner = rendering.blocks(nodes, false)
        if (inner.text.trim() !== "") shown.push(html`<div>${inner}</div>`)
      }
    }
    const title = shown[0]
    const inner = html`${cover}<div class="card-text">${shown}</div>`
    if (target === undefined) return html`<li class="card">${inner}</li>`
    const hasLinks = shown.some(({ text }) => text.includes("<a "))
    if (!hasLinks) return html`<li>${linked(target, inner, "card")}</li>`
    return html`<li class="card">${inner}${title !== undefined && linked(target, html`${filled(rendering.words.open, target.title ?? "")}`, "more")}</li>`
  })
  return html`<ul class="cards">${made}</ul>`
}

/**
 * Renders an HTML table. Columns marked `data-hidden` are left out, and a table with `data-view="cards"` is shown as
 * cards.
 */
export const htmlTable = (table: ContentNode, rendering: Rendering): Html => {
  const rows = rowsIn(table.nodes ?? []).filter((row) => cellsOf(row).length > 0)
  const first = cellsOf(rows[0])
  const isHead = first.length > 0 && first.every((cell) => elementName(cell) === "th")
  const body = isHead ? rows.slice(1) : rows
  if (elementAttribute(table, "data-view") === "cards") return cards(isHead ? first : [], body, rendering)
  const hidden = new Set(first.flatMap((cell, x) => (has(cell, "data-hidden") ? [x] : [])))
  const rowOf = (row: ContentNode, inHead: boolean): Html =>
    html`<tr>${cellsOf(row).map((cell, x) => {
      if (hidden.has(x)) return nothing
      const align =
        elementAttribute(cell, "align") ?? /text-align:\s*(\w+)/.exec(elementAttribute(cell, "style") ?? "")?.[1]
      const inner = rendering.blocks(cell.nodes ?? [], false)
      const spans = html`${span(cell, "colspan")}${span(cell, "rowspan")}${alignClass(align)}`
      const place = markPlace(cell, rendering)
      if (elementName(cell) !== "th" || inner.text === "") return html`<td${spans}>${place}${inner}</td>`
      return html`<th scope="${inHead ? "col" : "row"}"${spans}>${place}${inner}</th>`
    })}</tr>`
  const hasHead = isHead && rows[0] !== undefined && first.some((cell) => (cell.nodes ?? []).length > 0)
  return scrolled(
    hasHead && rows[0] !== undefined ? rowOf(rows[0], true) : nothing,
    body.map((row) => rowOf(row, false)),
    rendering.words
  )
}
