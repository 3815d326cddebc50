/**
 * Finds the main text of a page: in the element where known generators put it, otherwise in the smallest element that
 * contains all of it.
 */
import type { Element, Root, RootContent } from "hast"
import { type Known, nothingCommon } from "./Common.js"
import { attribute, classes, elements, find, hasClass, isBlank, isBlock, isElement, lineOf } from "./Hast.js"
import { linked, type Survey, surveyOf } from "./Survey.js"
import { readable } from "./Words.js"

type Test = (node: Element) => boolean

const byClass =
  (...names: ReadonlyArray<string>): Test =>
  (node) =>
    hasClass(node, ...names)
const byId =
  (...ids: ReadonlyArray<string>): Test =>
  (node) =>
    ids.includes(attribute(node, "id"))
const byRole: Test = (node) => isElement(node, "main") || attribute(node, "role") === "main"

/** Elements in which known generators put the text and nothing else, the most reliable first. */
const certain: ReadonlyArray<Test> = [
  byClass("theme-doc-markdown"),
  byClass("md-content__inner"),
  byClass("vp-doc", "theme-default-content"),
  (node) => attribute(node, "itemProp") === "articleBody",
  byClass("bd-article"),
  (node) => attribute(node, "role") === "main" && hasClass(node, "body"),
  byId("content-area"),
  byClass("mdx-content"),
  (node) => attribute(node, "id") === "main-content" && hasClass(node, "wiki-content"),
  byClass("sl-markdown-content")
]

/** Elements that pages declare to contain their text. */
const declared: ReadonlyArray<Test> = [byClass("td-content", "markdown-body", "mw-parser-output"), byRole]

/** An element contains nearly all text if no more than this many characters are outside it. */
const maxMissing = 1000

const isNearly = (part: number, whole: number): boolean => whole - part <= Math.min(whole / 10, maxMissing)

/** The only element with text that passes a test, ignoring nested ones; `undefined` if there are several. */
const onlyOne = (root: Root | Element, test: Test, { isAround, weight }: Survey): Element | undefined => {
  let found: Element | undefined
  for (const each of elements(root, (node) => !test(node) && !isAround(node))) {
    if (isAround(each) || !test(each) || weight(each) === 0) continue
    if (found !== undefined) return undefined
    found = each
  }
  return found
}

/** Matches class names of elements that are part of a text themselves: hints, tabs, code. */
const meaning = /admonition|alert|callout|code|hint|highlight|listing|literal|note|tab|tip|verse|warning/i

/**
 * Whether an element may contain the main text: not a heading, and not one that would cut a list, quote, table or hint
 * in two.
 */
const isContainer = (node: RootContent): node is Element =>
  (isElement(node, "html", "body", "div", "main", "section", "article", "center", "form") &&
    !classes(node).some((name) => meaning.test(name))) ||
  (isElement(node) && node.tagName.includes("-"))

/** The child that contains at least some amount of an element's text. */
const heavy = (node: Root | Element, least: number, { isAround, weight }: Survey): Element | undefined => {
  for (const child of node.children) {
    if (isContainer(child) && !isAround(child) && weight(child) > 0 && weight(child) >= least) return child
  }
  return undefined
}

/**
 * The smallest element that contains all the text of an element. If sibling articles share the text, that is their
 * parent.
 */
const smallest = (from: Root | Element, survey: Survey): Root | Element => {
  const all = survey.weight(from)
  let node = from
  for (let next = heavy(node, all, survey); next !== undefined; next = heavy(node, all, survey)) node = next
  return node
}

/** The article in an element, if it contains all its text; otherwise the element. */
const onlyArticle = (main: Element, survey: Survey): Element => {
  const article = onlyOne(main, (node) => isElement(node, "article"), survey)
  return article !== undefined && survey.weight(article) === survey.weight(main) ? article : main
}

/** The element that contains the main text of a page. */
const placeOf = (root: Root, survey: Survey): Root | Element => {
  const { weight } = survey
  const total = weight(root)
  for (const test of certain) {
    const found = onlyOne(root, test, survey)
    if (found !== undefined && weight(found) * 2 >= total) return found
  }
  for (const test of declared) {
    const found = onlyOne(root, test, survey)
    if (found !== undefined && isNearly(weight(found), total)) return byRole(found) ? onlyArticle(found, survey) : found
  }
  return smallest(root, survey)
}

const boilerplate =
  /©|\(c\)|\bcopyright\b|all rights reserved|\blast (?:updated?|modified|change)|\b(?:generated|built|created|powered) (?:by|with|using|on|from)\b/i
const maxBoilerplate = 500

/** Whether a block consists of links, so that it is not part of the text if most pages have it. */
const isLinks = (node: Element): boolean =>
  isElement(node, "div", "p", "ul", "ol", "table", "center", "section", "form") &&
  (linked(node) === 1 ||
    (lineOf(node) === "" && [...elements(node)].some((each) => attribute(each, "href").startsWith("#"))))
const isBoilerplate = (node: Element): boolean =>
  isLinks(node) || (lineOf(node).length <= maxBoilerplate && boilerplate.test(lineOf(node)))

/**
 * Whether an element is a data table: its header cells may occur on most pages, and still belong to this page's data.
 */
const isHeaded = (node: Element): boolean =>
  isElement(node, "table") && find(node, (each) => isElement(each, "th")) !== undefined

/**
 * Removes the content that most pages of the site have in common: everything next to the element that contains most of
 * the text, the content before the text inside it, and link lists and imprints within the text.
 */
const withoutCommon = (content: Root | Element, survey: Survey): void => {
  const { isCommon, isShared, weight } = survey
  const isOn = (child: RootContent): boolean => isElement(child) && isBlock(child) && isCommon(child)
  /**
   * Whether a heading that most pages have is followed by text of this page, such as "Synopsis". Headings of level 1
   * belong to the site.
   */
  const headsOwn = (child: RootContent, siblings: ReadonlyArray<RootContent>): boolean => {
    if (!isElement(child, "h2", "h3", "h4", "h5", "h6")) return false
    const next = siblings.slice(siblings.indexOf(child) + 1).find((each) => !isBlank(each))
    return next !== undefined && !isOn(next) && !(isElement(next) && /^h[1-6]$/.test(next.tagName))
  }
  const goes = (child: RootContent, siblings: ReadonlyArray<RootContent>): boolean =>
    isOn(child) && !headsOwn(child, siblings)
  const areLinks = (child: RootContent | undefined): boolean =>
    child !== undefined && isOn(child) && isElement(child) && isLinks(child)
  /** Whether a heading that most pages have is followed only by links that most pages have. */
  const headsLinks = (child: RootContent, siblings: ReadonlyArray<RootContent>): boolean => {
    if (!isOn(child) || !isElement(child, "h2", "h3", "h4", "h5", "h6")) return false
    const [first, second] = siblings.slice(siblings.indexOf(child) + 1).filter((each) => !isBlank(each))
    return areLinks(first) && (second === undefined || (isElement(second) && /^h[1-6]$/.test(second.tagName)))
  }
  const inside = (node: Root | Element): void => {
    const kept = node.children.filter((child, _, all) => !areLinks(child) && !headsLinks(child, all))
    if (kept.length < node.children.length) node.children = kept
    for (const child of node.children)
      if (isElement(child) && !isElement(child, "table", "pre") && !isShared(child)) inside(child)
  }
  const beside = (node: Root | Element): void => {
    let isBelow = false
    node.children = node.children.filter((child, _, all) => {
      isBelow ||= isElement(child) && isShared(child) && /^h[2-6]$/.test(child.tagName)
      return isBelow || !goes(child, all)
    })
    for (const child of node.children)
      if (isElement(child) && !isShared(child) && !isBelow && !isHeaded(child)) beside(child)
  }
  let core = content
  const most = weight(content) * 0.6
  for (let next = heavy(core, most, survey); next !== undefined; next = heavy(core, most, survey)) {
    core.children = core.children.filter((child, _, all) => child === next || !goes(child, all))
    for (const child of core.children) if (child !== next && isElement(child)) beside(child)
    core = next
  }
  const begins = core.children.findIndex(
    (child, _, all) =>
      !isBlank(child) && !goes(child, all) && !(isElement(child) && survey.isAround(child) && !isOn(child))
  )
  const ends = core.children.findLastIndex(
    (child) => !isBlank(child) && !(isOn(child) && isElement(child) && isBoilerplate(child))
  )
  core.children = core.children.filter((child, index) => !isOn(child) || (index >= begins && index <= ends))
  inside(core)
}

/** The main text of a page, and everything readable on it. */
export interface Content {
  readonly node: Root | Element
  /** The text of the whole page except the navigation and the like, wherever the main text is. */
  readonly source: string
}

/** A first page whose own text is less than this share of it is a list of the other pages. */
const littleOwn = 0.1

/** Surveys a page. On a first page with little other text, lists of links count as text. */
const surveyed = (root: Root, address: string, common: Known): Survey => {
  const survey = surveyOf(root, address, common)
  if (common.isFirst !== true || common.blocks.size === 0) return survey
  const whole = surveyOf(root, address, nothingCommon).weight(root)
  return survey.weight(root) > whole * littleOwn ? survey : surveyOf(root, address, common, true)
}

/** The main text of the page at a URL; modifies `root`. `known` holds the facts about the page from its site. */
export const contentOf = (root: Root, address: string, known: Known): Content => {
  const survey = surveyed(root, address, known)
  const source = readable(root, survey.isAround)
  const place = placeOf(root, survey)
  if (known.blocks.size > 0) withoutCommon(place, survey)
  return { node: place, source }
}
