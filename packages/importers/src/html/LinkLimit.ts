/** Limits the number of links on a page. */
import { pageBounds } from "@lectern/core/internal/text/markdown/TextBounds"
import type { Element, Root } from "hast"
import { attribute, elements, isElement, rewrite } from "./Hast.js"

const isLink = (node: Element): boolean => isElement(node, "a") && attribute(node, "href") !== ""

/** The links that count in a text. */
interface Counted {
  readonly links: ReadonlyArray<Element>
  /** The anchors that no link of the text leads to. */
  readonly spare: ReadonlyArray<Element>
  readonly all: number
}

const counted = (root: Root): Counted => {
  const links: Array<Element> = []
  const anchors: Array<{ readonly id: string; readonly node: Element }> = []
  let others = 0
  for (const node of elements(root)) {
    const mark = node.data?.mark
    if (mark?.kind === "anchor") anchors.push({ id: mark.id, node })
    else if (isElement(node, "img") || mark?.kind === "tag") others++
    else if (isLink(node) && mark === undefined) links.push(node)
  }
  const wanted = new Set(links.map((link) => attribute(link, "href")))
  return {
    links,
    spare: anchors.filter(({ id }) => !wanted.has(`#${id}`)).map(({ node }) => node),
    all: links.length + anchors.length + others
  }
}

/**
 * Keeps a page within the limit, and returns how many of its links became plain text. Anchors and images count as
 * links. The last anchors that no link of the page leads to are removed first, then the last links, such as those of a
 * long index, become plain text.
 */
export const limitLinks = (root: Root, most: number = pageBounds.links): number => {
  const { all, links, spare } = counted(root)
  const over = all - most
  if (over <= 0) return 0
  const removed = new Set(spare.slice(-over))
  const unlinked = new Set(over > removed.size ? links.slice(-(over - removed.size)) : [])
  rewrite(root, (node) => (removed.has(node) ? [] : unlinked.has(node) ? node.children : undefined))
  return unlinked.size
}
