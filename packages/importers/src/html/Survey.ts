/** Measures how much of a page's text each of its elements contains, without the parts around the text. */
import type { Element, Root } from "hast"
import { fingerprints, isSilent } from "./Blocks.js"
import { isChrome } from "./Chrome.js"
import type { Common } from "./Common.js"
import { attribute, classes, elements, find, isElement, textOf } from "./Hast.js"

/** How the text of a page is distributed. */
export interface Survey {
  /** How many characters of text an element contains, without whitespace and what surrounds the text. */
  readonly weight: (node: Root | Element) => number
  /** Whether an element surrounds the text, or occurs on most pages of the site. */
  readonly isAround: (node: Element) => boolean
  /**
   * Whether a block occurs on most pages of the site and is neither a section that every page has nor part of a list or
   * table.
   */
  readonly isCommon: (node: Element) => boolean
  /** Whether an element is part of a section that most pages have. */
  readonly isShared: (node: Element) => boolean
}

/**
 * The share of an element's words that are in links, from 0 to 1; 0 if it has no words. Elements that `skip` matches do
 * not count.
 */
export const linked = (node: Element, skip: (node: Element) => boolean = () => false): number => {
  const length = (text: string): number => text.replaceAll(/[\s\p{P}\p{S}]+/gu, "").length
  const total = length(textOf(node, skip))
  if (total === 0) return 0
  let inLinks = 0
  for (const each of elements(node, (inner) => !isElement(inner, "a") && !skip(inner)))
    if (isElement(each, "a") && !skip(each)) inLinks += length(textOf(each, skip))
  return inLinks / total
}

const footers = /^(?:(?:site|page|global|main)[-_]?)?(?:footer|colophon)$/i
const sides = /^(?:(?:site|page|global|main|left|right)[-_]?)?(?:side-?bar|side-?nav|menu|nav-?bar)$/i
const notes = /admonition|aside--|callout|footnote|hint|note|tip|warning/i

const named = (node: Element, pattern: RegExp): boolean =>
  pattern.test(attribute(node, "id")) || classes(node).some((name) => pattern.test(name))

/** A block called "header" is a banner if more than this share of its words is in links. */
const bannerLinks = 2 / 3

/**
 * Whether a block called "header" contains little but links. If it has a heading that is not a link, it begins a text.
 */
const isBanner = (node: Element, address: string): boolean =>
  linked(node, (each) => isChrome(each, address)) > bannerLinks &&
  find(node, (each) => /^h[1-6]$/.test(each.tagName) && linked(each) === 0) === undefined

/** Whether an element is a banner, footer or sidebar, unless it is inside the main text. */
const isBeside = (node: Element, address: string): boolean => {
  if (isElement(node, "footer") || (isElement(node, "div", "p", "table") && named(node, footers))) return true
  if (isElement(node, "header")) return find(node, (each) => isElement(each, "a", "nav", "form")) !== undefined
  if (isElement(node, "div") && named(node, /^header$/i)) return isBanner(node, address)
  if (isElement(node, "aside") || attribute(node, "role") === "complementary") return !named(node, notes)
  return isElement(node, "div", "ul", "table") && named(node, sides) && linked(node) > 0.5
}

const isHeading = (node: Element): boolean => /^h[2-6]$/.test(node.tagName)
const isAnchored = (node: Element): boolean =>
  attribute(node, "id") !== "" ||
  find(node, (each) => isElement(each, "a") && (attribute(each, "name") !== "" || attribute(each, "id") !== "")) !==
    undefined

/**
 * Whether a block has the heading of a section, with an id, such as "See also" in manual pages.
 */
const hasSection = (node: Element): boolean =>
  isHeading(node) ? isAnchored(node) : find(node, (each) => isHeading(each) && isAnchored(each)) !== undefined

const opensText = (node: Element): boolean =>
  isElement(node, "main", "article", "blockquote") ||
  attribute(node, "role") === "main" ||
  (isElement(node, "section") &&
    node.children.some((child) => child.type === "element" && /^h[1-6]$/.test(child.tagName)))

/**
 * Whether an element is part of a list or table: a term, or a row or cell with more than links, whose meaning depends
 * on its neighbours.
 */
const isPart = (node: Element): boolean =>
  isElement(node, "dt", "dd") || (isElement(node, "thead", "tbody", "tr", "th", "td") && linked(node) < 1)

const fewestLinks = 5

/**
 * The outermost elements of the lists of links that occur on most pages, with all their descendants. On a first page,
 * such a list is the text.
 */
const listsIn = (root: Root, isCommon: (node: Element) => boolean, prints: ReadonlyMap<Element, number>) => {
  const lists: Array<Element> = []
  for (const each of elements(root, (node) => !isCommon(node))) {
    if (!isCommon(each) || !isElement(each, "ul", "ol", "dl", "div", "section", "table") || linked(each) < 0.8) continue
    const links = [...elements(each)].filter((inner) => isElement(inner, "a"))
    if (links.length >= fewestLinks) lists.push(each)
  }
  const found = new Set<Element>()
  const known = new Set<number | undefined>()
  for (const list of lists.reverse()) {
    const parts = [list, ...elements(list)]
    if (parts.some((part) => prints.has(part) && known.has(prints.get(part)))) continue
    for (const part of parts) {
      found.add(part)
      known.add(prints.get(part))
    }
  }
  return found
}

/**
 * Surveys a page in one pass. `address` is its URL. `hasLists` counts lists of links as text, even if they occur on
 * most pages.
 */
export const surveyOf = (root: Root, address: string, common: Common, hasLists = false): Survey => {
  const weights = new Map<Root | Element, number>()
  const around = new Set<Element>()
  const shared = new Set<Element>()
  const prints = common.blocks.size === 0 ? new Map<Element, number>() : fingerprints(root)
  const isRepeated = (node: Element): boolean => {
    const print = prints.get(node)
    return print !== undefined && common.blocks.has(print)
  }
  const isOnMost = (node: Element): boolean => isRepeated(node) && !hasSection(node) && !isPart(node)
  const lists = hasLists ? listsIn(root, isOnMost, prints) : new Set<Element>()
  const isCommon = (node: Element): boolean => isOnMost(node) && !lists.has(node)
  const sections = new Set<Element>()
  const visit = (node: Root | Element, inside: boolean, isOwn: boolean): number => {
    let total = 0
    for (const child of node.children) {
      if (child.type === "text") total += child.value.replaceAll(/\s+/g, "").length
      if (child.type !== "element" || isSilent(child)) continue
      if (isChrome(child, address) || (!inside && isBeside(child, address))) around.add(child)
      else if (!isOwn && isCommon(child)) {
        around.add(child)
        shared.add(child)
      } else {
        const isWhole = isOwn || isRepeated(child)
        if (isWhole) sections.add(child)
        total += visit(child, inside || opensText(child), isWhole) + (isElement(child, "img") ? 1 : 0)
      }
    }
    weights.set(node, total)
    return total
  }
  visit(root, false, false)
  return {
    weight: (node) => weights.get(node) ?? 0,
    isAround: (node) => around.has(node),
    isCommon: (node) => shared.has(node) || (!sections.has(node) && isCommon(node)),
    isShared: (node) => sections.has(node)
  }
}
