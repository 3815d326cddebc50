/** Converts images with captions, titles of figures and tables, and drawings. */
import type { Element, ElementContent, Root } from "hast"
import {
  attribute,
  classes,
  element,
  elements,
  find,
  hasClass,
  isBlank,
  isElement,
  lineOf,
  markedInline,
  rewrite,
  textOf
} from "./Hast.js"
import { isLasting } from "./Ids.js"

/** Elements that generators number, name and link to. */
const numbered =
  /^(?:table|figure|example|equation|procedure|informaltable|informalfigure|imageblock|listingblock|exampleblock|tableblock)$/

const isTitle = (node: Element): boolean =>
  (isElement(node, "p", "div") && hasClass(node, "title")) || isElement(node, "figcaption", "caption")

/** A caption as a paragraph in italics, with the anchor by which the figure is linked. */
const caption = (children: ReadonlyArray<ElementContent>, ids: ReadonlyArray<string>): Element => {
  const anchors = [...new Set(ids.filter(isLasting))].map((id) => markedInline({ kind: "anchor", id }))
  const shown = children.filter((child) => !isBlank(child))
  const [only] = shown
  const line = shown.length === 1 && isElement(only, "p", "div") && only.data === undefined ? only.children : children
  return element("p", [element("em", [...line]), ...anchors])
}

/** The captions of a table, as paragraphs before it. */
export const tableCaption = (table: Element, captions: ReadonlyArray<Element>): ReadonlyArray<Element> =>
  captions
    .filter((each) => lineOf(each) !== "")
    .map((each, index) => caption(each.children, index === 0 ? [attribute(table, "id"), attribute(each, "id")] : []))

/** Converts the title of a numbered figure, table or example, which other pages may link to. */
const titled = (node: Element): ReadonlyArray<ElementContent> | undefined => {
  if (!isElement(node, "div") || !classes(node).some((name) => numbered.test(name))) return undefined
  const title = node.children.find((child): child is Element => isElement(child) && isTitle(child))
  const id = attribute(node, "id")
  if (title === undefined || (!isLasting(id) && isElement(title, "p"))) return undefined
  if (hasClass(node, "imageblock")) {
    const rest = node.children.filter((child) => child !== title)
    return [element("figure", [...rest, element("figcaption", title.children)], { id })]
  }
  const isBold = find(title, (each) => isElement(each, "strong", "b")) !== undefined
  const line = isBold
    ? element("p", [...title.children, ...(isLasting(id) ? [markedInline({ kind: "anchor", id })] : [])])
    : caption(title.children, [id])
  return node.children.map((child) => (child === title ? line : child))
}

/**
 * Converts a figure: kept if it has an image and one caption, otherwise its content with the captions as paragraphs.
 */
export const figure = (node: Element): ReadonlyArray<ElementContent> | undefined => {
  if (!isElement(node, "figure")) return titled(node)
  const captions = node.children.filter((child): child is Element => isElement(child, "figcaption"))
  const [only] = captions
  const holder: Root = { type: "root", children: node.children.filter((child) => !isElement(child, "figcaption")) }
  const holdsPicture = find(holder, (each) => isElement(each, "img")) !== undefined
  if (only === undefined || captions.length > 1 || lineOf(only) === "" || !holdsPicture || lineOf(holder) !== "")
    return node.children.map((child) => (isElement(child, "figcaption") ? caption(child.children, []) : child))
  const id = attribute(node, "id")
  if (isLasting(id)) only.children.push(markedInline({ kind: "anchor", id }))
  return undefined
}

/** Replaces inline SVG drawings with the text in them, since markdown has no inline drawings. */
export const markDrawings = (root: Root): void =>
  rewrite(root, (node) => {
    if (!isElement(node, "svg")) return undefined
    const labels = [...elements(node)].filter((each) => isElement(each, "text"))
    const said = labels.map((each) => textOf(each).replaceAll(/\s+/g, " ").trim()).filter((each) => each !== "")
    const isHidden = attribute(node, "ariaHidden") === "true"
    return said.length === 0 || isHidden
      ? undefined
      : [element("span", [{ type: "text", value: ` ${said.join(" ")} ` }])]
  })
