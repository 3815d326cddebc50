/** Renders running text. */
import { addressParts } from "@lectern/core/internal/text/markdown/BareAddresses"
import { type ContentNode, isOfKind } from "@lectern/core/internal/text/markdown/ContentNode"
import { documentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import { elementAttribute, elementName } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { dataText, elementId, plainText, referenceOf } from "@lectern/core/internal/text/markdown/NodeReading"
import { replaced, withNodes } from "@lectern/core/internal/text/markdown/ReplacedNodes"
import { attribute, type Html, html, isOutside, joined, nothing, trusted } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { pictureOf, picturesIn } from "./Pictures.js"
import type { Link, Rendering } from "./Rendering.js"

type Nodes = ReadonlyArray<ContentNode>

/** The HTML elements in running text, and how they are rendered. */
const elements: Readonly<Record<string, string>> = {
  ...{ strong: "strong", b: "strong", em: "em", i: "em", cite: "cite", u: "u", ins: "ins", s: "s", del: "s" },
  ...{ strike: "s", mark: "mark", sub: "sub", sup: "sup", kbd: "kbd", code: "code", samp: "samp", tt: "code" },
  ...{ small: "small", abbr: "abbr", q: "q", var: "var", dfn: "dfn" }
}

const markElements: Readonly<Record<string, string>> = {
  bold: "strong",
  italic: "em",
  strikethrough: "s",
  code: "code"
}

/** The elements in which an address is not a link. */
const verbatim: ReadonlySet<string> = new Set(["code", "kbd", "samp", "var"])

const others = "a br font img input label span time big".split(" ")

const inlineNames: ReadonlySet<string> = new Set([...Object.keys(elements), ...others])

/** Whether a node is inline. */
export const isInline = (node: ContentNode): boolean =>
  node.object === "text" || node.object === "inline" || inlineNames.has(elementName(node))

const within = (name: string, inner: Html): Html => joined([trusted(`<${name}>`), inner, trusted(`</${name}>`)])

/** A line of text, in which addresses become links, except in code and in links. */
const lineOf = (line: string, node: ContentNode, rendering: Rendering): Html =>
  rendering.isVerbatim === true || node.marks?.includes("code") === true
    ? joined(line)
    : joined(
        addressParts(line).map(({ text, isAddress }) =>
          isAddress ? linked(rendering.link(documentReference(text)), joined(text), "bare") : text
        )
      )

const marked = (node: ContentNode, rendering: Rendering): Html => {
  const [first = "", ...others] = (node.text ?? "").split("\n")
  let inner = lineOf(first, node, rendering)
  if (others.length > 0) inner = joined([inner, ...others.map((line) => html`<br>${lineOf(line, node, rendering)}`)])
  for (const mark of [...(node.marks ?? [])].reverse()) {
    const name = markElements[mark]
    if (name !== undefined) inner = within(name, inner)
  }
  return inner
}

const buttonClass = (node: ContentNode): string | undefined => {
  const classes = (elementAttribute(node, "class") ?? "").split(/\s+/)
  if (!classes.includes("button")) return undefined
  return classes.includes("secondary") ? "button secondary" : "button"
}

/** Text with a link; only the text if the link has no target. */
export const linked = (link: Link | undefined, inner: Html, className?: string): Html => {
  if (link === undefined) return inner
  const outside = isOutside(link.href) ? trusted(' rel="noopener nofollow ugc"') : nothing
  return html`<a href="${link.href}"${outside}${attribute("class", className)}${link.isFile === true && trusted(" download")}>${inner}</a>`
}

/** Links do not nest: inner ones are dropped. */
const flat = (nodes: Nodes): Nodes =>
  replaced(nodes, (node) =>
    node.type === "link" || elementName(node) === "a" ? flat(node.nodes ?? []) : withNodes(node, flat)
  )

const linkTo = (rendering: Rendering, destination: ContentNode["data"], nodes: Nodes, className?: string): Html => {
  const reference = referenceOf({ object: "inline", data: destination ?? {} })
  const link = reference === undefined ? undefined : rendering.link(reference)
  const inner = inlines(flat(nodes), { ...rendering, isVerbatim: true })
  const shown = inner.text.trim() === "" && plainText(nodes).trim() === "" ? html`${link?.title ?? link?.href}` : inner
  return linked(link, shown, className)
}

const iconName = (node: ContentNode): string | undefined => {
  if (elementName(node) !== "i" && elementName(node) !== "span") return undefined
  const found = (elementAttribute(node, "class") ?? "")
    .split(/\s+/)
    .find((name) => /^fa-(?!solid$|regular$|brands$|light$|thin$|duotone$|sharp$)[\w-]+$/.test(name))
  return found?.slice(3)
}

/** An empty element with the id of an element of HTML, unless the page has it already. */
export const markPlace = (node: ContentNode, rendering: Rendering): Html => {
  const id = rendering.takes(elementId(node) ?? "")
  return id === undefined ? nothing : html`<span id="${id}"></span>`
}

const element = (node: ContentNode, rendering: Rendering): Html =>
  html`${markPlace(node, rendering)}${elementContent(node, rendering)}`

const elementContent = (node: ContentNode, rendering: Rendering): Html => {
  const nodes = node.nodes ?? []
  const name = elementName(node)
  const icon = iconName(node)
  if (icon !== undefined) return rendering.icon(icon) ?? nothing
  const safe = elements[name]
  if (safe !== undefined) {
    return within(safe, inlines(nodes, verbatim.has(safe) ? { ...rendering, isVerbatim: true } : rendering))
  }
  switch (name) {
    case "br":
      return trusted("<br>")
    case "img":
      return pictureOf(node, rendering)
    case "picture":
      return joined(picturesIn(nodes, rendering))
    case "a": {
      const href = elementAttribute(node, "href")
      if (href === undefined) return inlines(nodes, rendering)
      return linkTo(rendering, { ref: documentReference(href) }, nodes, buttonClass(node))
    }
    case "input": {
      if (elementAttribute(node, "type")?.toLowerCase() !== "checkbox") return nothing
      return checkbox(elementAttribute(node, "checked") !== undefined, rendering.words)
    }
    default:
      return inlines(nodes, rendering)
  }
}

/** A box that shows whether a task is done. */
export const checkbox = (isChecked: boolean, { done, toDo }: Words): Html =>
  isChecked
    ? html`<span class="box done" role="img" aria-label="${done}"></span>`
    : html`<span class="box" role="img" aria-label="${toDo}"></span>`

const one = (node: ContentNode, rendering: Rendering): Html => {
  if (node.object === "text") return marked(node, rendering)
  if (!isOfKind(node.type, "inline")) return inlines(node.nodes ?? [], rendering)
  switch (node.type) {
    case "element":
      return element(node, rendering)
    case "link":
      return linkTo(rendering, node.data, node.nodes ?? [])
    case "image":
      return pictureOf(node, rendering)
    case "math":
      return rendering.formula(dataText(node, "formula") ?? "", false)
    case "change":
      return within(dataText(node, "change") === "removed" ? "del" : "ins", inlines(node.nodes ?? [], rendering))
    case "footnote": {
      const used = rendering.footnote(dataText(node, "label") ?? "")
      if (used === undefined) return nothing
      const { isFirst, number } = used
      return html`<sup><a href="#~note-${number}"${isFirst && html` id="~ref-${number}"`} class="note" aria-label="${filled(rendering.words.footnote, number)}">${number}</a></sup>`
    }
    case "html":
      return inlines(node.nodes ?? [], rendering)
    default:
      return node.type satisfies never
  }
}

/** Renders nodes as running text; blocks among them lose their structure. */
export const inlines = (nodes: Nodes, rendering: Rendering): Html => joined(nodes.map((node) => one(node, rendering)))
