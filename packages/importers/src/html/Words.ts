/** Compares the words of a page with those of its converted text, so that losses are noticed. */
import type { Element, Root } from "hast"
import { isBlock, isSilent } from "./Blocks.js"
import { classes } from "./Hast.js"

/** How many words a page has, without what surrounds its text, and how many of them were kept. */
export interface Words {
  readonly source: number
  readonly kept: number
}

/** What is written twice or in another way in markdown: formulas, and the numbers of lines. */
const elsewhere: ReadonlySet<string> = new Set(["math", "mjx-container", "rp", "svg"])
const otherwise = /^(?:katex|MathJax|line-?n(?:o|os|um|umber|umbers)|linenodiv|lnt|gutter)/i

const isWrittenOtherwise = (node: Element): boolean =>
  elsewhere.has(node.tagName) || classes(node).some((name) => otherwise.test(name))

const isJoin = (node: Element): boolean => !isBlock(node) && node.tagName !== "br" && node.tagName !== "option"

/** Signs that stand in words of markdown and show nothing, and those that differ between a text and its markdown. */
const signs = /[*_~`\\\u00ad\u200b-\u200d\u2060\ufeff]/g
const word = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text, with how often each stands in it. */
const countOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const [each] of text.normalize("NFKC").replace(signs, "").matchAll(word)) {
    counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  return counts
}

/** The text of a tree as it is read, blocks on lines of their own; `skip` says what is none of it. */
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

/** Destinations of links are not read, and their words would make up for those that are missing. */
const destinations = /\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,500}")?\)/g

/** How many of the words of a source are in the markdown that was made of it, and in the title that left it. */
export const compareWords = (source: string, title: string, markdown: string): Words => {
  const left = countOf(`${title}\n${markdown.replace(destinations, "] ")}`)
  let total = 0
  let kept = 0
  for (const [each, count] of countOf(source)) {
    total += count
    kept += Math.min(count, left.get(each) ?? 0)
  }
  return { source: total, kept }
}

/** Words as they are reported. */
const shown = (count: number): string => count.toLocaleString("en")

/**
 * One sentence about a page of which more than a tenth of the words is missing, without its address; `undefined` if all
 * is well.
 */
export const shortfall = ({ kept, source }: Words): string | undefined =>
  kept * 10 >= source * 9
    ? undefined
    : `${shown(kept)} of ${shown(source)} words were kept (${Math.floor((kept * 100) / source)} %)`
