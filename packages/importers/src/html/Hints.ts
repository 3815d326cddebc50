/** Admonitions, callouts and alerts of the generators of documentation as hints. */
import type { Element, ElementContent, Root } from "hast"
import { hintStyle } from "../HintStyles.js"
import { attribute, classes, element, find, hasClass, isElement, lineOf, marked, rewrite } from "./Hast.js"

const families: ReadonlyArray<RegExp> = [
  /^theme-admonition(?:-(\w+))?$/,
  /^admonition(?:-(\w+))?$/,
  /^admonitionblock$/,
  /^markdown-alert(?:-(\w+))?$/,
  /^custom-(?:block|container)$/,
  /^hint-container$/,
  /^callout(?:-(\w+))?$/,
  /^starlight-aside(?:--(\w+))?$/,
  /^confluence-information-macro(?:-(\w+))?$/,
  /^alert(?:--?(\w+))?$/
]
const heads =
  /^(?:admonition-title|admonitionHeading|custom-block-title|custom-container-title|hint-container-title|markdown-alert-title|starlight-aside__title|alert-heading|callout-title|title$)/
const icons = /^(?:admonitionIcon|aui-icon|icon$|callout-icon|starlight-aside__icon)/

const has = (node: Element, pattern: RegExp): boolean => classes(node).some((name) => pattern.test(name))

/** Whether a class is that of an admonition, and not that of a part of one. */
const isKind = (name: string): boolean =>
  families.some((family) => {
    const match = family.exec(name)
    return match !== null && (match[1] === undefined || hintStyle(match[1]) !== undefined)
  })

/** The style of the hint that an element is. */
const styleOf = (node: Element): string | undefined => {
  if (!isElement(node, "div", "aside", "blockquote", "section", "figure")) return undefined
  const names = classes(node)
  if (!names.some(isKind)) {
    const first = isElement(node, "div") ? node.children.find((child) => isElement(child)) : undefined
    const sign =
      first === undefined ? undefined : find({ type: "root", children: [first] }, (each) => isElement(each, "svg"))
    const label = sign === undefined || lineOf(first!) !== "" ? "" : attribute(sign, "ariaLabel").toLowerCase()
    return hintStyle(label) !== undefined && names.some((name) => /^(?:border|rounded)/.test(name))
      ? hintStyle(label)
      : undefined
  }
  const told = [
    attribute(node, "dataCalloutType"),
    ...names,
    ...names.flatMap((name) => families.map((family) => family.exec(name)?.[1] ?? ""))
  ]
  // That it is a callout is no more than is known already.
  const kind = told.find((each) => each !== "callout" && each !== "aside" && hintStyle(each) !== undefined)
  if (kind !== undefined) return hintStyle(kind)
  return names.includes("details") ? undefined : "info"
}

/** What an admonition shows, without its head and icon; the head where it says more than the kind. */
const content = (node: Element): Array<ElementContent> => {
  let head: string | undefined
  const keep = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
    children.flatMap((child): ReadonlyArray<ElementContent> => {
      if (!isElement(child)) return [child]
      if (has(child, heads) && head === undefined) {
        head = lineOf(child, (each) => isElement(each, "svg"))
        return []
      }
      if (has(child, icons) || isElement(child, "svg")) return []
      const onlyIcon =
        isElement(child, "div", "td") &&
        (lineOf(child) === "" || find(child, (each) => hasClass(each, "icon")) !== undefined)
      if (
        onlyIcon &&
        find(child, (each) => isElement(each, "svg", "i") || hasClass(each, "icon")) !== undefined &&
        lineOf(child).length <= 12
      )
        return []
      return [child]
    })
  const kept = keep(node.children)
  const said = head === undefined || hintStyle(head.replace(/:$/, "").replaceAll(" ", "-")) !== undefined ? "" : head
  return said === "" ? kept : [element("p", [element("strong", [{ type: "text", value: said }])]), ...kept]
}

/** AsciiDoc's admonitions are tables of one row: an icon, and what is said. */
const cellOf = (node: Element): Element =>
  find(node, (each) => isElement(each, "td") && hasClass(each, "content")) ?? node

/** Makes hints of admonitions, those in others too. */
export const markHints = (root: Root | Element): void =>
  rewrite(root, (each) => {
    const style = styleOf(each)
    if (style === undefined) return undefined
    const inner = hasClass(each, "admonitionblock") ? element("div", cellOf(each).children) : each
    const hint = marked({ kind: "tag", name: "hint", attributes: { style } }, content(inner))
    markHints(hint)
    return [hint]
  })
