/** Which part of a page is its text: where the generators put it, else the smallest part that contains all of it. */
import type { Element, Root, RootContent } from "hast"
import { isBlock } from "./Blocks.js"
import { type Known, nothingCommon } from "./Common.js"
import { attribute, classes, elements, find, hasClass, isBlank, isElement, lineOf } from "./Hast.js"
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

/** Where known generators put the text and nothing else, the surest sign first. */
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

/** Where pages say that their text is. */
const declared: ReadonlyArray<Test> = [byClass("td-content", "markdown-body", "mw-parser-output"), byRole]

/** How many characters may be missing for a part to have nearly all of the text. */
const maxMissing = 1000

const isNearly = (part: number, whole: number): boolean => whole - part <= Math.min(whole / 10, maxMissing)

/** The only element with text that a test finds, nested ones left out. */
const onlyOne = (root: Root | Element, test: Test, { isAround, weight }: Survey): Element | undefined => {
  let found: Element | undefined
  for (const each of elements(root, (node) => !test(node) && !isAround(node))) {
    if (isAround(each) || !test(each) || weight(each) === 0) continue
    if (found !== undefined) return undefined
    found = each
  }
  return found
}

/** What a container is called that is itself part of a text: a hint, tabs, code. */
const meaning = /admonition|alert|callout|code|hint|highlight|listing|literal|note|tab|tip|verse|warning/i

/** What may hold the text of a page: no heading, and nothing that would be half of a list, a quote, a table or a hint. */
const isContainer = (node: RootContent): node is Element =>
  (isElement(node, "html", "body", "div", "main", "section", "article", "center", "form") &&
    !classes(node).some((name) => meaning.test(name))) ||
  (isElement(node) && node.tagName.includes("-"))

/** The child that holds at least a part of an element's text. */
const heavy = (node: Root | Element, least: number, { isAround, weight }: Survey): Element | undefined => {
  for (const child of node.children) {
    if (isContainer(child) && !isAround(child) && weight(child) > 0 && weight(child) >= least) return child
  }
  return undefined
}

/** The smallest part of an element that holds all of its text. Of articles that stand beside each other it is none. */
const smallest = (from: Root | Element, survey: Survey): Root | Element => {
  const all = survey.weight(from)
  let node = from
  for (let next = heavy(node, all, survey); next !== undefined; next = heavy(node, all, survey)) node = next
  return node
}

/** The article in an element, where that is all of it. */
const onlyArticle = (main: Element, survey: Survey): Element => {
  const article = onlyOne(main, (node) => isElement(node, "article"), survey)
  return article !== undefined && survey.weight(article) === survey.weight(main) ? article : main
}

/** Where the text of a page is. */
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

/** Whether a block that occurs on most pages is not part of the text. */
const isLinks = (node: Element): boolean =>
  isElement(node, "div", "p", "ul", "ol", "table", "center", "section", "form") &&
  (linked(node) === 1 ||
    (lineOf(node) === "" && [...elements(node)].some((each) => attribute(each, "href").startsWith("#"))))
const isBoilerplate = (node: Element): boolean =>
  isLinks(node) || (lineOf(node).length <= maxBoilerplate && boilerplate.test(lineOf(node)))

/** Whether an element is a table of data: its heads may be on most pages, and belong to what it says of this one. */
const isHeaded = (node: Element): boolean =>
  isElement(node, "table") && find(node, (each) => isElement(each, "th")) !== undefined

/**
 * Removes from the text what is on most pages of the site: everything beside the element that holds most of the text;
 * before the text in it; and in the text, links and imprints.
 */
const withoutCommon = (content: Root | Element, survey: Survey): void => {
  const { isCommon, isSection, weight } = survey
  const isOn = (child: RootContent): boolean => isElement(child) && isBlock(child) && isCommon(child)
  /** A heading that most pages have stays over text of their own, such as "Synopsis"; one of level 1 is the site's. */
  const headsOwn = (child: RootContent, siblings: ReadonlyArray<RootContent>): boolean => {
    if (!isElement(child, "h2", "h3", "h4", "h5", "h6")) return false
    const next = siblings.slice(siblings.indexOf(child) + 1).find((each) => !isBlank(each))
    return next !== undefined && !isOn(next) && !(isElement(next) && /^h[1-6]$/.test(next.tagName))
  }
  const goes = (child: RootContent, siblings: ReadonlyArray<RootContent>): boolean =>
    isOn(child) && !headsOwn(child, siblings)
  const areLinks = (child: RootContent | undefined): boolean =>
    child !== undefined && isOn(child) && isElement(child) && isLinks(child)
  /** A heading that most pages have over links that they have too, and over nothing else. */
  const headsLinks = (child: RootContent, siblings: ReadonlyArray<RootContent>): boolean => {
    if (!isOn(child) || !isElement(child, "h2", "h3", "h4", "h5", "h6")) return false
    const [first, second] = siblings.slice(siblings.indexOf(child) + 1).filter((each) => !isBlank(each))
    return areLinks(first) && (second === undefined || (isElement(second) && /^h[1-6]$/.test(second.tagName)))
  }
  const inside = (node: Root | Element): void => {
    const kept = node.children.filter((child, _, all) => !areLinks(child) && !headsLinks(child, all))
    if (kept.length < node.children.length) node.children = kept
    for (const child of node.children)
      if (isElement(child) && !isElement(child, "table", "pre") && !isSection(child)) inside(child)
  }
  const beside = (node: Root | Element): void => {
    let isBelow = false
    node.children = node.children.filter((child, _, all) => {
      isBelow ||= isElement(child) && isSection(child) && /^h[2-6]$/.test(child.tagName)
      return isBelow || !goes(child, all)
    })
    for (const child of node.children)
      if (isElement(child) && !isSection(child) && !isBelow && !isHeaded(child)) beside(child)
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

/** The text of a page, and what is known of it. */
export interface Content {
  readonly node: Root | Element
  /** What the page says outside of what stands around its text, wherever that is. */
  readonly source: string
}

/** Less text of its own than this part of it says that a first page is a list of the others. */
const littleOwn = 0.1

/** The survey of a page, whose lists of links are its text where it is the first one and has little other. */
const surveyed = (root: Root, address: string, common: Known): Survey => {
  const survey = surveyOf(root, address, common)
  if (common.isFirst !== true || common.blocks.size === 0) return survey
  const whole = surveyOf(root, address, nothingCommon).weight(root)
  return survey.weight(root) > whole * littleOwn ? survey : surveyOf(root, address, common, true)
}

/**
 * The text of the page at an address, which is taken out of `root`; `known` is what its site knows of it.
 */
export const contentOf = (root: Root, address: string, known: Known): Content => {
  const survey = surveyed(root, address, known)
  const source = readable(root, survey.isAround)
  const place = placeOf(root, survey)
  if (known.blocks.size > 0) withoutCommon(place, survey)
  return { node: place, source }
}
