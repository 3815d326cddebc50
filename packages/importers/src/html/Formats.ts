/** Reads the formats of running text, by elements and by styles. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, classes, element, find, hasClass, isElement, textOf } from "./Hast.js"

const formats = new Set(["b", "strong", "i", "em", "s", "del", "strike", "a", "u", "mark"])

/** Matches the declaration of a background that stands out from the page. */
export const highlighted =
  /background(?:-color)?:\s*(?!inherit|initial|none|transparent|unset|white|var|#fff(?:fff)?\b|rgba?\(255,\s*255,\s*255)[#a-z]/

/** The elements that stand for the styles of a span. */
const styled: ReadonlyArray<readonly [name: string, style: RegExp, isInHeadings: boolean]> = [
  ["del", /text-decoration[^;]*line-through/, true],
  ["em", /font-style:\s*italic/, true],
  ["strong", /font-weight:\s*(?:bold|[6-9]00)/, false],
  // Notion draws the line below a text as a border.
  ["u", /text-decoration[^;]*underline|border-bottom:\s*0\.05em solid/, true],
  ["mark", highlighted, true],
  ["sup", /vertical-align:\s*super/, true],
  ["sub", /vertical-align:\s*sub(?!\w)/, true]
]

/** Whether a `mark` only colours its letters, as those of Notion do that have no background. */
const isColoured = (node: Element): boolean =>
  isElement(node, "mark") && classes(node).some((name) => /^highlight-(?!\w*_background$)/.test(name))

/** Classes of spans for these elements, in AsciiDoc and elsewhere. */
const classOf: Readonly<Record<string, string>> = { del: "line-through", u: "underline" }

/** Makes an element of each format that a span only has by its style. Headings are bold anyway. */
export const readStyles = (root: Root | Element, isInHeading = false): void => {
  for (const each of root.children) {
    if (!isElement(each)) continue
    readStyles(each, isInHeading || /^h[1-6]$/.test(each.tagName))
    if (isColoured(each)) each.tagName = "span"
    if (each.tagName !== "span" || each.data !== undefined || textOf(each).trim() === "") continue
    const style = attribute(each, "style")
    const names = styled.flatMap(([name, pattern, inHeadings]) => {
      const isSo = pattern.test(style) || hasClass(each, classOf[name] ?? "")
      // A link has a line below it anyway.
      const isLink = name === "u" && find(each, (inner) => isElement(inner, "a")) !== undefined
      return isSo && !isLink && (inHeadings || !isInHeading) ? [name] : []
    })
    for (const name of names) each.children = [element(name, each.children)]
  }
}

/** Moves whitespace at the ends of formatted text out of it, and joins adjacent formats. */
export const loosen = (root: Root | Element): void => {
  const found: Array<ElementContent> = []
  for (const child of root.children) {
    if (child.type === "doctype") continue
    if (!isElement(child)) {
      found.push(child)
      continue
    }
    loosen(child)
    if (!formats.has(child.tagName) || child.data !== undefined) {
      found.push(child)
      continue
    }
    const last = found.at(-1)
    const joins = child.tagName !== "a" && isElement(last, child.tagName) && last.data === undefined
    const first = child.children[0]
    if (!joins && first?.type === "text" && /^\s/.test(first.value)) {
      first.value = first.value.trimStart()
      found.push({ type: "text", value: " " })
    }
    if (joins) last.children.push(...child.children)
    else found.push(child)
    const end = child.children.at(-1)
    if (end?.type === "text" && /\s$/.test(end.value)) {
      end.value = end.value.trimEnd()
      found.push({ type: "text", value: " " })
    }
  }
  root.children = found
}
