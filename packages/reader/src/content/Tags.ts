/** Block tags. One that is not known shows what is inside of it. */
import type { DocumentNode } from "@lectern/core/internal/markdown/DocumentNode"
import type { DocumentReference } from "@lectern/core/internal/markdown/DocumentReference"
import { dataText, plainText, referenceOf } from "@lectern/core/internal/markdown/NodeReading"
import { showsOperation } from "@lectern/core/internal/site-reading/ReadingTask"
import { type Html, html, isOutside, nothing, trusted } from "../html/Html.js"
import { inlines, linked } from "./Inlines.js"
import { operation } from "./Operations.js"
import type { Rendering } from "./Rendering.js"

const hintNames = {
  info: "Info",
  success: "Success",
  warning: "Warning",
  danger: "Danger",
  tip: "Tip"
} as const

const hint = (node: DocumentNode, rendering: Rendering): Html => {
  const asked = dataText(node, "style") ?? "info"
  const style = Object.hasOwn(hintNames, asked) ? (asked as keyof typeof hintNames) : "info"
  return html`<div class="hint ${style}" role="note" aria-label="${hintNames[style]}">${rendering.blocks(node.nodes ?? [])}</div>`
}

const inside = (node: DocumentNode, name: string): ReadonlyArray<DocumentNode> =>
  (node.nodes ?? []).filter(({ type }) => type === name)

/** Tabs that work by radio buttons, so without a script. */
const tabs = (node: DocumentNode, rendering: Rendering): Html => {
  const found = inside(node, "tab")
  if (found.length === 0) return rendering.blocks(node.nodes ?? [])
  const group = `~tabs-${rendering.next()}`
  const made = found.map((tab, index) => {
    const id = `${group}-${index}`
    const title = dataText(tab, "title") ?? `Tab ${index + 1}`
    return html`<input type="radio" name="${group}" id="${id}"${index === 0 && trusted(" checked")}><label for="${id}">${title}</label><div class="panel">${rendering.blocks(tab.nodes ?? [])}</div>`
  })
  return html`<div class="tabs" role="group" aria-label="Tabs">${made}</div>`
}

const columns = (node: DocumentNode, rendering: Rendering): Html => {
  const made = inside(node, "column").map((column) => {
    const width = Number.parseFloat(dataText(column, "width") ?? "")
    const share = width > 0 && width <= 100 ? Math.max(1, Math.round((width * 12) / 100)) : undefined
    return html`<div${share !== undefined && html` class="w${share}"`}>${rendering.blocks(column.nodes ?? [])}</div>`
  })
  return made.length === 0 ? rendering.blocks(node.nodes ?? []) : html`<div class="columns">${made}</div>`
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

const embed = (node: DocumentNode, rendering: Rendering): Html => {
  const reference = referenceOf(node)
  const nodes = node.nodes ?? []
  const lines = nodes.flatMap((inner) => (inner.type === "paragraph" ? (inner.nodes ?? []) : [inner]))
  const written = dataText(node, "caption")
  const caption = written === undefined ? inlines(lines, rendering) : html`${written}`
  if (reference === undefined) return rendering.blocks(nodes)
  const label = node.type === "content-ref" ? plainText(nodes).trim() : undefined
  return embedOf(reference, caption, rendering, label === "" ? undefined : label)
}

const update = (node: DocumentNode, rendering: Rendering): Html => {
  const date = dataText(node, "date")
  return html`<section class="update">${date !== undefined && html`<time>${date}</time>`}<div>${rendering.blocks(node.nodes ?? [])}</div></section>`
}

const changeOf = (node: DocumentNode): string => {
  const kind = dataText(node, "change")
  return kind === "added" || kind === "removed" ? kind : "edited"
}

/** A block tag, by its name. */
export const tagBlock = (node: DocumentNode, rendering: Rendering): Html => {
  if (showsOperation(node)) {
    const shown = rendering.operation(node)
    return shown === undefined ? embed(node, rendering) : html`<div class="operation">${operation(shown)}</div>`
  }
  switch (node.type) {
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
    case "change":
      return html`<div class="change ${changeOf(node)}">${rendering.blocks(node.nodes ?? [])}</div>`
    case "update":
      return update(node, rendering)
    default:
      return rendering.blocks(node.nodes ?? [])
  }
}
