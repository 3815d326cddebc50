/** Compares the words of a page with the words of the converted text to detect losses. */
import type { Element, Root } from "hast"
import { isSilent } from "./Blocks.js"
import { attribute, classes, isBlock } from "./Hast.js"

/** How many words a page has, without what surrounds its text, and how many of them were kept. */
export interface Words {
  readonly source: number
  readonly kept: number
}

/** Content that markdown repeats, writes differently or does not need: formulas, line numbers, films. */
const elsewhere: ReadonlySet<string> = new Set(["audio", "iframe", "math", "mjx-container", "rp", "svg", "video"])
const otherwise =
  /^(?:katex|MathJax|line-?n(?:o|os|um|umber|umbers)|linenodiv|lnt|gutter|bookmark-href|kg-bookmark-metadata)/i

const isWrittenOtherwise = (node: Element): boolean =>
  elsewhere.has(node.tagName) ||
  (node.tagName === "object" && attribute(node, "data") !== "") ||
  // Word writes the numbers of items as text.
  /mso-list:\s*ignore/i.test(attribute(node, "style")) ||
  classes(node).some((name) => otherwise.test(name))

const apart: ReadonlySet<string> = new Set(["br", "option", "sub", "sup"])

const isJoin = (node: Element): boolean => !isBlock(node) && !apart.has(node.tagName)

/** Characters inside words that show nothing, or that differ between a text and its markdown. */
const signs = /[*_~`\\[\]\u00ad\u200b-\u200d\u2060\ufeff]|\p{Variation_Selector}/gu
/** Words, and the single characters of scripts that have no spaces between words. */
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+/gv

/** How often each word occurs in a text. */
const countOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const [each] of text.normalize("NFKC").replace(signs, "").matchAll(word)) {
    counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return counts
}

/** The readable text of a tree, with blocks on separate lines; `skip` selects nodes to leave out. */
export const readable = (root: Root | Element, skip: (node: Element) => boolean): string => {
  const parts: Array<string> = []
  const visit = (node: Root | Element): void => {
    for (const child of node.children) {
      if (child.type === "text") parts.push(child.value)
      if (child.type !== "element" || isSilent(child) || isWrittenOtherwise(child) || skip(child)) continue
      const join = isJoin(child)
      if (!join) parts.push("\n")
      visit(child)
      if (!join) parts.push("\n")
    }
  }
  visit(root)
  return parts.join("")
}

/** Link destinations are not read, and their words would hide missing ones. */
const destinations = /\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,500}")?\)/g

/** HTML that markdown has inside words: formats that it cannot write otherwise, and anchors. */
const inlineHtml = /<\/?(?:strong|em|del|kbd|u|mark)>|<a href="#[^"\n]{0,500}" id="[^"\n]{0,500}"><\/a>/g
/** Code that begins or ends with a backtick, and is padded. */
const padded = /(?<!`)(``+) ([^\n]{0,2000}?) \1(?!`)/g

/** A text as it is read: without the signs of markdown between the letters of a word. */
const joinedWords = (markdown: string): string =>
  markdown.replace(padded, "$2").replace(destinations, "").replace(inlineHtml, "")

/** Counts how many words of a source are in its markdown, or in the title that was taken out of it. */
export const compareWords = (source: string, title: string, markdown: string): Words => {
  const left = countOf(`${title}\n${joinedWords(markdown)}`)
  let total = 0
  let kept = 0
  for (const [each, count] of countOf(source)) {
    total += count
    kept += Math.min(count, left.get(each) ?? 0)
  }
  return { source: total, kept }
}

/** Formats a number of words. */
const shown = (count: number): string => count.toLocaleString("en")

/** A sentence about a page that lost more than a tenth of its words, without its URL; `undefined` otherwise. */
export const shortfall = ({ kept, source }: Words): string | undefined =>
  kept * 10 >= source * 9
    ? undefined
    : `${shown(kept)} of ${shown(source)} words were kept (${Math.floor((kept * 100) / source)} %)`
