/** Extracts the text of code as it is displayed, without line numbers and buttons. */
import type { Element, ElementContent } from "hast"
import { attribute, classes, find, isBlock, isElement, textOf } from "./Hast.js"

const gutter =
  /^(?:linenos?|linenodiv|line-?numbers?|line-numbers-(?:wrapper|rows)|ln|lnt|gutter|rouge-gutter|gl|blob-num|code-line-number|hljs-ln-(?:numbers|n))$/
const tools =
  /^(?:copy(?:$|[-_]|btn)|clipboard|lang$|code-lang|language-name$|buttonGroup|toolbar|headerlink|md-code__nav)/
const lines = /^(?:line|token-line|ec-line|code-line|view-line)$/
const numbers = /^[\s\d]*$/

const has = (node: Element, pattern: RegExp): boolean => classes(node).some((name) => pattern.test(name))

/** Whether an element contains line numbers. */
export const isGutter = (node: Element): boolean => {
  if (has(node, gutter)) return numbers.test(textOf(node))
  const unselectable = /user-select:\s*none/.test(attribute(node, "style")) || attribute(node, "dataLineNumber") !== ""
  return unselectable && /^\s*\d+\s*$/.test(textOf(node))
}

/** Whether an element is an addition of generators next to code: a button, a label, line numbers. */
export const isTool = (node: Element): boolean =>
  isElement(node, "button", "script", "style", "svg", "clipboard-copy", "input") || has(node, tools) || isGutter(node)

/** Whether an element inside code is not code. Classes such as `lang` mark tokens there. */
const isUnread = (node: Element): boolean =>
  isElement(node, "button", "script", "style", "svg", "clipboard-copy", "input") ||
  has(node, /^(?:copy(?:$|[-_]|btn)|clipboard|headerlink|md-code__nav)/) ||
  isGutter(node)

/** The number of a callout, which DocBook shows as an image. */
const callout = (image: Element): string => {
  const alt = attribute(image, "alt").trim()
  return /^\d+$/.test(alt) ? `(${alt})` : alt
}

/** A text without trailing blank lines. */
export const withoutEnd = (text: string): string => {
  let end = text.length
  for (let at = text.length - 1; at >= 0 && /\s/.test(text[at]!); at--) if (text[at] === "\n") end = at
  return text.slice(0, /\S/.test(text) ? end : 0)
}

/** The text of an element that contains code. Lines that consist of a zero-width space become empty. */
export const codeText = (code: Element): string => {
  const parts: Array<string> = []
  let last = ""
  /** Whether the line has ended without a line break in the text. */
  let ended = false
  const put = (text: string): void => {
    if (text === "") return
    if (ended && !text.startsWith("\n")) parts.push("\n")
    ended = false
    parts.push(text)
    last = text.at(-1)!
  }
  const breakLine = (): void => {
    if (ended || (last !== "" && last !== "\n")) {
      parts.push("\n")
      last = "\n"
    }
    ended = false
  }
  const write = (children: ReadonlyArray<ElementContent>): void => {
    for (const child of children) {
      if (child.type === "text") put(child.value)
      if (child.type !== "element" || isUnread(child)) continue
      if (child.tagName === "br") {
        ended = false
        parts.push("\n")
        last = "\n"
      } else if (child.tagName === "img") put(callout(child))
      else {
        const isRow = isElement(child, "li", "tr") || has(child, lines)
        const isLine = isRow || isBlock(child)
        if (isLine) breakLine()
        const before = parts.length
        write(child.children)
        if (isLine && (parts.length > before ? last !== "\n" : isRow)) ended = true
      }
    }
  }
  write(code.children)
  return withoutEnd(
    parts
      .join("")
      .replaceAll(/\r\n?/g, "\n")
      .replaceAll(/^\u200b+$/gm, "")
  )
}

/** Whether an element is inline code that spans several lines. */
export const isBroken = (node: Element): boolean =>
  isElement(node, "code", "tt", "samp", "kbd") &&
  find(node, (each) => isElement(each, "br")) !== undefined &&
  find(node, (each) => isElement(each, "img", "pre") || isBlock(each) || each.data?.mark !== undefined) === undefined

/** The lines of inline code, split at `br`; the last one is empty if the code ends with a `br`. */
export const brokenLines = (code: Element): ReadonlyArray<string> => {
  let text = ""
  const write = (node: Element): void => {
    for (const child of node.children) {
      if (child.type === "text") text += child.value.replaceAll(/[ \t\r\n]+/g, " ")
      else if (isElement(child, "br")) text += "\n"
      else if (isElement(child)) write(child)
    }
  }
  write(code)
  return text.split("\n").map((line) => line.replaceAll(/^ +| +$/g, "").replaceAll("\u00a0", " "))
}
