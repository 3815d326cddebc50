/** Converts definition lists to lists of bold terms with their definitions below. */
import type { Element, ElementContent } from "hast"
import {
  attribute,
  element,
  elements,
  find,
  hasClass,
  isBlank,
  isBlock,
  isElement,
  lineOf,
  markedInline,
  rewrite
} from "./Hast.js"
import { isLasting } from "./Ids.js"

const codes = ["code", "tt", "kbd", "samp"] as const

/** Whether a term is the signature of a function or class, which is shown as code. */
const isSignature = (term: Element): boolean =>
  hasClass(term, "sig") ||
  (term.data === undefined &&
    attribute(term, "id").includes(".") &&
    find(term, (each) => isElement(each, ...codes)) !== undefined)

/** Puts names of one term that are on separate lines on one line. */
const joinNames = (term: Element): void => {
  let breaks = 0
  let after = 0
  const count = (node: Element): void => {
    for (const child of node.children) {
      if (isElement(child, "br")) breaks++
      else if (isElement(child)) count(child)
      else if (!isBlank(child)) after = breaks
    }
  }
  count(term)
  let passed = 0
  rewrite(term, (each) =>
    isElement(each, "br") ? [{ type: "text", value: passed++ < after ? ", " : " " }] : undefined
  )
}

/** The anchors by which a term is linked. */
const anchorsOf = (term: Element): ReadonlyArray<Element> => {
  const inside = [...elements(term)].filter((each) => isElement(each, "a", "span"))
  const ids = new Set([term, ...inside].map((each) => attribute(each, "id")).filter(isLasting))
  return [...ids].slice(0, 3).map((id) => markedInline({ kind: "anchor", id }))
}

/** A term as one line. */
const named = (term: Element): ReadonlyArray<ElementContent> => {
  const anchors = anchorsOf(term)
  if (isSignature(term)) return [element("code", [{ type: "text", value: lineOf(term) }]), ...anchors]
  joinNames(term)
  return [element("strong", term.children), ...anchors]
}

/** Whether a child of a list merely groups terms and definitions. */
const groups = (node: ElementContent): node is Element =>
  isElement(node, "div", "p") &&
  node.data === undefined &&
  node.children.some((child) => isElement(child, "dt", "dd") || groups(child))

const flattened = (children: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> =>
  children.flatMap((child) => (groups(child) ? flattened(child.children) : isBlank(child) ? [] : [child]))

const isHeading = (node: Element): boolean => /^h[1-6]$/.test(node.tagName)

/** Whether a node cannot be in a list, such as a heading after a list that was never closed. */
const endsList = (node: ElementContent): boolean =>
  isElement(node) && !isElement(node, "dt", "dd") && (isHeading(node) || find(node, isHeading) !== undefined)

/** Converts a definition list to a list. Anything between definitions is appended to the previous one. */
export const definitions = (list: Element): ReadonlyArray<ElementContent> => {
  const parts = flattened(list.children)
  if (!parts.some((part) => isElement(part, "dt")))
    return [
      element(
        "div",
        parts.map((part) => (isElement(part, "dd") ? { ...part, tagName: "div" } : part))
      )
    ]
  const found: Array<ElementContent> = []
  let items: Array<ElementContent> | undefined
  let terms: Element | undefined
  const add = (item: Element): void => {
    if (items === undefined) {
      const holder = element("ul", [])
      found.push(holder)
      items = holder.children
    }
    items.push(item)
  }
  for (const part of parts) {
    if (!isElement(part, "dt")) {
      terms = undefined
      const definition = isElement(part, "dd") ? { ...part, tagName: "div" } : element("div", [part])
      const last = items?.at(-1)
      if (endsList(part)) items = undefined
      if (isElement(part, "dd") && last === undefined) add(element("li", [definition]))
      else if (isElement(last) && !endsList(part)) last.children.push(definition)
      else found.push(part)
      continue
    }
    if (find(part, isBlock) !== undefined) {
      add(element("li", part.children))
      terms = undefined
    } else if (lineOf(part) === "" && find(part, (each) => isElement(each, "img")) === undefined) continue
    else if (terms === undefined) {
      terms = element("p", [...named(part)])
      add(element("li", [terms]))
    } else terms.children.push(element("br", []), ...named(part))
  }
  return found
}
