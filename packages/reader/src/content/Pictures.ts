/** Pictures, with their dimensions, so that the layout does not shift when they load. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { documentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import { elementAttribute, elementName } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { dataText, referenceOf } from "@lectern/core/internal/text/markdown/NodeReading"
import { attribute, type Html, html, nothing, trusted } from "../html/Html.js"
import type { Picture, Rendering } from "./Rendering.js"

interface Size {
  readonly width?: number | string
  readonly height?: number
}

const sizeOf = (written: string | undefined, { height, width }: Picture): Size => {
  const found = /^\s*(\d{1,4})(?:\.\d+)?\s*(px|%)?\s*$/.exec(written ?? "")
  const asked = Number(found?.[1] ?? 0)
  const own = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  if (found === null || asked === 0) return own
  if (found[2] === "%") return { width: `${Math.min(asked, 100)}%` }
  if (width === undefined || height === undefined || width === 0) return { width: asked }
  return { width: asked, height: Math.round((height * asked) / width) }
}

const named = (node: ContentNode, name: string): string | undefined =>
  node.type === "element" ? elementAttribute(node, name) : dataText(node, name)

/** The picture of an `image` node or an `img` element. */
export const pictureOf = (node: ContentNode, rendering: Rendering, dark?: string): Html => {
  const isElement = node.type === "element"
  const reference = isElement ? documentReference(elementAttribute(node, "src") ?? "") : referenceOf(node)
  const picture = reference === undefined ? undefined : rendering.picture(reference)
  if (picture === undefined) return html`${named(node, "alt")}`
  const { height, width } = sizeOf(named(node, "width"), picture)
  const lazy = rendering.next() > 1 ? trusted(' loading="lazy" decoding="async"') : nothing
  const img = html`<img src="${picture.src}" alt="${named(node, "alt") ?? ""}"${attribute("width", width)}${attribute("height", height)}${attribute("title", named(node, "title"))}${lazy}>`
  return dark === undefined
    ? img
    : html`<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}">${img}</picture>`
}

/** Every picture in some nodes, with its variant for dark mode. */
export const picturesIn = (
  nodes: ReadonlyArray<ContentNode>,
  rendering: Rendering,
  dark?: string
): ReadonlyArray<Html> => {
  const source = nodes.find(
    (node) => elementName(node) === "source" && /dark/i.test(elementAttribute(node, "media") ?? "")
  )
  const srcset = source === undefined ? undefined : elementAttribute(source, "srcset")?.trim().split(/\s+/)[0]
  const inDark = srcset === undefined ? dark : rendering.picture(documentReference(srcset))?.src
  return nodes.flatMap((node) =>
    node.type === "image" || elementName(node) === "img"
      ? [pictureOf(node, rendering, inDark)]
      : picturesIn(node.nodes ?? [], rendering, inDark)
  )
}

/** A picture, or several side by side, with their captions. */
export const figure = (pictures: ReadonlyArray<Html>, caption: Html): Html => {
  if (pictures.length === 0) return nothing
  const shown = pictures.length === 1 ? pictures : html`<div class="row">${pictures}</div>`
  return html`<figure>${shown}${caption.text.trim() !== "" && html`<figcaption>${caption}</figcaption>`}</figure>`
}
