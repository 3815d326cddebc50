/** What is in an HTML page and in the markdown that it became, for comparing the two. */
import { inlineText, markdownIt } from "@lectern/core/markdown/Parser"
import type { Element, Root } from "hast"
import { elements, isElement, textOf } from "../../src/html/Hast.js"

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

/** What a tree has, as it is written. */
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
      .map(text)
      .filter((each) => each !== ""),
    cells: cells.map(text).filter((each) => each !== "")
  }
}

/** What a text has, as the engine reads it. */
export const ofMarkdown = (markdown: string): Contents => {
  const tokens = markdownIt.parse(markdown, {})
  const after = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
    tokens
      .flatMap((token, index) => (names.includes(token.type) ? [inlineText(tokens[index + 1]?.children ?? [])] : []))
      .map(squeezed)
      .filter((each) => each !== "")
  return {
    headings: after("heading_open"),
    code: tokens
      .filter(({ type }) => type === "fence")
      .map(({ content }) => squeezed(content))
      .filter((each) => each !== ""),
    cells: after("th_open", "td_open")
  }
}
