/** Which part of a page is its text: where the generators put it, else what reads like an article. */
import { Readability } from "@mozilla/readability"
import type { Element, Root } from "hast"
import { parseHTML } from "linkedom"
import { attribute, classes, elements, find, hasClass, isElement, textOf } from "./Hast.js"
import { parseHtml } from "./Parse.js"

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

/** Where the text is, the surest sign first. */
const places: ReadonlyArray<Test> = [
  byClass("theme-doc-markdown"),
  byClass("md-content__inner"),
  byClass("vp-doc", "theme-default-content"),
  (node) => attribute(node, "itemProp") === "articleBody",
  byClass("bd-article"),
  (node) => attribute(node, "role") === "main" && hasClass(node, "body"),
  byId("content-area"),
  byClass("mdx-content"),
  (node) => attribute(node, "id") === "main-content" && hasClass(node, "wiki-content"),
  byClass("sl-markdown-content", "td-content", "markdown-body", "mw-parser-output"),
  byRole,
  (node) => isElement(node, "article"),
  byId("main-content", "maincontent", "bodyContent", "content", "main", "docs-content", "readme"),
  byClass(
    "wiki-content",
    "prose",
    "post-content",
    "entry-content",
    "article-content",
    "page-content",
    "documentation",
    "document"
  )
]

/** How much a node shows: its text, and whether there is a picture. */
const size = (node: Root | Element): number =>
  textOf(node).length + (find(node, (each) => isElement(each, "img")) === undefined ? 0 : 1)

/** The only article in an element, where that is nearly all of it. */
const articleIn = (main: Element): Element => {
  const articles = [...elements(main, (each) => !isElement(each, "article"))].filter((each) =>
    isElement(each, "article")
  )
  const [only] = articles
  return articles.length === 1 && only !== undefined && size(only) * 2 > size(main) ? only : main
}

/** The longest of the elements that a test finds, nested ones left out. */
const longest = (root: Root, test: Test): Element | undefined => {
  let found: Element | undefined
  let most = 0
  for (const each of elements(root, (node) => !test(node))) {
    const length = test(each) ? size(each) : 0
    if (length > most) {
      most = length
      found = each
    }
  }
  return found
}

const readableLimit = 1_000_000

/** What Readability takes for the article, if it finds one. */
const readable = (html: string): Root | undefined => {
  if (html.length > readableLimit) return undefined
  try {
    const { document } = parseHTML(html)
    const options = { keepClasses: true, maxElemsToParse: 20_000, charThreshold: 200 }
    const content = new Readability(document, options).parse()?.content
    return content === undefined || content === null ? undefined : parseHtml(content)
  } catch {
    return undefined
  }
}

const navigation = /^(?:nav|menu|sidebar|header|footer|toolbar)/i
const hasChrome = (root: Root): boolean => {
  for (const each of elements(root)) {
    if (isElement(each, "nav", "header", "footer", "aside") || classes(each).some((name) => navigation.test(name)))
      return true
    if (navigation.test(attribute(each, "id"))) return true
  }
  return false
}

/** The text of a page. `html` is what `root` was parsed from. */
export const contentOf = (root: Root, html: string): Root | Element => {
  for (const test of places) {
    const found = longest(root, test)
    if (found !== undefined) return byRole(found) ? articleIn(found) : found
  }
  const article = hasChrome(root) ? readable(html) : undefined
  return article !== undefined && size(article) > 200 ? article : root
}
