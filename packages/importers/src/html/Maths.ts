/** Recovers TeX formulas from the output of KaTeX, MathJax, Sphinx, MkDocs and Pandoc, and the text in drawings. */
import type { Element, Root } from "hast"
import { markDrawings } from "./Figures.js"
import { attribute, find, hasClass, isElement, marked, markedInline, rewrite, textOf } from "./Hast.js"
import { texOfMathMl } from "./MathMl.js"

const delimited = /^\s*(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|\$\$([\s\S]*)\$\$|\$([\s\S]*)\$)\s*$/

const formula = (tex: string, display: boolean): ReadonlyArray<Element> => {
  const value = tex.trim()
  if (value === "") return []
  const mark = { kind: "math", value, display } as const
  return [display ? marked(mark) : markedInline(mark)]
}

const annotation = (node: Element): string | undefined => {
  const found = find(
    node,
    (each) => isElement(each, "annotation") && attribute(each, "encoding") === "application/x-tex"
  )
  return found === undefined ? undefined : textOf(found)
}

const isRendered = (node: Element): boolean =>
  hasClass(node, "MathJax", "MathJax_Preview", "MathJax_Display", "MathJax_SVG", "MathJax_CHTML") ||
  isElement(node, "mjx-container")

const read = (node: Element): ReadonlyArray<Element> | undefined => {
  if (isElement(node, "script")) {
    const type = attribute(node, "type")
    return type.startsWith("math/tex") ? formula(textOf(node), type.includes("display")) : undefined
  }
  if (hasClass(node, "katex-display", "katex", "mwe-math-element", "katex-block")) {
    const tex = annotation(node)
    return tex === undefined ? undefined : formula(tex, !hasClass(node, "katex") || hasClass(node, "katex-display"))
  }
  if (isElement(node, "math")) {
    const tex = (annotation(node) ?? attribute(node, "alttext")) || texOfMathMl(node)
    return formula(tex, attribute(node, "display") === "block")
  }
  if (hasClass(node, "math", "arithmatex")) {
    const match = delimited.exec(textOf(node))
    if (match === null) return undefined
    return formula(match[1] ?? match[2] ?? match[3] ?? match[4]!, match[2] !== undefined || match[3] !== undefined)
  }
  return undefined
}

/** Replaces typeset formulas with TeX, and drawings with their text. */
export const markMaths = (root: Root): void => {
  markFormulas(root)
  markDrawings(root)
}

const markFormulas = (root: Root): void =>
  rewrite(root, (node) => {
    const found = read(node)
    if (found !== undefined) return found
    if (!isRendered(node)) return undefined
    const tex = annotation(node)
    return tex === undefined ? [] : formula(tex, attribute(node, "display") === "true")
  })
