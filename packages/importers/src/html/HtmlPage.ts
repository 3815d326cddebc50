/** An HTML page as the page of a space: what it says, in markdown, without what stands around it. */
import type { Element, Root, RootContent } from "hast"
import { absolute, markAddresses } from "./Addresses.js"
import { markAnchors, readIds } from "./Anchors.js"
import { stripChrome } from "./Chrome.js"
import { markCode } from "./Code.js"
import { contentOf } from "./Content.js"
import { markFootnotes } from "./Footnotes.js"
import { attribute, elements, find, isBlank, isElement, lineOf } from "./Hast.js"
import { type Head, headOf } from "./Head.js"
import { markHints } from "./Hints.js"
import { toText } from "./Markdown.js"
import { markMaths } from "./Maths.js"
import { parseHtml } from "./Parse.js"
import { shape } from "./Structure.js"
import { markTabs } from "./Tabs.js"

/** What a page says and what it says about itself. */
export interface HtmlPage {
  /** Its first heading of level 1, else its title without the name of the site; may be empty. At most 256 characters. */
  readonly title: string
  /** At most 1,024 characters. */
  readonly description?: string
  /** The text below the title. */
  readonly markdown: string
  /** What the text links to: absolute addresses with their fragments, each once; none into the page itself. */
  readonly links: ReadonlyArray<string>
  /** The pictures in the text: absolute addresses, each once. */
  readonly images: ReadonlyArray<string>
  /** The absolute address that the page calls its own. */
  readonly canonical?: string
  /** What the page asks of robots. */
  readonly robots: { readonly noindex: boolean; readonly nofollow: boolean }
  /** As in `<html lang>`. */
  readonly language?: string
}

const cut = (text: string, length: number): string => {
  const characters = [...text.slice(0, length * 2)]
  return characters.length > length ? characters.slice(0, length).join("").trimEnd() : text
}

const around = new Set(["nav", "footer", "aside", "template"])

const begins = (title: string, text: string): boolean => title.toLowerCase().startsWith(text.toLowerCase())

/** The heading of level 1 outside of a page's text, where it is the page's and not the site's. */
const headingOf = (root: Root, head: Head): string => {
  const found = [...elements(root, (each) => !around.has(each.tagName))].filter((each) => isElement(each, "h1"))
  const named = found.find((each) => attribute(each, "id") === "title-heading")
  if (named !== undefined) return lineOf(named).replace(/^[^:]* : /, "")
  const text = found.length === 1 ? lineOf(found[0]!) : ""
  return begins(head.title, text) ? text : ""
}

/** The title in the head, without the name of the site. */
const titleOf = ({ title, shortTitle, siteName }: Head): string => {
  if (shortTitle !== "") return shortTitle
  const parts = title.replaceAll(/\s+/g, " ").split(/ [|\u2013\u2014\u00b7\u00bb:-]{1,2} /)
  const kept = parts.length > 1 && parts[0] !== siteName ? parts[0] : parts.at(-1)
  return kept === undefined || kept === "" ? title : kept
}

/** The heading that a text begins with. */
const firstHeading = (root: Root): Element | undefined => {
  let node: Root | Element = root
  for (;;) {
    const first: RootContent | undefined = node.children.find((child) => !isBlank(child))
    if (!isElement(first)) return undefined
    if (/^h[1-6]$/.test(first.tagName)) return first
    node = first
  }
}

/** The title of a page; the heading that it is leaves the text. */
const takeTitle = (tree: Root, root: Root, head: Head): string => {
  const top = find(tree, (each) => isElement(each, "h1") && lineOf(each) !== "")
  const outside = top === undefined ? headingOf(root, head) : ""
  if (outside !== "") return outside
  const first = top ?? firstHeading(tree)
  const short = titleOf(head)
  const text = first === undefined ? "" : lineOf(first)
  const stated = text !== "" && (text === short || begins(head.title, text))
  if (first === undefined || (first !== top && !stated)) return short
  remove(tree, first)
  return text
}

const remove = (root: Root | Element, target: Element): boolean => {
  const index = root.children.indexOf(target)
  if (index >= 0) root.children.splice(index, 1)
  return index >= 0 || root.children.some((child) => isElement(child) && remove(child, target))
}

const same = (address: string): string => address

/**
 * Reads a page. `root` is its tree by {@link parseHtml}, which stays as it is; `address` is where it was found. `rename`
 * gives what a link or image leads to instead of its absolute address, as where pages are known under another.
 */
export const readTree = (
  root: Root,
  html: string,
  address: string,
  rename: (address: string) => string = same
): HtmlPage => {
  const head = headOf(root)
  const base = (head.base === "" ? undefined : absolute(head.base, address)) ?? address
  const content = structuredClone(contentOf(root, html))
  const tree: Root = content.type === "root" ? content : { type: "root", children: [content] }
  markMaths(tree)
  markFootnotes(tree)
  markTabs(tree)
  markCode(tree)
  const ids = readIds(tree)
  stripChrome(tree)
  markHints(tree)
  const title = takeTitle(tree, root, head)
  shape(tree)
  const anchors = markAnchors(tree, ids, title)
  const own = address.split("#", 1)[0]!
  const found = markAddresses(tree, { base, own, rename, anchor: (id) => anchors.of(id) ?? id })
  const canonical = head.canonical === "" ? undefined : absolute(head.canonical, base)
  return {
    title: cut(
      title
        .replaceAll(/[\u200b\ufeff]/g, "")
        .replaceAll("\u00a0", " ")
        .trim(),
      256
    ),
    ...(head.description === "" ? {} : { description: cut(head.description, 1_024) }),
    markdown: toText(tree),
    ...found,
    ...(canonical === undefined ? {} : { canonical }),
    robots: head.robots,
    ...(head.language === "" ? {} : { language: head.language })
  }
}

/** {@link readTree} of an HTML text. */
export const readHtml = (html: string, address: string, rename?: (address: string) => string): HtmlPage =>
  readTree(parseHtml(html), html, address, rename)
