/** Lists, of markdown and of HTML. */
import type { DocumentNode } from "@lectern/core/internal/markdown/DocumentNode"
import { elementAttribute, elementName } from "@lectern/core/internal/markdown/HtmlNodes"
import { attribute, type Html, html, trusted } from "../html/Html.js"
import { checkbox } from "./Inlines.js"
import type { Rendering } from "./Rendering.js"

type Nodes = ReadonlyArray<DocumentNode>

/** A list, of markdown or of HTML. */
export const list = (node: DocumentNode, rendering: Rendering): Html => {
  const isOrdered = node.type === "list-ordered" || elementName(node) === "ol"
  const start = Number(node.data?.start ?? elementAttribute(node, "start") ?? 1)
  const items = (node.nodes ?? []).filter(({ type }) => type === "list-item" || type === "element")
  const isTight = items.every(({ nodes = [] }) => nodes.filter(({ type }) => type === "paragraph").length <= 1)
  const inner = items.map(({ data, nodes = [] }) => {
    const box = typeof data?.checked === "boolean" && checkbox(data.checked)
    return html`<li>${box}${isTight ? tight(nodes, rendering) : rendering.blocks(nodes)}</li>`
  })
  if (!isOrdered) return html`<ul${node.type === "list-tasks" && trusted(' class="tasks"')}>${inner}</ul>`
  return html`<ol${Number.isSafeInteger(start) && start >= 0 && start !== 1 && attribute("start", start)}>${inner}</ol>`
}

/** Blocks whose single paragraph is not wrapped in `<p>`. */
const tight = (nodes: Nodes, rendering: Rendering): Html =>
  rendering.blocks(
    nodes.flatMap((node) => (node.type === "paragraph" ? (node.nodes ?? []) : [node])),
    false
  )
