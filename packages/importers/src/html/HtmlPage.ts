/** Converts an HTML page to a page of a space: its main text in markdown, without the parts around it. */
import type { Element, Root, RootContent } from "hast"
import { absolute, markAddresses } from "./Addresses.js"
import { markAnchors, readIds } from "./Anchors.js"
import { readBookmarks } from "./Bookmarks.js"
import { readCheckboxes } from "./Checkboxes.js"
import { separateChips } from "./Chips.js"
import { dropHidden, stripChrome } from "./Chrome.js"
import { markCode } from "./Code.js"
import { type Known, nothingCommon } from "./Common.js"
import { contentOf } from "./Content.js"
import { readExpanders } from "./Expanders.js"
import { markFootnotes } from "./Footnotes.js"
import { attribute, elements, find, isBlank, isElement, lineOf } from "./Hast.js"
import { type Head, headOf, titleEdges, titleOf } from "./Head.js"
import { markHints } from "./Hints.js"
import { readImages } from "./Images.js"
import { limitLinks } from "./LinkLimit.js"
import { toText } from "./Markdown.js"
import { markMaths } from "./Maths.js"
import { lostMeaning, meaningOf, tablesIn } from "./Meaning.js"
import { parseHtml } from "./Parse.js"
import { takeReviewComments } from "./ReviewComments.js"
import { shape } from "./Structure.js"
import { markTabs } from "./Tabs.js"
import { isTypeset, markTexText } from "./TexText.js"
import { readWordHtml } from "./WordHtml.js"
import { compareWords, shortfall, type Words } from "./Words.js"

/** The content and the metadata of a page. */
export interface HtmlPage {
  /**
   * Its first heading of level 1, otherwise its `<title>` without the name of the site; may be empty. At most 256
   * characters.
   */
  readonly title: string
  /** At most 1,024 characters. */
  readonly description?: string
  /** The text below the title. */
  readonly markdown: string
  /** The distinct absolute URLs, with fragments, that the text links to, except links to the page itself. */
  readonly links: ReadonlyArray<string>
  /** The distinct absolute URLs of the images in the text. */
  readonly images: ReadonlyArray<string>
  /** The absolute canonical URL that the page states. */
  readonly canonical?: string
  /** The robots directives of the page. */
  readonly robots: { readonly noindex: boolean; readonly nofollow: boolean }
  /** The value of `<html lang>`. */
  readonly language?: string
}

const cut = (text: string, length: number): string => {
  const characters = [...text.slice(0, length * 2)]
  return characters.length > length ? characters.slice(0, length).join("").trimEnd() : text
}

const around = new Set(["nav", "footer", "aside", "template"])

const within = (text: string, title: string): boolean => title.toLowerCase().includes(text.toLowerCase())
const begins = (title: string, text: string): boolean => title.toLowerCase().startsWith(text.toLowerCase())

/** The id of the heading of a page exported from Confluence, which begins with the name of the space. */
const spaceHeading = "title-heading"
const spaceTitle = (root: Root): string => {
  const heading = find(root, (each) => attribute(each, "id") === spaceHeading)
  return heading === undefined ? "" : lineOf(heading)
}
const withoutSpace = (title: string): string => title.replace(/^[^:]* : /, "")

/** The heading of level 1 outside the main text, if it belongs to the page and not to the site. */
const headingOf = (root: Root, head: Head, known: Known): string => {
  const found = [...elements(root, (each) => !around.has(each.tagName))].filter(
    (each) => isElement(each, "h1") && !known.headings.has(lineOf(each))
  )
  const named = found.find((each) => attribute(each, "id") === spaceHeading)
  if (named !== undefined) return withoutSpace(lineOf(named))
  const text = found.length === 1 ? lineOf(found[0]!) : ""
  return begins(head.title, text) ? text : ""
}

/** Whether a node shows nothing, such as a frame that a generator left empty, or a link target. */
const showsNothing = (node: RootContent): boolean =>
  isBlank(node) ||
  (isElement(node, "a", "div", "p", "section", "span") &&
    node.data?.mark === undefined &&
    node.children.every(showsNothing))

/**
 * The first of the elements at the beginning of a text that passes a test, from the outside in. Elements that `isClosed`
 * matches are not entered.
 */
const opening = (
  root: Root,
  isIt: (element: Element) => boolean,
  isClosed: (element: Element) => boolean = () => false
): Element | undefined => {
  let node: Root | Element = root
  for (;;) {
    const first: RootContent | undefined = node.children.find((child) => !showsNothing(child))
    if (!isElement(first) || isClosed(first)) return undefined
    if (isIt(first)) return first
    node = first
  }
}

/** The heading that a text begins with. */
const firstHeading = (root: Root): Element | undefined => opening(root, ({ tagName }) => /^h[1-6]$/.test(tagName))

/** The element at the beginning of a text whose words equal the title, though it is not a heading. */
const titleLine = (root: Root, title: string): Element | undefined =>
  opening(
    root,
    (element) => lineOf(element) === title,
    (element) => isElement(element, "pre", "table", "ul", "ol", "dl")
  )

/** Whether a text is the site's name at the end of a `<title>`. */
const isSite = (text: string, title: string): boolean =>
  text !== "" &&
  title.length > text.length &&
  titleEdges(title).some((edge) => edge.replace(/^\W+/u, "") === text && title.endsWith(edge))

/** The title of a page. If it is a heading of the text, the heading is removed. */
const takeTitle = (tree: Root, root: Root, head: Head, known: Known): string => {
  const short = titleOf(head, known.titles)
  const isOwn = (each: Element): boolean => lineOf(each) !== "" && !known.headings.has(lineOf(each))
  const banner = find(tree, (each) => isElement(each, "h1") && isSite(lineOf(each), head.title))
  if (banner !== undefined && find(tree, (each) => /^h[1-6]$/.test(each.tagName) && each !== banner))
    remove(tree, banner)
  const tops = [...elements(tree)].filter((each) => isElement(each, "h1") && isOwn(each))
  const [top] = tops
  const isStated = (text: string): boolean => text !== "" && (text === short || begins(head.title, text))
  const isChapter = top !== undefined && tops.length > 1 && short !== "" && !within(lineOf(top), head.title)
  const first = top !== undefined && !isChapter ? top : firstHeading(tree)
  const text = first !== undefined && isOwn(first) ? lineOf(first) : ""
  if (top === undefined) {
    const outside = headingOf(root, head, known)
    if (outside !== "") return outside
  }
  const withoutLine = (title: string): string => {
    const line = title === "" ? undefined : titleLine(tree, title)
    if (line !== undefined) remove(tree, line)
    return title
  }
  if (known.isHeadTitled === true && short !== "" && !isStated(text)) return withoutLine(short)
  if (first !== undefined && (isStated(text) || (text !== "" && first === top && !isChapter))) {
    remove(tree, first)
    return attribute(first, "id") === spaceHeading ? withoutSpace(text) : text
  }
  return withoutLine(known.label ?? short)
}

const remove = (root: Root | Element, target: Element): boolean => {
  const index = root.children.indexOf(target)
  if (index >= 0) root.children.splice(index, 1)
  return index >= 0 || root.children.some((child) => isElement(child) && remove(child, target))
}

const same = (address: string): string => address

/** A page, with its losses, each as the end of a sentence that begins with the page. */
export interface MeasuredPage extends HtmlPage {
  readonly words: Words
  readonly losses: ReadonlyArray<string>
}

type Rename = (address: string) => string

/** How a tree is read as a page. */
interface Reading {
  readonly address: string
  readonly rename: Rename
  readonly known: Known
  /** Whether the whole tree is main text, without any navigation. */
  readonly isWhole: boolean
  /** Whether it is a part of a text, whose first heading is not its title. */
  readonly isPart?: boolean
}

const withoutFrame = (node: Root | Element): Root =>
  node.type === "root"
    ? node
    : { type: "root", children: isElement(node, "html", "body", "center", "form") ? node.children : [node] }

const read = (root: Root, content: Root | Element, reading: Reading): Omit<MeasuredPage, "words"> => {
  const { address, known, rename } = reading
  const head = headOf(root)
  const base = (head.base === "" ? undefined : absolute(head.base, address)) ?? address
  const tree = withoutFrame(content)
  readWordHtml(tree)
  readCheckboxes(tree)
  readBookmarks(tree)
  readExpanders(tree)
  readImages(tree)
  if (isTypeset(root)) markTexText(tree)
  markMaths(tree)
  markFootnotes(tree)
  markTabs(tree)
  markCode(tree)
  const ids = readIds(tree)
  const isHiding = reading.isWhole && dropHidden(tree)
  if (!reading.isWhole) stripChrome(tree, address)
  separateChips(tree)
  markHints(tree)
  const title = reading.isPart === true ? "" : takeTitle(tree, root, head, known)
  const meaning = meaningOf(tree)
  const reshaped = shape(tree)
  const anchors = markAnchors(tree, ids, title)
  const own = address.split("#", 1)[0]!
  const { isComplete, ...found } = markAddresses(tree, { base, own, rename, anchor: (id) => anchors.of(id) ?? id })
  const canonical = head.canonical === "" ? undefined : absolute(head.canonical, base)
  const unlinked = limitLinks(tree)
  const tables = tablesIn(tree)
  const markdown = toText(tree)
  const losses = [
    ...reshaped,
    ...(isHiding ? ["hidden text is left out"] : []),
    ...(unlinked === 0 ? [] : [`the last ${unlinked} links became plain text`]),
    ...(isComplete ? [] : ["a frame or player without an address is left out"])
  ]
  return {
    title: cut(
      title
        .replaceAll(/[\u200b\ufeff]/g, "")
        .replaceAll("\u00a0", " ")
        .trim(),
      256
    ),
    ...(head.description === "" ? {} : { description: cut(head.description, 1_024) }),
    markdown,
    ...found,
    ...(canonical === undefined ? {} : { canonical }),
    robots: head.robots,
    ...(head.language === "" ? {} : { language: head.language }),
    losses: [...losses, ...lostMeaning({ ...meaning, tables, links: meaning.links - unlinked }, markdown)]
  }
}

/** {@link readTree} with losses; `known` holds the facts about the page from its site. */
export const measureTree = (
  root: Root,
  address: string,
  rename: Rename = same,
  known: Known = nothingCommon
): MeasuredPage => {
  const tree = structuredClone(root)
  const comments = takeReviewComments(tree)
  const { node, source } = contentOf(tree, address, known)
  const page = read(root, node, { address, rename, known, isWhole: false })
  const titles = `${page.title}\n${headOf(root).title}\n${spaceTitle(root)}`
  const words = compareWords(source, titles, page.markdown)
  const missing = shortfall(words)
  return { ...page, words, losses: [...page.losses, ...(missing === undefined ? [] : [missing]), ...comments] }
}

/** {@link measureTree} of HTML source. */
export const measureHtml = (
  html: string,
  address: string,
  rename?: (address: string) => string,
  known?: Known
): MeasuredPage => measureTree(parseHtml(html), address, rename, known)

/**
 * Converts a page. `root` is its tree from {@link parseHtml}, which is not modified; `address` is its URL. `rename`
 * maps the absolute URL of a link or image to the one to write, for sites whose pages are known under other URLs.
 */
export const readTree = (root: Root, address: string, rename?: (address: string) => string): HtmlPage => {
  const { losses: _, words: __, ...page } = measureTree(root, address, rename)
  return page
}

/** {@link readTree}, with losses, of a tree that is entirely main text, unlike a web page. The tree may be modified. */
export const readWhole = (tree: Root, address: string, rename: Rename = same): Omit<MeasuredPage, "words"> =>
  read(tree, tree, { address, rename, known: nothingCommon, isWhole: true })

/** The markdown of a part of a text. The tree may be modified. */
export const readPart = (tree: Root, address: string): string =>
  read(tree, tree, { address, rename: same, known: nothingCommon, isWhole: true, isPart: true }).markdown

/** {@link readTree} of HTML source. */
export const readHtml = (html: string, address: string, rename?: (address: string) => string): HtmlPage =>
  readTree(parseHtml(html), address, rename)
