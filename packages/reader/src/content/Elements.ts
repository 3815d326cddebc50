/** Renders HTML block elements. For unknown ones, only their contents are shown. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { documentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import { elementAttribute, elementName } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { plainText } from "@lectern/core/internal/text/markdown/NodeReading"
import { type Html, html, nothing, trusted } from "../html/Html.js"
import { codeBlock } from "./CodeBlock.js"
import { inlines, markPlace } from "./Inlines.js"
import { list } from "./Lists.js"
import { figure, picturesIn } from "./Pictures.js"
import type { Rendering } from "./Rendering.js"
import { htmlTable } from "./Tables.js"
import { embedOf } from "./Tags.js"

type Nodes = ReadonlyArray<ContentNode>

const find = (nodes: Nodes, name: string): ContentNode | undefined => {
  for (const node of nodes) {
    const found = elementName(node) === name ? node : find(node.nodes ?? [], name)
    if (found !== undefined) return found
  }
  return undefined
}

/** A collapsible section. */
const details = (node: ContentNode, rendering: Rendering): Html => {
  const nodes = node.nodes ?? []
  const summary = nodes.find((inner) => elementName(inner) === "summary")
  const rest = nodes.filter((inner) => inner !== summary)
  const title = inlines(summary?.nodes ?? [], rendering)
  const isOpen = elementAttribute(node, "open") !== undefined
  return html`<details class="unfold"${isOpen && trusted(" open")}><summary>${title.text.trim() === "" ? rendering.words.details : title}</summary><div>${rendering.blocks(rest)}</div></details>`
}

const definitions = (node: ContentNode, rendering: Rendering): Html => {
  const inner = (node.nodes ?? []).map((part) => {
    const nodes = part.nodes ?? []
    if (elementName(part) === "dt") return html`<dt>${markPlace(part, rendering)}${inlines(nodes, rendering)}</dt>`
    if (elementName(part) !== "dd") return nothing
    return html`<dd>${markPlace(part, rendering)}${rendering.blocks(nodes)}</dd>`
  })
  return inner.every(({ text }) => text === "") ? rendering.blocks(node.nodes ?? []) : html`<dl>${inner}</dl>`
}

const aligned = (node: ContentNode, rendering: Rendering): Html => {
  const align = elementName(node) === "center" ? "center" : elementAttribute(node, "align")
  const inner = rendering.blocks(node.nodes ?? [])
  if (align !== "center" && align !== "right") return inner
  return html`<div class="${align}">${inner}</div>`
}

/** Renders an element, with its place. */
export const elementBlock = (node: ContentNode, rendering: Rendering): Html =>
  html`${markPlace(node, rendering)}${byName(node, rendering)}`

const byName = (node: ContentNode, rendering: Rendering): Html => {
  const nodes = node.nodes ?? []
  switch (elementName(node)) {
    case "details":
      return details(node, rendering)
    case "figure":
    case "picture": {
      const caption = find(nodes, "figcaption")
      const pictures = picturesIn(nodes, rendering)
      if (pictures.length === 0) return rendering.blocks(nodes)
      return figure(pictures, inlines(caption?.nodes ?? [], rendering))
    }
    case "table":
      return htmlTable(node, rendering)
    case "ul":
    case "ol":
      return list(node, rendering)
    case "dl":
      return definitions(node, rendering)
    case "blockquote":
      return html`<blockquote>${rendering.blocks(nodes)}</blockquote>`
    case "pre":
      return codeBlock(plainText(nodes), rendering)
    case "hr":
      return trusted("<hr>")
    case "iframe":
    case "video":
    case "audio":
    case "embed": {
      const src = elementAttribute(node, "src")
      if (src === undefined) return rendering.blocks(nodes)
      return embedOf(documentReference(src), nothing, rendering, elementAttribute(node, "title"))
    }
    case "source":
    case "track":
    case "col":
    case "meta":
    case "link":
      return nothing
    default:
      return aligned(node, rendering)
  }
}
