/** Renders the blocks of a page. */
import { type ContentNode, showsContents } from "@lectern/core/internal/text/markdown/ContentNode"
import { dataText, headingLevel, plainText } from "@lectern/core/internal/text/markdown/NodeReading"
import { type Html, html, joined, nothing, trusted } from "../html/Html.js"
import { filled } from "../words/Filled.js"
import { codeBlock } from "./CodeBlock.js"
import { elementBlock } from "./Elements.js"
import { inlines, isInline } from "./Inlines.js"
import { list } from "./Lists.js"
import { figure, picturesIn } from "./Pictures.js"
import type { Rendering } from "./Rendering.js"
import { markdownTable } from "./Tables.js"
import { tagBlock } from "./Tags.js"

type Nodes = ReadonlyArray<ContentNode>

const heading = (node: ContentNode, level: number, rendering: Rendering): Html => {
  const inner = inlines(node.nodes ?? [], rendering)
  if (inner.text.trim() === "") return nothing
  const anchor = rendering.anchorOf(node)
  const name = `h${Math.max(2, level)}`
  const open = anchor === undefined ? html`<${trusted(name)}>` : html`<${trusted(name)} id="${anchor}">`
  const further = rendering.furtherIdOf(node)
  const also = further !== undefined && html`<span id="${further}" aria-hidden="true"></span>`
  const to =
    anchor !== undefined &&
    html`<a class="anchor" href="#${anchor}" aria-label="${filled(rendering.words.linkTo, plainText(node.nodes ?? []).trim())}"></a>`
  return html`${open}${also}${inner}${to}</${trusted(name)}>`
}

const changeOf = (node: ContentNode): string => {
  const kind = dataText(node, "change")
  return kind === "added" || kind === "removed" ? kind : "edited"
}

const block = (node: ContentNode, rendering: Rendering): Html => {
  const nodes = node.nodes ?? []
  const level = headingLevel(node)
  if (level !== undefined) return heading(node, level, rendering)
  if (showsContents(node.type)) return blocks(nodes, rendering)
  switch (node.type) {
    case "paragraph":
      return html`<p>${inlines(nodes, rendering)}</p>`
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return list(node, rendering)
    case "blockquote":
      return html`<blockquote>${blocks(nodes, rendering)}</blockquote>`
    case "code": {
      const language = dataText(node, "syntax")
      const code = plainText(nodes)
      const drawn = language === "mermaid" ? rendering.diagram?.(code) : undefined
      if (drawn !== undefined) return drawn
      return codeBlock(code, {
        words: rendering.words,
        highlight: rendering.highlight,
        language,
        title: dataText(node, "title"),
        isNumbered: node.data?.lineNumbers === true,
        wraps: node.data?.overflow === "wrap"
      })
    }
    case "table":
      return markdownTable(node, rendering)
    case "divider":
      return trusted("<hr>")
    case "images":
      return figure(picturesIn(nodes, rendering), nothing)
    case "math":
      return html`<div class="math" tabindex="0" role="group" aria-label="${rendering.words.formula}">${rendering.formula(dataText(node, "formula") ?? "", true)}</div>`
    case "footnote":
      return nothing
    case "link":
    case "image":
    case "html":
      return blocks(nodes, rendering)
    case "element":
      return elementBlock(node, rendering)
    case "change":
      return html`<div class="change ${changeOf(node)}">${blocks(nodes, rendering)}</div>`
    default:
      return tagBlock(node, node.type, rendering)
  }
}

/** Renders nodes as blocks. Inline nodes among them become a paragraph, unless `inParagraphs` is false. */
export const blocks = (nodes: Nodes, rendering: Rendering, inParagraphs = true): Html => {
  const made: Array<Html> = []
  let line: Array<ContentNode> = []
  const flush = (): void => {
    const inner = inlines(line, rendering)
    if (inner.text.trim() !== "") made.push(inParagraphs ? html`<p>${inner}</p>` : inner)
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      flush()
      made.push(block(node, rendering))
    }
  }
  flush()
  return joined(made)
}
