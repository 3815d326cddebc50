/** Measures how much of a page's text is in each of its elements, without what surrounds the text. */
import type { Element, Root } from "hast"
import { fingerprints, isSilent } from "./Blocks.js"
import { isChrome } from "./Chrome.js"
import type { Common } from "./Common.js"
import { attribute, classes, elements, find, isElement, textOf } from "./Hast.js"

/** The distribution of the text of a page. */
export interface Survey {
  /** How many characters an element shows, spaces and what stands around the text left out. */
  readonly weight: (node: Root | Element) => number
  /** Whether an element stands around the text, or on most pages of the site. */
  readonly isAround: (node: Element) => boolean
  /** Whether a block stands on most pages of the site, and is no section of each and no part of a list or table. */
  readonly isCommon: (node: Element) => boolean
  /** Whether an element is part of a section that most pages have. */
  readonly isSection: (node: Element) => boolean
}

/**
 * The part of an element's words that is in links, from 0 to 1; 0 for one without words. What `skip` names is omitted.
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

/** More of its words in links than this part says that a block called "header" is a banner. */
const bannerLinks = 2 / 3

/** Whether a block called "header" holds links and little else. One with a heading that is no link begins a text. */
const isBanner = (node: Element, address: string): boolean =>
  linked(node, (each) => isChrome(each, address)) > bannerLinks &&
  find(node, (each) => /^h[1-6]$/.test(each.tagName) && linked(each) === 0) === undefined

/** Whether an element is a banner, footer or sidebar where it is not inside the text of the page. */
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

/** Whether a block is a section that pages have in common, such as "See also" in manual pages: its heading has an id. */
const isSection = (node: Element): boolean =>
  isHeading(node) ? isAnchored(node) : find(node, (each) => isHeading(each) && isAnchored(each)) !== undefined

const opensText = (node: Element): boolean =>
  isElement(node, "main", "article", "blockquote") ||
  attribute(node, "role") === "main" ||
  (isElement(node, "section") &&
    node.children.some((child) => child.type === "element" && /^h[1-6]$/.test(child.tagName)))

/** Parts of lists and tables: terms, or rows and cells with more than links in them, that say something beside others. */
const isPart = (node: Element): boolean =>
  isElement(node, "dt", "dd") || (isElement(node, "thead", "tbody", "tr", "th", "td") && linked(node) < 1)

const fewestLinks = 5

/** The last of each list of links that is on most pages, with everything in it: the one that a first page has as its text. */
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
 * Surveys a page in one pass. `address` is its own. `hasLists` says that lists of links are its text, also where they
 * are on most pages.
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
  const isOnMost = (node: Element): boolean => isRepeated(node) && !isSection(node) && !isPart(node)
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
    isSection: (node) => sections.has(node)
  }
}
