/** Finds which heading each id on a page leads to, so that links with fragments keep working. */
import { anchorOf, githubIds, uniqueAnchor } from "@lectern/core/internal/text/markdown/Anchors"
import type { Element, Root } from "hast"
import { attribute, elements, isElement, lineOf, marked } from "./Hast.js"
import { isLasting, usableId } from "./Ids.js"
import { isSection } from "./Structure.js"

const heading = /^h[1-6]$/

/** The id that a permalink inside a heading leads to, which is the heading's own. */
const permalink = (node: Element): string => {
  for (const each of elements(node)) {
    const href = isElement(each, "a") ? attribute(each, "href") : ""
    if (href.startsWith("#") && lineOf(each).length <= 1) return href.slice(1)
  }
  return ""
}

const own = (node: Element): string => attribute(node, "id") || (isElement(node, "a") ? attribute(node, "name") : "")

/** The targets of the ids of a page; see {@link markAnchors}. */
export interface Anchors {
  /**
   * The anchor of the heading that an id is on or below; empty above the first heading, `undefined` if there is no such
   * id.
   */
  readonly of: (id: string) => string | undefined
}

/** The ids of each heading, collected before permalinks are removed; {@link markAnchors} needs them. */
export type HeadingIds = ReadonlyMap<Element, ReadonlyArray<string>>

/** Collects the ids of each heading, its own first, and the heading that every other id belongs to. */
export const readIds = (
  root: Root
): { readonly headings: HeadingIds; readonly places: ReadonlyMap<string, Element | undefined> } => {
  const headings = new Map<Element, ReadonlyArray<string>>()
  const places = new Map<string, Element | undefined>()
  let waiting: Array<{ readonly id: string; readonly section: boolean }> = []
  let current: Element | undefined
  const settle = (at: Element | undefined): void => {
    for (const { id } of waiting) if (!places.has(id)) places.set(id, at)
    waiting = []
  }
  const visit = (node: Root | Element): void => {
    for (const child of node.children) {
      if (child.type === "text" && child.value.trim() !== "") settle(current)
      if (child.type !== "element") continue
      if (!heading.test(child.tagName)) {
        const id = own(child)
        if (id !== "")
          waiting.push({ id, section: isSection(child) || (isElement(child, "a", "span") && lineOf(child) === "") })
        if (isElement(child, "img", "hr")) settle(current)
        visit(child)
        continue
      }
      current = child
      const before = waiting.filter(({ section }) => section).map(({ id }) => id)
      const inside = [...elements(child)].map(own)
      headings.set(
        child,
        [attribute(child, "id"), permalink(child), ...inside, ...before.toReversed()].filter((id) => id !== "")
      )
      settle(child)
      for (const id of headings.get(child)!) if (!places.has(id)) places.set(id, child)
    }
  }
  visit(root)
  settle(current)
  return { headings, places }
}

/**
 * Sets the anchor of every remaining heading: the one derived from its text, or its own id, written explicitly, if they
 * differ or two anchors would be equal. `title` is the page's title, which is no longer a heading of the text.
 */
export const markAnchors = (root: Root, ids: ReturnType<typeof readIds>, title: string): Anchors => {
  const anchors = new Map<Element, string>()
  const written = new Set<string>()
  const seen = new Map([[anchorOf(title), 0]])
  for (const each of elements(root)) {
    if (each.data?.mark?.kind === "anchor") written.add(each.data.mark.id)
    const known = heading.test(each.tagName) ? (ids.headings.get(each) ?? []) : undefined
    if (known === undefined) continue
    const made = anchorOf(lineOf(each))
    const wanted = known.find(isLasting)
    const anchor = uniqueAnchor(wanted ?? made, seen, githubIds)
    anchors.set(each, anchor)
    if (anchor !== made && usableId.test(anchor)) each.children.push(marked({ kind: "anchor", id: anchor }, [], "span"))
  }
  return {
    of: (id) => {
      if (written.has(id)) return id
      if (!ids.places.has(id)) return undefined
      const at = ids.places.get(id)
      return at === undefined ? "" : (anchors.get(at) ?? "")
    }
  }
}
