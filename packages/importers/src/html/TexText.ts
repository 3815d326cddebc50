/** Formulas that a page has as text, in the delimiters for which a script typesets them. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, element, elements, isElement, marked, markedInline, textOf } from "./Hast.js"

const script = /mathjax|katex[^"]{0,80}auto-render|renderMathInElement/i

/** Whether a page has a script that typesets the formulas in its text. */
export const isTypeset = (root: Root): boolean => {
  for (const each of elements(root))
    if (isElement(each, "script") && script.test(attribute(each, "src") || textOf(each).slice(0, 5_000))) return true
  return false
}

/** The delimiters of AsciiMath, which cannot be converted to TeX. */
const asciiMath = { open: "\\$", close: "\\$", display: false, isAscii: true } as const

/** The delimiters that both MathJax and KaTeX know if nothing else is configured. */
const delimiters = [
  { open: "\\(", close: "\\)", display: false, isAscii: false },
  { open: "\\[", close: "\\]", display: true, isAscii: false },
  { open: "$$", close: "$$", display: true, isAscii: false }
] as const

/** The parts of a text: texts, and the formulas between delimiters. */
const partsOf = (value: string, hasAscii: boolean): ReadonlyArray<ElementContent> => {
  const found: Array<ElementContent> = []
  let from = 0
  const all: ReadonlyArray<(typeof delimiters)[number] | typeof asciiMath> = hasAscii
    ? [...delimiters, asciiMath]
    : delimiters
  let open = all.flatMap((each) => (value.includes(each.open) ? [each] : []))
  for (;;) {
    const [next] = open
      .map((each) => ({ ...each, at: value.indexOf(each.open, from) }))
      .filter(({ at }) => at >= 0)
      .sort((left, right) => left.at - right.at)
    if (next === undefined) break
    const end = value.indexOf(next.close, next.at + 2)
    if (end < 0) {
      open = open.filter((each) => each.open !== next.open)
      continue
    }
    const tex = value.slice(next.at + 2, end).trim()
    if (next.at > from) found.push({ type: "text", value: value.slice(from, next.at) })
    const mark = { kind: "math", value: tex, display: next.display } as const
    if (next.isAscii) found.push(element("code", [{ type: "text", value: tex }]))
    else if (tex !== "") found.push(next.display ? marked(mark) : markedInline(mark))
    from = end + 2
  }
  if (found.length > 0 && from < value.length) found.push({ type: "text", value: value.slice(from) })
  return found
}

const verbatim = ["pre", "code", "kbd", "samp", "script", "style", "textarea", "math"]

/**
 * Makes formulas of the delimited texts below a node, except in code. With `hasAscii`, formulas between `\\$` are in
 * AsciiMath, and become code.
 */
export const markTexText = (node: Root | Element, hasAscii = false): void => {
  let children: Array<ElementContent> | undefined
  for (const [at, child] of node.children.entries()) {
    if (child.type === "doctype") continue
    const parts = child.type === "text" ? partsOf(child.value, hasAscii) : []
    if (parts.length > 0) children ??= node.children.slice(0, at).filter((each) => each.type !== "doctype")
    if (
      isElement(child) &&
      !isElement(child, ...verbatim) &&
      !/^(?:math|arithmatex)/.test(attribute(child, "className"))
    )
      markTexText(child, hasAscii)
    children?.push(...(parts.length > 0 ? parts : [child]))
  }
  if (children !== undefined) node.children = children
}
