/** Renders lists of markdown and HTML. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { elementAttribute, elementName } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { attribute, type Html, html, trusted } from "../html/Html.js"
import { checkbox, markPlace } from "./Inlines.js"
import type { Rendering } from "./Rendering.js"

type Nodes = ReadonlyArray<ContentNode>

/** Renders a list. */
export const list = (node: ContentNode, rendering: Rendering): Html => {
  const isOrdered = node.type === "list-ordered" || elementName(node) === "ol"
  const start = Number(node.data?.start ?? elementAttribute(node, "start") ?? 1)
  const items = (node.nodes ?? []).filter(({ type }) => type === "list-item" || type === "element")
  const isTight = items.every(({ nodes = [] }) => nodes.filter(({ type }) => type === "paragraph").length <= 1)
  const inner = items.map((item) => {
    const { data, nodes = [] } = item
    const box = typeof data?.checked === "boolean" && checkbox(data.checked, rendering.words)
    return html`<li>${markPlace(item, rendering)}${box}${isTight ? tight(nodes, rendering) : rendering.blocks(nodes)}</li>`
  })
  if (!isOrdered) return html`<ul${node.type === "list-tasks" && trusted(' class="tasks"')}>${inner}</ul>`
  return html`<ol${Number.isSafeInteger(start) && start >= 0 && start !== 1 && attribute("start", start)}>${inner}</ol>`
}

/** Renders blocks without `<p>` around a single paragraph. */
const tight = (nodes: Nodes, rendering: Rendering): Html =>
  rendering.blocks(
    nodes.flatMap((node) => (node.type === "paragraph" ? (node.nodes ?? []) : [node])),
    false
  )
