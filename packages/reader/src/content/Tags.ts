/** Renders block tags. */
import {
  type ContentNode,
  isOfKind,
  type NodeType,
  type TagType
} from "@lectern/core/internal/text/markdown/ContentNode"
import type { DocumentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import { dataText, plainText, referenceOf } from "@lectern/core/internal/text/markdown/NodeReading"
import { type Html, html, isOutside, nothing } from "../html/Html.js"
import { dayIn } from "../words/Days.js"
import { filled } from "../words/Filled.js"
import { inlines, linked } from "./Inlines.js"
import { operationSection } from "./OperationSection.js"
import type { Rendering } from "./Rendering.js"
import { tabPanels } from "./TabPanels.js"

const hintStyles = ["info", "success", "warning", "danger", "tip"] as const

const hint = (node: ContentNode, rendering: Rendering): Html => {
  const asked = dataText(node, "style")
  const style = hintStyles.find((known) => known === asked) ?? "info"
  return html`<div class="hint ${style}" role="note" aria-label="${rendering.words[style]}">${rendering.blocks(node.nodes ?? [])}</div>`
}

const inside = (node: ContentNode, name: NodeType<"contents">): ReadonlyArray<ContentNode> =>
  (node.nodes ?? []).filter(({ type }) => type === name)

const tabs = (node: ContentNode, rendering: Rendering): Html => {
  const all = inside(node, "tab").map((tab, index) => ({
    title: dataText(tab, "title") ?? filled(rendering.words.tab, index + 1),
    body: rendering.blocks(tab.nodes ?? [])
  }))
  return tabPanels(rendering.words.tabs, all, rendering.next)
}

const columns = (node: ContentNode, rendering: Rendering): Html => {
  const made = inside(node, "column").map((column) => {
    const width = Number.parseFloat(dataText(column, "width") ?? "")
    const share = width > 0 && width <= 100 ? Math.max(1, Math.round((width * 12) / 100)) : undefined
    return html`<div${share !== undefined && html` class="w${share}"`}>${rendering.blocks(column.nodes ?? [])}</div>`
  })
  return html`<div class="columns">${made}</div>`
}

const sizeText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`

/** A card that leads to a page, a file or something elsewhere. */
export const embedOf = (reference: DocumentReference, caption: Html, rendering: Rendering, label?: string): Html => {
  const link = rendering.link(reference)
  const said = caption.text.trim()
  if (link === undefined) return said === "" ? nothing : html`<p>${caption}</p>`
  const host =
    isOutside(link.href) && URL.canParse(link.href, "https://x") ? new URL(link.href, "https://x").host : undefined
  const title = link.title ?? label ?? link.href.replace(/^https?:\/\/|\/$/g, "")
  const detail = [
    link.description,
    label === undefined ? undefined : host,
    link.size === undefined ? undefined : sizeText(link.size)
  ].find((text) => text !== undefined)
  const kind = link.isFile === true ? "file" : host === undefined ? "page" : "outside"
  const card = linked(
    link,
    html`<span class="ref-title">${title}</span>${detail !== undefined && detail !== title && html`<span class="ref-detail">${detail}</span>`}`,
    `ref ${kind}`
  )
  return said === "" || kind === "page"
    ? card
    : html`<figure class="embed">${card}<figcaption>${caption}</figcaption></figure>`
}

const embed = (node: ContentNode, rendering: Rendering): Html => {
  const reference = referenceOf(node)
  const nodes = node.nodes ?? []
  const lines = nodes.flatMap((inner) => (inner.type === "paragraph" ? (inner.nodes ?? []) : [inner]))
  const written = dataText(node, "caption")
  const caption = written === undefined ? inlines(lines, rendering) : html`${written}`
  if (reference === undefined) return rendering.blocks(nodes)
  const label = node.type === "content-ref" ? plainText(nodes).trim() : undefined
  return embedOf(reference, caption, rendering, label === "" ? undefined : label)
}

/** The date of a change in readable form; as written if it is not a date. */
const dayOf = (date: string, language: string): Html => {
  const isDay = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?$/.test(date) && !Number.isNaN(Date.parse(date))
  return isDay ? html`<time datetime="${date}">${dayIn(language, date)}</time>` : html`<time>${date}</time>`
}

const update = (node: ContentNode, rendering: Rendering): Html => {
  const date = dataText(node, "date")
  return html`<section class="update">${date !== undefined && dayOf(date, rendering.language)}<div>${rendering.blocks(node.nodes ?? [])}</div></section>`
}

/** Renders a block tag of a type. */
export const tagBlock = (node: ContentNode, type: TagType, rendering: Rendering): Html => {
  if (isOfKind(type, "operation")) {
    const { form, more, request, shown } = rendering.operation(node) ?? {}
    return shown === undefined
      ? embed(node, rendering)
      : operationSection({ shown, request, form }, { ...rendering, more })
  }
  switch (type) {
    case "hint":
      return hint(node, rendering)
    case "tabs":
      return tabs(node, rendering)
    case "stepper":
      return html`<ol class="steps">${inside(node, "step").map((step) => html`<li>${rendering.blocks(step.nodes ?? [])}</li>`)}</ol>`
    case "columns":
      return columns(node, rendering)
    case "embed":
    case "file":
    case "content-ref":
    case "include":
      return embed(node, rendering)
    case "if":
      return nothing
    case "update":
      return update(node, rendering)
    default:
      return type satisfies never
  }
}
