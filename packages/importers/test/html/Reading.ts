/** The contents of an HTML page and of the markdown that it was converted to, for comparing the two. */
import { markdownIt, tagOf } from "@lectern/core/text/markdown/Parser"
import type { Element, Root } from "hast"
import { attribute, elements, isElement, textOf } from "../../src/html/Hast.js"
import { parseHtml } from "../../src/html/Parse.js"

/** The headings, the texts of code and the cells of tables of a page. */
export interface Contents {
  readonly headings: ReadonlyArray<string>
  readonly code: ReadonlyArray<string>
  readonly cells: ReadonlyArray<string>
}

/** Without spaces, which a cell or heading may have in other places. */
const squeezed = (text: string): string => text.replaceAll(/[\s\u00a0\u200b\ufeff\u00ad•]+/g, "")

const none = new Set(["script", "style", "button", "svg"])
const text = (node: Element): string => squeezed(textOf(node, (each) => none.has(each.tagName)))

/** Code without blank lines at its end, which nobody sees. */
const code = (node: Element): string => {
  const parts: Array<string> = []
  const walk = (inner: Element): void => {
    for (const child of inner.children) {
      if (child.type === "text") parts.push(child.value)
      else if (isElement(child, "br")) parts.push("\n")
      else if (isElement(child) && !none.has(child.tagName)) walk(child)
    }
  }
  walk(node)
  return parts.join("").replace(/(?:\n\s*)+$/, "")
}

/** The contents of a tree, as it is written. */
export const ofTree = (root: Root | Element): Contents => {
  const all = [...elements(root)]
  const cells = all.filter((each) => isElement(each, "td", "th"))
  return {
    headings: all
      .filter((each) => /^h[1-6]$/.test(each.tagName))
      .map(text)
      .filter((each) => each !== ""),
    code: all
      .filter((each) => isElement(each, "pre"))
      .map(code)
      .filter((each) => each.trim() !== ""),
    cells: cells.map(text).filter((each) => each !== "")
  }
}

/** A text as the tree that the engine's parser makes of it, block tags as breaks. */
export const treeOf = (markdown: string): Root => {
  const tokens = markdownIt.parse(markdown, {})
  for (const token of tokens) {
    if (tagOf(token) === undefined) continue
    token.type = "html_block"
    token.content = "<br>"
  }
  return parseHtml(markdownIt.renderer.render(tokens, markdownIt.options, {}))
}

/** The contents of a text, as the engine reads it. */
export const ofMarkdown = (markdown: string): Contents => ofTree(treeOf(markdown))

/** The titles in the tags of a text. */
const titles = (markdown: string): string =>
  markdownIt
    .parse(markdown, {})
    .flatMap((token) => tagOf(token)?.arguments ?? [])
    .filter(({ key }) => key === "title")
    .map(({ value }) => value)
    .join(" ")

const unread = new Set(["script", "style", "template"])
const isUnread = (node: Element): boolean =>
  unread.has(node.tagName) ||
  (node.properties.hidden ?? false) !== false ||
  /display:\s*none/.test(attribute(node, "style"))

const wordsIn = (written: string): ReadonlyArray<string> =>
  (written.replaceAll(/[\u200b\ufeff\u00ad]/g, "").match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).toSorted()

/** Texts with spaces where browsers break lines. */
const spaced = (root: Root | Element): string => {
  const parts: Array<string> = []
  const inline = new Set(
    "a abbr acronym b bdi bdo cite code del em font i ins kbd label mark s samp small span strong sub sup time tt u var wbr".split(
      " "
    )
  )
  const walk = (node: Root | Element): void => {
    for (const child of node.children) {
      if (child.type === "text") parts.push(child.value)
      if (child.type !== "element" || isUnread(child)) continue
      const apart = inline.has(child.tagName) ? "" : " "
      parts.push(apart)
      walk(child)
      parts.push(apart)
    }
  }
  walk(root)
  return parts.join("")
}

/** The words of a tree, sorted; what browsers do not show is left out. */
export const wordsOfTree = (root: Root | Element): ReadonlyArray<string> => wordsIn(spaced(root))

/** The words of a text and of the titles of its tags, sorted. */
export const wordsOfMarkdown = (markdown: string): ReadonlyArray<string> =>
  wordsIn(`${spaced(treeOf(markdown))} ${titles(markdown)}`)

/** The words of the first list that the second lacks, each as often as it is missing. */
export const missing = (wanted: ReadonlyArray<string>, given: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = new Map<string, number>()
  for (const word of given) left.set(word, (left.get(word) ?? 0) + 1)
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}
