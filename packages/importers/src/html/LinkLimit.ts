/** Limits the number of links on a page. */
import { pageBounds } from "@lectern/core/internal/markdown/TextBounds"
import type { Root } from "hast"
import { attribute, elements, isElement, rewrite } from "./Hast.js"

const isLink = (node: { readonly tagName: string }): boolean => node.tagName === "a"

/**
 * Turns links beyond the limit, such as the last ones of a long index, into plain text, and returns how many. Images
 * and heading anchors count as links and are kept.
 */
export const limitLinks = (root: Root, most: number = pageBounds.links): number => {
  let others = 0
  let links = 0
  for (const each of elements(root)) {
    if (isElement(each, "img") || each.data?.mark?.kind === "anchor" || each.data?.mark?.kind === "tag") others++
    else if (isElement(each, "a") && attribute(each, "href") !== "") links++
  }
  const over = links + others - most
  if (over <= 0) return 0
  const kept = Math.max(0, most - others)
  let seen = 0
  rewrite(root, (node) => {
    if (!isLink(node) || attribute(node, "href") === "" || node.data?.mark !== undefined) return undefined
    seen++
    return seen > kept ? node.children : undefined
  })
  return links - kept
}
