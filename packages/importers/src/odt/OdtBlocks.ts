/** Joins the paragraphs of an OpenDocument text that are one block: lines of code, and paragraphs of a quotation. */
import type { Element, ElementContent } from "hast"
import { element, isElement, textOf } from "../html/Hast.js"

const codeOf = (node: ElementContent | undefined): string | undefined =>
  node?.type === "element" && node.tagName === "pre" ? textOf(node) : undefined

const joinCode = (nodes: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const found: Array<ElementContent> = []
  let lines: Array<string> = []
  const close = (): void => {
    if (lines.length > 0) found.push(element("pre", [element("code", [{ type: "text", value: lines.join("\n") }])]))
    lines = []
  }
  for (const node of nodes) {
    const code = codeOf(node)
    if (code !== undefined) lines.push(code)
    else {
      close()
      found.push(node)
    }
  }
  close()
  return found
}

/** Joins consecutive lines of code into a code block, and consecutive quotations into one. */
export const joinBlocks = (nodes: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const found: Array<ElementContent> = []
  for (const node of joinCode(nodes)) {
    const last = found.at(-1)
    if (isElement(node, "blockquote") && isElement(last, "blockquote")) last.children.push(...node.children)
    else found.push(node)
  }
  return found
}

/** The content of a text box: a figure if it is a picture with its caption behind it. */
export const boxed = (nodes: Array<ElementContent>): Array<ElementContent> => {
  const [only] = nodes
  if (nodes.length !== 1 || !isElement(only, "p")) return nodes
  const [picture, ...caption] = only.children
  const isFigure = isElement(picture, "img") && textOf({ type: "root", children: caption }).trim() !== ""
  return isFigure ? [element("figure", [picture, element("figcaption", caption)])] : nodes
}

/** A paragraph with nothing but a formula, which is then on a line of its own. */
export const displayed = (paragraph: Element): Element => {
  const [only, ...others] = paragraph.children
  const mark = isElement(only) ? only.data?.mark : undefined
  if (others.length > 0 || mark?.kind !== "math") return paragraph
  return { ...element("div", []), data: { mark: { ...mark, display: true }, position: { properties: {} } } }
}
