/** The blocks of a page. */
import type { DocumentNode } from "@lectern/core/internal/markdown/DocumentNode"
import { elementAttribute, elementName } from "@lectern/core/internal/markdown/HtmlNodes"
import { dataText, headingLevel, plainText } from "@lectern/core/internal/markdown/NodeReading"
import { highlighted } from "../html/Code.js"
import { attribute, type Html, html, joined, nothing, trusted } from "../html/Html.js"
import { formula } from "../html/MathMl.js"
import { elementBlock } from "./Elements.js"
import { checkbox, inlines, isInline } from "./Inlines.js"
import { picturesIn } from "./Pictures.js"
import type { Rendering } from "./Rendering.js"
import { markdownTable } from "./Tables.js"
import { tagBlock } from "./Tags.js"

type Nodes = ReadonlyArray<DocumentNode>

/** A picture, or several side by side, with what is said of them. */
export const figure = (pictures: ReadonlyArray<Html>, caption: Html): Html => {
  if (pictures.length === 0) return nothing
  const shown = pictures.length === 1 ? pictures : html`<div class="row">${pictures}</div>`
  return html`<figure>${shown}${caption.text.trim() !== "" && html`<figcaption>${caption}</figcaption>`}</figure>`
}

/** How a block of code is shown. */
export interface CodeOptions {
  readonly language?: string | undefined
  readonly title?: string | undefined
  readonly isNumbered?: boolean
  readonly wraps?: boolean
}

/** A block of code. It can be scrolled with the keyboard. */
export const codeBlock = (code: string, { isNumbered = false, language, title, wraps = false }: CodeOptions): Html => {
  const names = [isNumbered && "numbered", wraps && "wraps"].filter((name) => name !== false).join(" ")
  const label = title ?? (language === undefined ? "Code" : `Code in ${language}`)
  return html`<figure class="code">${title !== undefined && html`<figcaption>${title}</figcaption>`}<pre tabindex="0" role="group" aria-label="${label}"${attribute("class", names === "" ? undefined : names)}${attribute("data-language", language)}><code>${highlighted(code, language, isNumbered)}</code></pre></figure>`
}

const codeOf = (node: DocumentNode): string =>
  (node.nodes ?? []).map((line) => (line.nodes ?? []).map(({ text }) => text ?? "").join("")).join("\n")

const heading = (node: DocumentNode, level: number, rendering: Rendering): Html => {
  const inner = inlines(node.nodes ?? [], rendering)
  if (inner.text.trim() === "") return nothing
  const anchor = rendering.anchorOf(node)
  const name = `h${Math.max(2, level)}`
  const open = anchor === undefined ? html`<${trusted(name)}>` : html`<${trusted(name)} id="${anchor}">`
  const to =
    anchor !== undefined &&
    html`<a class="anchor" href="#${anchor}" aria-label="Link to “${plainText(node.nodes ?? []).trim()}”"></a>`
  return html`${open}${inner}${to}</${trusted(name)}>`
}

/** A list, of markdown or of HTML. */
export const list = (node: DocumentNode, rendering: Rendering): Html => {
  const isOrdered = node.type === "list-ordered" || elementName(node) === "ol"
  const start = Number(node.data?.start ?? elementAttribute(node, "start") ?? 1)
  const items = (node.nodes ?? []).filter(({ type }) => type === "list-item" || type === "element")
  const isTight = items.every(({ nodes = [] }) => nodes.filter(({ type }) => type === "paragraph").length <= 1)
  const inner = items.map(({ data, nodes = [] }) => {
    const box = typeof data?.checked === "boolean" && checkbox(data.checked)
    return html`<li>${box}${isTight ? tight(nodes, rendering) : blocks(nodes, rendering)}</li>`
  })
  if (!isOrdered) return html`<ul${node.type === "list-tasks" && trusted(' class="tasks"')}>${inner}</ul>`
  return html`<ol${Number.isSafeInteger(start) && start >= 0 && start !== 1 && attribute("start", start)}>${inner}</ol>`
}

/** Blocks of which a paragraph is not set apart. */
const tight = (nodes: Nodes, rendering: Rendering): Html =>
  blocks(
    nodes.flatMap((node) => (node.type === "paragraph" ? (node.nodes ?? []) : [node])),
    rendering,
    false
  )

const block = (node: DocumentNode, rendering: Rendering): Html => {
  const nodes = node.nodes ?? []
  const level = headingLevel(node)
  if (level !== undefined) return heading(node, level, rendering)
  switch (node.type) {
    case "paragraph":
      return html`<p>${inlines(nodes, rendering)}</p>`
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return list(node, rendering)
    case "blockquote":
      return html`<blockquote>${blocks(nodes, rendering)}</blockquote>`
    case "code":
      return codeBlock(codeOf(node), {
        language: dataText(node, "syntax"),
        title: dataText(node, "title"),
        isNumbered: node.data?.lineNumbers === true,
        wraps: node.data?.overflow === "wrap"
      })
    case "table":
      return markdownTable(node, rendering)
    case "divider":
      return trusted("<hr>")
    case "images":
      return figure(picturesIn(nodes, rendering), nothing)
    case "math":
      return html`<div class="math" tabindex="0" role="group" aria-label="Formula">${formula(dataText(node, "formula") ?? "", true)}</div>`
    case "footnote":
      return nothing
    case "element":
      return elementBlock(node, rendering)
    default:
      return tagBlock(node, rendering)
  }
}

/** Some nodes as blocks: what stands in a line among them is a paragraph, unless it is to be set without. */
export const blocks = (nodes: Nodes, rendering: Rendering, inParagraphs = true): Html => {
  const made: Array<Html> = []
  let line: Array<DocumentNode> = []
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
