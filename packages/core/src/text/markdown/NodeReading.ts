/** Reads the nodes of a document: their data, their plain text, and the anchors of headings. */

import { cutAnchor, type HeadingIds, uniqueAnchor } from "./Anchors.js"
import { type ContentNode, statedType } from "./ContentNode.js"
import type { DocumentReference } from "./DocumentReference.js"
import { elementAttribute, elementName } from "./HtmlNodes.js"
import { gitbookReading, type Reading } from "./Reading.js"
import { replaced, withNodes } from "./ReplacedNodes.js"

type Nodes = ReadonlyArray<ContentNode>

/** The reference of a node of the tree. */
export const referenceOf = (node: ContentNode): DocumentReference | undefined =>
  node.data?.ref as DocumentReference | undefined

/** A text in the data of a node. */
export const dataText = (node: ContentNode, key: string): string | undefined => {
  const value = node.data?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** The plain text of some nodes. */
export const plainText = (nodes: Nodes): string =>
  nodes
    .map((node) =>
      node.type === "change" && node.data?.change === "removed" ? "" : (node.text ?? plainText(node.nodes ?? []))
    )
    .join("")

/** The level of a heading: of markdown or HTML; `undefined` for anything else. */
export const headingLevel = (node: ContentNode): number | undefined => {
  const found = /^(?:heading-|h)([1-6])$/.exec(node.type === "element" ? elementName(node) : (statedType(node) ?? ""))
  return found === null ? undefined : Number(found[1])
}

/** The footnotes that a text defines, as markdown by their labels; the first one of each label is used. */
export const footnotesIn = (nodes: Nodes, found: Map<string, string> = new Map()): Map<string, string> => {
  for (const node of nodes) {
    if (node.object === "text" || node.type === "code") continue
    const label = node.type === "footnote" && node.object === "block" ? dataText(node, "label") : undefined
    if (label !== undefined && !found.has(label)) found.set(label, dataText(node, "markdown") ?? "")
    footnotesIn(node.nodes ?? [], found)
  }
  return found
}

/** The anchor that `<a id="…">` sets. */
const anchorId = (node: ContentNode): string | undefined =>
  elementName(node) === "a" ? (elementAttribute(node, "id") ?? elementAttribute(node, "name")) : undefined

/** Elements that are shown as part of the one around them, without a place of their own. */
const parts: ReadonlySet<string> = new Set(
  "tr thead tbody tfoot summary caption figcaption col colgroup source track option meta link".split(" ")
)

/** The place in a page that an element of HTML marks: `<a id="…">`, `<div id="…">`. */
export const elementId = (node: ContentNode): string | undefined =>
  anchorId(node) ??
  (node.type === "element" && !parts.has(elementName(node)) ? elementAttribute(node, "id") : undefined)

/** The anchor that a heading sets for itself. */
const ownAnchor = (heading: ContentNode): string | undefined => {
  for (const node of heading.nodes ?? []) {
    const id = anchorId(node)
    if (id !== undefined) return id
  }
  return cutAnchor(plainText(heading.nodes ?? []))?.anchor
}

const withoutAnchor = (heading: ContentNode): ContentNode => {
  const nodes = [...(heading.nodes ?? [])]
  const last = nodes.at(-1)
  const cut = last?.text === undefined ? undefined : cutAnchor(last.text)
  if (last === undefined || cut === undefined) return heading
  return { ...heading, nodes: [...nodes.slice(0, -1), { ...last, text: cut.text }] }
}

const anchoredAmong = (
  nodes: Nodes,
  anchors: Map<ContentNode, string>,
  seen: Map<string, number>,
  ids: HeadingIds
): Nodes =>
  replaced(nodes, (node) => {
    if (node.object === "text" || (node.type === "change" && node.data?.change === "removed")) return node
    if (headingLevel(node) === undefined) return withNodes(node, (inner) => anchoredAmong(inner, anchors, seen, ids))
    const heading = withoutAnchor(node)
    anchors.set(heading, uniqueAnchor(ownAnchor(node) ?? ids.id(plainText(heading.nodes ?? []).trim()), seen, ids))
    return heading
  })

/** Finds the anchors of headings, and removes them from their text. That of the page's title is taken. */
export const anchored = (
  nodes: Nodes,
  anchors: Map<ContentNode, string>,
  titleAnchor: string | undefined,
  { headings }: Reading = gitbookReading
): Nodes => anchoredAmong(nodes, anchors, new Map(titleAnchor === undefined ? [] : [[titleAnchor, 0]]), headings)
